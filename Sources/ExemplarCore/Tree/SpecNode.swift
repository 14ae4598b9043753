// The tree: what an author declared, as a value.
//
// A node knows its name, where it was written, its traits, and what it is. It knows nothing of
// plans, runs or hosts, and making one never runs user code.

/// A node of a spec: a group, an example, an outline, or something that belongs to its group, such
/// as a hook.
public struct SpecNode: Sendable {
  /// The name as the author wrote it.
  public var name: String
  /// Where the author wrote it.
  public var place: Place
  /// The traits of this node alone.
  public var traits: [any ExampleTrait]
  /// What the node is.
  public var content: Content
  /// The line that included this group, if it is one of shared examples.
  public var inclusion: InclusionFrame?
  /// Whether this node, or a copy of it, stands in a tree; `nil` if nobody asks.
  package var placement: Placement?

  public init(
    _ name: String, at place: Place, traits: [any ExampleTrait] = [], content: Content
  ) {
    self.name = name
    self.place = place
    self.traits = traits
    self.content = content
  }

  /// What a node can be.
  public enum Content: Sendable {
    /// A node with children.
    case group([SpecNode])
    /// A leaf that runs.
    case example(@Sendable () async throws -> Void)
    /// A leaf that expands into one example per row.
    case outline(Outline)
    /// A leaf that is named but not written yet.
    case pending(reason: String?)
    /// Code around the examples of the group that holds it.
    case hook(Hook)
    /// A given of an outer group, redefined for the group that holds it.
    case override(Override)
    /// Shared examples that can be included by their name in the group that holds them, or at top
    /// level in all modules.
    case shared(SharedGroup)
    /// A request for the group of shared examples, until ``ResolvedSpecs`` puts that in its place.
    case inclusion(Inclusion)
    /// A mistake of the author: a leaf that fails.
    case mistake(AuthoringMistake)
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
  public static func mistake(_ mistake: AuthoringMistake, named name: String) -> SpecNode {
    SpecNode(
      name, at: mistake.place ?? Place(path: "unknown place"), content: .mistake(mistake))
  }

  /// The nodes that stand here once several-in-one are laid out flat, in declared order.
  public var flattened: [SpecNode] {
    guard case .several(let nodes) = content else { return [self] }
    return nodes.flatMap(\.flattened)
  }
}

/// A given that an inner group defines anew.
public struct Override: Sendable {
  /// Which given.
  public var key: GivenKey
  /// What makes the value; only the given itself knows its type.
  public var maker: any Sendable

  public init(_ key: GivenKey, maker: any Sendable) {
    self.key = key
    self.maker = maker
  }
}

/// The identity of a given.
public final class GivenKey: Sendable, Hashable {
  public init() {}

  public static func == (a: GivenKey, b: GivenKey) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
