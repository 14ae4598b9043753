// The tree: what an author declared, as a value.
//
// A node knows its name, where it was written, its traits, and what it is. It knows nothing of
// plans, runs or hosts, and making one never runs user code.

/// A node of a spec: a group, an example, an outline, or something that belongs to its group, such
/// as a hook.
public struct SpecNode: Sendable {
  /// The name as the author wrote it.
  package var name: String
  /// Where the author wrote it.
  package var place: Place
  /// The traits of this node alone.
  package var traits: [any ExampleTrait]
  /// What the node is.
  package var content: Content
  /// The line that included this group, if it is one of shared examples. None or one: an array, since
  /// it takes less space in the many nodes that have none.
  private var inclusions: [InclusionFrame] = []
  /// Whether this node, or a copy of it, stands in a tree; `nil` if nobody asks.
  package var placement: Placement?

  package init(
    _ name: String, at place: Place, traits: [any ExampleTrait] = [], content: Content
  ) {
    self.name = name
    self.place = place
    self.traits = traits
    self.content = content
  }

  /// The line that included this group, if it is one of shared examples.
  package var inclusion: InclusionFrame? {
    get { inclusions.first }
    set { inclusions = newValue.map { [$0] } ?? [] }
  }

  /// What a node can be.
  ///
  /// What is big and rare is kept apart: most nodes are examples, and there may be many.
  package enum Content: Sendable {
    /// A node with children.
    case group([SpecNode])
    /// A leaf that runs.
    case example(@Sendable () async throws -> Void)
    /// A leaf that expands into one example per row.
    indirect case outline(Outline)
    /// A leaf that is named but not written yet.
    case pending(reason: String?)
    /// Code around the examples of the group that holds it.
    indirect case hook(Hook)
    /// A given of an outer group, redefined for the group that holds it.
    indirect case override(Override)
    /// Shared examples that can be included by their name in the group that holds them, or at top
    /// level in all modules.
    indirect case shared(SharedGroup)
    /// A request for the group of shared examples, until ``ResolvedSpecs`` puts that in its place.
    indirect case inclusion(Inclusion)
    /// A mistake of the author: a leaf that fails.
    indirect case mistake(AuthoringMistake)
    /// Several nodes that stand where one may stand, as a loop in a builder gives them.
    case several([SpecNode])
  }
}

extension SpecNode {
  /// Several nodes as one.
  public static func several(_ nodes: [SpecNode]) -> SpecNode {
    SpecNode("", at: Place(path: ""), content: .several(nodes))
  }

  /// A mistake as a leaf.
  package static func mistake(_ mistake: AuthoringMistake, named name: String) -> SpecNode {
    SpecNode(
      name, at: mistake.place ?? .unknown, content: .mistake(mistake))
  }

  /// The nodes that stand here once several-in-one are laid out flat, in declared order.
  package var flattened: [SpecNode] {
    guard case .several(let nodes) = content else { return [self] }
    return nodes.flattened
  }
}

extension [SpecNode] {
  /// The nodes, with those that stand for several laid out in their place.
  package var flattened: [SpecNode] {
    let isFlat = allSatisfy { node in
      if case .several = node.content { false } else { true }
    }
    return isFlat ? self : flatMap(\.flattened)
  }
}

/// A given that an inner group defines anew.
package struct Override: Sendable {
  /// Which given.
  package var key: GivenKey
  /// What makes the value; only the given itself knows its type.
  package var maker: any Sendable

  package init(_ key: GivenKey, maker: any Sendable) {
    self.key = key
    self.maker = maker
  }
}

/// What makes givens that groups define anew; for each, the innermost maker last.
typealias Overrides = [GivenKey: [any Sendable]]

/// The identity of a given.
package final class GivenKey: Sendable, Hashable {
  package init() {}

  package static func == (a: GivenKey, b: GivenKey) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
