/// A discovered root: a top-level group, with the module it came from.
public struct Spec: Sendable {
  /// The name of the module, the first part of every id below.
  public var module: String
  /// The group at the top.
  package var root: SpecNode

  /// Creates the spec of a module.
  package init(module: String, root: SpecNode) {
    self.module = module
    self.root = root
    root.place()
  }
}

extension Spec {
  /// The spec with a group as its root. A root that is a leaf becomes the child of a group with its
  /// name.
  var grouped: Spec {
    switch root.content {
    case .group: self
    default:
      // The traits of the spec become those of the group, from which the leaf inherits.
      Spec(
        module: module,
        root: SpecNode(
          root.name, at: root.place, traits: root.traits,
          content: .group([SpecNode(root.name, at: root.place, content: root.content)])))
    }
  }
}
