import ExemplarCore

/// Builds the content of groups, and notices nodes that no group holds: made in the body of an example
/// or of a hook, or in the builder of a group that leaves them out. They would never run, and all would
/// look fine.
enum GroupContent {
  /// The nodes that the group which is being built has made.
  private final class Made: Sendable {
    let nodes = Locked([SpecNode]())
    /// How many groups are being built, this one included.
    let depth: Int

    init(depth: Int) { self.depth = depth }
  }

  /// Of the innermost group that is being built.
  @TaskLocal private static var made: Made?

  /// Whether a group that is made now would be nested too deeply.
  static var isTooDeep: Bool { made.map { $0.depth >= SpecNode.maximumHeight } ?? false }

  /// Builds the content of a group, with a failing example for each node that it makes and leaves out.
  static func build(_ content: () -> SpecNode) -> SpecNode {
    let made = Made(depth: (Self.made?.depth ?? 0) + 1)
    let node = $made.withValue(made, operation: content)
    node.place()
    var unattached = SpecNode.unattached(among: made.nodes.withLock { $0 })
    guard !unattached.isEmpty else { return node }
    // They may belong to a group that was assembled by hand.
    node.place(isDeep: true)
    unattached = SpecNode.unattached(among: unattached)
    return unattached.isEmpty ? node : .several([node] + unattached.map(\.asFailingExample))
  }

  /// Creates a node of the author, which is reported if no group contains it.
  ///
  /// - Parameter make: Creates it with the mark that records whether it belongs to a tree.
  fileprivate static func node(_ make: (Placement?) -> SpecNode) -> SpecNode {
    if let made {
      let node = make(Placement())
      made.nodes.withLock { $0.append(node) }
      return node
    }
    if let scope = ExampleScope.current {
      let node = make(Placement())
      scope.record(node)
      return node
    }
    // At the top level of a file, nothing ends that could miss it.
    return make(nil)
  }
}

extension SpecNode {
  /// A node that the author creates. It must be added to a tree.
  static func made(
    _ name: String, at place: Place, traits: [any ExampleTrait] = [], content: Content
  ) -> SpecNode {
    GroupContent.node {
      SpecNode(name, at: place, traits: traits, content: content, placement: $0)
    }
  }

  /// A node that the author creates, whose content needs its place.
  static func made(
    _ name: String, _ traits: [any ExampleTrait], _ filePath: String, _ line: Int, _ column: Int,
    _ content: (Place) -> Content
  ) -> SpecNode {
    let place = Place(path: filePath, line: line, column: column)
    return made(name, at: place, traits: traits, content: content(place))
  }
}
