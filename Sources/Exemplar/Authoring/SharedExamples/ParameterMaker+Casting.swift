import ExemplarCore

// Shared examples that are found by name accept any argument that the compiler would accept for
// their parameter: a subclass, a value for a protocol, `Int.self` for `Any.Type`, `[String: Int]`
// for `[String: Any]`. The compiler does not see both sides, so the decision is made here. If it
// depends on the value, each example decides.

extension SharedParameter {
  /// How to make values of the type that shared examples want; `nil` if these are of another.
  func maker<Wanted>(of type: Wanted.Type) -> ParameterMaker<Wanted>? {
    self as? ParameterMaker<Wanted> ?? (self as? any CastingMaker)?.cast(to: type)
  }
}

/// A maker whose values may have a type that converts to the parameter's.
private protocol CastingMaker {
  func cast<Wanted>(to type: Wanted.Type) -> ParameterMaker<Wanted>?
}

extension ParameterMaker: CastingMaker {
  func cast<Wanted>(to type: Wanted.Type) -> ParameterMaker<Wanted>? {
    let place = place
    switch Fit(of: Value.self, for: Wanted.self) {
    case .never: return nil
    case .always:
      return switch make {
      case .ready(let make):
        ParameterMaker<Wanted>(make: .ready { make() as! Wanted }, place: place)
      case .later(let make):
        ParameterMaker<Wanted>(make: .later { try await make() as! Wanted }, place: place)
      }
    case .maybe:
      let make = make
      return ParameterMaker<Wanted>(
        make: .later {
          let value = try await make()
          // Of an optional, what is in it is meant.
          guard let fitting = value as Any as? Wanted else {
            throw UsageError.unfit(value, for: Wanted.self, at: place)
          }
          return fitting
        }, place: place)
    }
  }
}

/// Whether values of one type are taken where another is wanted.
private enum Fit {
  case always, never
  /// It depends on the value.
  case maybe

  init(of given: Any.Type, for wanted: Any.Type) {
    if given == wanted || wanted == Any.self {
      self = .always
      return
    }
    if let given = given as? AnyClass, let wanted = wanted as? AnyClass {
      self = Fit.inherits(given, from: wanted) ? .always : .never
      return
    }
    let (givenKind, wantedKind) = (MetadataKind(given), MetadataKind(wanted))
    if let wrapped = (given as? any OptionalType.Type)?.wrapped {
      // An implicitly unwrapped variable is an optional; without a value, nothing can be tested.
      let target = (wanted as? any OptionalType.Type)?.wrapped ?? wanted
      self = Fit(of: wrapped, for: target) == .never ? .never : .maybe
    } else if let target = (wanted as? any OptionalType.Type)?.wrapped {
      self = Fit(of: given, for: target)
    } else if [.existential, .extendedExistential, .existentialMetatype].contains(wantedKind) {
      self = .maybe
    } else if wanted == AnyHashable.self {
      self = given is any Hashable.Type ? .always : .never
    } else if givenKind == wantedKind,
      [.metatype, .existentialMetatype, .tuple].contains(wantedKind)
    {
      self = .maybe
    } else if let given = given as? any ContainerType.Type,
      let wanted = wanted as? any ContainerType.Type, given.kind == wanted.kind
    {
      self = .maybe
    } else {
      self = .never
    }
  }

  private static func inherits(_ type: AnyClass, from other: AnyClass) -> Bool {
    var current: AnyClass? = type
    while let type = current {
      if type == other { return true }
      current = _getSuperclass(type)
    }
    return false
  }
}

private protocol OptionalType { static var wrapped: Any.Type { get } }
extension Optional: OptionalType { fileprivate static var wrapped: Any.Type { Wrapped.self } }

/// A collection whose elements decide what it is taken for.
private protocol ContainerType { static var kind: String { get } }
extension Array: ContainerType { fileprivate static var kind: String { "array" } }
extension Set: ContainerType { fileprivate static var kind: String { "set" } }
extension Dictionary: ContainerType { fileprivate static var kind: String { "dictionary" } }

/// The kind of a type, by the first word of its metadata; the numbers are part of the ABI of Swift.
private enum MetadataKind: UInt {
  case tuple = 0x301
  case existential = 0x303
  case metatype = 0x304
  case existentialMetatype = 0x306
  case extendedExistential = 0x307
  case other = 0

  init(_ type: Any.Type) {
    let word = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
    self = MetadataKind(rawValue: word) ?? .other
  }
}

extension UsageError {
  fileprivate static func unfit(
    _ value: Any, for wanted: Any.Type, at place: Place
  ) -> UsageError {
    let mirror = Mirror(reflecting: value)
    let isNothing = mirror.displayStyle == .optional && mirror.children.isEmpty
    let problem =
      isNothing
      ? "nil is given here. Give a value, or let them take \(wanted)?."
      : "a value of type \(type(of: value)) is given here, which is not one. Give one that is, or make it "
        + "one."
    return UsageError(
      "The shared examples take a parameter of type \(wanted), but \(problem)", at: place)
  }
}
