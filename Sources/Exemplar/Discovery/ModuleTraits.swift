import ExemplarCore

/// Traits of all specs of a module.
///
/// ```swift
/// @Spec let bookshopTests = ModuleTraits(.serialized, .ordered, .timeLimit(.seconds(10)))
/// ```
///
/// They apply as if each spec began with them; traits of a spec, a group or an example override
/// them. A module has one such value.
public struct ModuleTraits: Sendable {
  let traits: [any ExampleTrait]

  /// Makes the traits of a module.
  public init(_ traits: any ExampleTrait...) {
    self.traits = traits
  }
}

extension __Declaration {
  /// Traits of all specs of the module.
  public static func __value(
    _ traits: ModuleTraits, in types: [Any.Type] = [], at location: __Location
  ) -> __Declaration {
    __Declaration(.traits(traits, isInType: !types.isEmpty), at: location)
  }
}

/// The traits of all modules, and what is wrong with them.
struct TraitsOfModules {
  private var traits: [String: (traits: [any ExampleTrait], place: Place)] = [:]
  /// A failing spec for each mistake.
  private(set) var mistakes: [Spec] = []

  mutating func add(_ more: ModuleTraits, isInType: Bool, of module: String, at place: Place) {
    if isInType {
      fail("Traits of a module belong at the top level of a file; on a type, write them in @Spec.")
    } else if let first = traits[module] {
      fail(
        "The module has traits already, at \(first.place.short), and those are used. Put all of them "
          + "into one value.")
    } else {
      traits[module] = (more.traits, place)
    }
    func fail(_ message: String) {
      let mistake = UsageError(message, at: place)
      mistakes.append(
        Spec(module: module, root: .group("module traits", failing: mistake, as: "traits")))
    }
  }

  /// The spec with the traits of its module before its own.
  func applied(to spec: Spec) -> Spec {
    // They are meant for examples. Hooks of several specs have none.
    guard let more = traits[spec.module]?.traits, NodeProperties(spec.root.traits).hookScope == nil
    else { return spec }
    var spec = spec
    spec.root.traits = more + spec.root.traits
    return spec
  }
}
