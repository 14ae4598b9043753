import ExemplarCore

// The parts of a record other than the body: the name of the declaration, its location, its type
// and its method.

/// The name and the traits that an author gave to a macro.
///
/// The macro passes its arguments on, since only the compiler can distinguish a name from a trait.
public struct __Label: Sendable {
  let name: String
  let traits: [any ExampleTrait]

  public init(_ fallback: String, _ traits: any ExampleTrait...) {
    name = fallback
    self.traits = traits
  }

  public init(_ fallback: String, _ name: String, _ traits: any ExampleTrait...) {
    self.name = name
    self.traits = traits
  }
}

/// A method of a class, by which overrides are recognized.
public struct __Method: Sendable {
  let signature: String
  let isOverride: Bool

  public init(_ signature: String, isOverride: Bool) {
    self.signature = signature
    self.isOverride = isOverride
  }
}

/// Where a macro was used.
public struct __Location: Sendable {
  let module: String
  let place: Place

  public init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
    module = moduleName(ofFileID: fileID)
    place = Place(path: filePath, line: line, column: column)
  }
}

/// A type that holds examples, and the type it is nested in.
public struct __TypeReference: Sendable {
  let type: Any.Type
  let name: String
  let superclasses: [ObjectIdentifier]
  /// The surrounding types, the innermost first. Empty if the reference is in an extension, which
  /// does not show them.
  var enclosing: [ObjectIdentifier]
  /// Creates an instance for the inherited members; `nil` if the reference does not show how.
  var make: (@Sendable () async throws -> Any)?

  public init(
    _ type: Any.Type, _ name: String, in enclosing: [Any.Type] = [],
    make: (@Sendable () async throws -> Any)? = nil
  ) {
    self.type = type
    self.name = name
    self.enclosing = enclosing.map { ObjectIdentifier($0) }
    self.make = make
    var superclasses: [ObjectIdentifier] = []
    var current: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
    while let superclass = current {
      superclasses.append(ObjectIdentifier(superclass))
      current = _getSuperclass(superclass)
    }
    self.superclasses = superclasses
  }

  var id: ObjectIdentifier { ObjectIdentifier(type) }

  /// The name of the files that are named after the type: without a focus mark, so that a focus changes
  /// no rows.
  var fileName: String { name.withoutFocusMark }

  func isOrInherits(from other: ObjectIdentifier) -> Bool {
    id == other || superclasses.contains(other)
  }

  /// Learns what another reference to the same type knows of it.
  mutating func merge(_ other: __TypeReference) {
    if enclosing.isEmpty { enclosing = other.enclosing }
    make = make ?? other.make
  }
}
