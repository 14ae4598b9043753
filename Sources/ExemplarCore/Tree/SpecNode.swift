// The tree: what an author declared, as a value.
//
// A node knows its name, where it was written, its traits, and what it is. It does not depend
// on plans, runs or hosts, and creating one never runs user code.

/// A node of a spec: a group, an example, an outline, or something that belongs to its group, such
/// as a hook.
public struct SpecNode: Sendable {
  /// Everything that the node holds: an object, since a node is handed on from list to list, and there may
  /// be many.
  private var storage: Storage

  package init(
    _ name: String, at place: Place, traits: [any ExampleTrait] = [], content: Content,
    placement: Placement? = nil
  ) {
    storage = Storage(name, place, traits, content, [], placement)
  }

  /// The name as the author wrote it.
  package var name: String {
    get { storage.name }
    set { storage = storage.with(name: newValue) }
  }
  /// Where the author wrote it.
  package var place: Place { storage.place }
  /// The traits of this node alone.
  package var traits: [any ExampleTrait] {
    get { storage.traits }
    set { storage = storage.with(traits: newValue) }
  }
  /// The kind of the node.
  package var content: Content {
    get { storage.content }
    set { storage = storage.with(content: newValue) }
  }
  /// The line that included this group, if it is one of shared examples.
  package var inclusion: InclusionFrame? {
    get { storage.inclusions.first }
    set { storage = storage.with(inclusions: newValue.map { [$0] } ?? []) }
  }
  /// Whether this node, or a copy of it, belongs to a tree; `nil` if that is not tracked.
  package var placement: Placement? {
    get { storage.placement }
    set { storage = storage.with(placement: .some(newValue)) }
  }

  /// How many groups are nested in the node at most, itself included.
  package var height: Int { storage.height }

  /// How many groups can be nested. Code that handles a tree calls itself for each of them, so more could
  /// overflow the stack.
  package static let maximumHeight = 1024

  /// The contents of a node, which never change.
  private final class Storage: Sendable {
    let name: String
    let place: Place
    let traits: [any ExampleTrait]
    let content: Content
    let height: Int
    /// At most one: an array, since it takes less space in the many nodes without any.
    let inclusions: [InclusionFrame]
    let placement: Placement?

    init(
      _ name: String, _ place: Place, _ traits: [any ExampleTrait], _ content: Content,
      _ inclusions: [InclusionFrame], _ placement: Placement?
    ) {
      self.name = name
      self.place = place
      self.traits = traits
      let height = content.height
      let isTooHigh = height > SpecNode.maximumHeight
      self.height = isTooHigh ? 1 : height
      self.content = isTooHigh ? .group([.nestedTooDeeply(at: place)]) : content
      self.inclusions = inclusions
      self.placement = placement
    }

    /// The same with something else in its place.
    func with(
      name: String? = nil, traits: [any ExampleTrait]? = nil, content: Content? = nil,
      inclusions: [InclusionFrame]? = nil, placement: Placement?? = nil
    ) -> Storage {
      Storage(
        name ?? self.name, place, traits ?? self.traits, content ?? self.content,
        inclusions ?? self.inclusions, placement ?? self.placement)
    }
  }

  /// The kinds of nodes.
  ///
  /// Large and rare contents are stored indirectly: most nodes are examples, and there may be many.
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
    indirect case mistake(UsageError)
    /// Several nodes in place of one, as a loop in a builder gives them. None of them holds several again.
    case several([SpecNode])

    /// How many groups are nested in it at most.
    fileprivate var height: Int {
      switch self {
      case .group(let nodes): 1 + nodes.height
      case .inclusion(let inclusion): 1 + inclusion.customization.height
      case .several(let nodes): nodes.height
      default: 0
      }
    }
  }
}

extension SpecNode {
  /// Several nodes as one.
  public static func several(_ nodes: [SpecNode]) -> SpecNode {
    SpecNode("", at: Place(path: ""), content: .several(nodes.flattened))
  }

  /// A mistake as a leaf.
  package static func mistake(_ mistake: UsageError, named name: String) -> SpecNode {
    SpecNode(
      name, at: mistake.place ?? .unknown, content: .mistake(mistake))
  }

  /// A group with a mistake alone.
  package static func group(
    _ name: String, failing mistake: UsageError, as example: String
  ) -> SpecNode {
    SpecNode(
      name, at: mistake.place ?? .unknown, content: .group([.mistake(mistake, named: example)]))
  }

  /// A failing example in place of nodes that are nested too deeply.
  package static func nestedTooDeeply(at place: Place) -> SpecNode {
    .mistake(.nestedTooDeeply(at: place), named: "groups nested too deeply")
  }

  /// The nodes after flattening lists, in declared order.
  package var flattened: [SpecNode] {
    guard case .several(let nodes) = content else { return [self] }
    return nodes
  }
}

extension [SpecNode] {
  /// How many groups are nested in the nodes at most.
  package var height: Int { reduce(0) { Swift.max($0, $1.height) } }

  /// The nodes, with those that stand for several laid out in their place.
  package var flattened: [SpecNode] {
    let isFlat = allSatisfy { node in
      if case .several = node.content { false } else { true }
    }
    return isFlat ? self : flatMap(\.flattened)
  }
}

extension UsageError {
  static func nestedTooDeeply(at place: Place) -> UsageError {
    UsageError(
      "Groups can be nested \(SpecNode.maximumHeight) deep. These are nested deeper, so their examples do "
        + "not run. Nest fewer groups.", at: place)
  }
}

/// A given that an inner group redefines.
package struct Override: Sendable {
  /// Which given.
  package var key: GivenKey
  /// Creates the value; only the given itself knows its type.
  package var maker: any Sendable

  package init(_ key: GivenKey, maker: any Sendable) {
    self.key = key
    self.maker = maker
  }
}

/// The makers of givens that groups redefine, for each given the innermost last.
typealias Overrides = [GivenKey: [any Sendable]]

/// The identity of a given.
package final class GivenKey: Sendable, Hashable {
  package init() {}

  package static func == (a: GivenKey, b: GivenKey) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
