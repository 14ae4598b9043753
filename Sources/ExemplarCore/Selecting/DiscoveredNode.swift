/// A spec, a group, an example or an outline, as data.
public struct DiscoveredNode: Sendable, Identifiable {
  /// The kind of a node.
  public enum Kind: Sendable {
    /// A spec, a group, or the group of included shared examples.
    case group
    /// An example. A declaration that cannot run is an example that fails.
    case example
    /// An outline, whose rows become examples when it runs.
    case outline
    /// An example that is not written yet.
    case pending
  }

  /// The id, which also selects the node.
  public let id: String
  /// The last part of the id.
  public let name: String
  /// Whether it is a group, an example, an outline or pending.
  public let kind: Kind
  /// Where the author declared it.
  public let location: Place
  /// The properties that its own traits set; those of surrounding groups apply too.
  public let properties: NodeProperties
  /// The nodes of a group in declared order.
  public let children: [DiscoveredNode]

  fileprivate init(_ candidate: Candidate) {
    id = candidate.id.text
    name = candidate.id.name
    kind =
      switch candidate.node.content {
      case .group: .group
      case .outline: .outline
      case .pending: .pending
      default: .example
      }
    location = candidate.node.place
    properties = candidate.properties
    children = candidate.children.map(DiscoveredNode.init)
  }

  /// The nodes of specs; hooks that several specs share are not among them.
  package static func all(in resolved: ResolvedSpecs) -> [DiscoveredNode] {
    Candidate.trees(resolved.specs).filter { $0.properties.hookScope == nil }
      .map(DiscoveredNode.init)
  }
}
