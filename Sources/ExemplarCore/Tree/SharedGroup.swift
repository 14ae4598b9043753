// Shared examples as the tree holds them, without the type of their parameter, which only their
// author's code knows.

/// Shared examples: a group that is built for each inclusion.
package struct SharedGroup: Sendable {
  /// The name as the author wrote it.
  package var name: String
  /// Where the author wrote it.
  package var place: Place
  /// The type of the parameter, or `Void`.
  package var parameter: Any.Type
  /// The nodes of the group for a parameter; `nil` if the parameter is of another type.
  package var content: @Sendable (any SharedParameter) -> [SpecNode]?

  package init(
    _ name: String, at place: Place, parameter: Any.Type,
    content: @escaping @Sendable (any SharedParameter) -> [SpecNode]?
  ) {
    self.name = name
    self.place = place
    self.parameter = parameter
    self.content = content
  }
}

/// The value that an inclusion passes to shared examples.
package protocol SharedParameter: Sendable {
  /// The type of the values, or `Void`.
  var type: Any.Type { get }
}

/// A request for shared examples at the location of their group.
package struct Inclusion: Sendable {
  /// Which shared examples.
  package enum Target: Sendable {
    /// These.
    case group(SharedGroup)
    /// The definition with this name that is visible from the request.
    case named(String)
  }

  package var target: Target
  /// The module in which the request was written.
  package var module: String
  package var parameter: any SharedParameter
  /// The nodes that the including group adds or overrides.
  package var customization: [SpecNode]

  package init(
    _ target: Target, in module: String, parameter: any SharedParameter, customization: [SpecNode]
  ) {
    self.target = target
    self.module = module
    self.parameter = parameter
    self.customization = customization
  }

  /// The name of the shared examples.
  package var name: String {
    switch target {
    case .group(let group): group.name
    case .named(let name): name
    }
  }
}
