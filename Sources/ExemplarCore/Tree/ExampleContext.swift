/// What is known about an example or a group besides its id: where it was written, its row, and
/// what it has from the groups around it.
///
/// It is made once, while planning, and travels from there as one value: with planned nodes, to hooks,
/// in events and with issues.
public struct ExampleContext: Sendable, Hashable {
  /// Where the example, the outline or the group was written; `nil` where nobody said so, as for an
  /// issue that was read from a stored run.
  public var place: Place?
  /// The row, for an example of an outline.
  public var row: RowReference?
  private var inherited: Inherited

  /// Makes a context; tags may come in any order.
  public init(
    at place: Place? = nil, row: RowReference? = nil, tags: Set<String> = [], bugs: [String] = [],
    inclusions: [InclusionFrame] = []
  ) {
    self.place = place
    self.row = row
    inherited =
      tags.isEmpty && bugs.isEmpty && inclusions.isEmpty
      ? .nothing : Inherited(tags, bugs, inclusions)
  }

  /// The tags of the example and of the groups around it, sorted.
  public var tags: [String] { inherited.sortedTags }

  /// The same tags, to look one up.
  public var tagSet: Set<String> { inherited.tags }

  /// The bugs that the example and the groups around it are about, the outermost first.
  public var bugs: [String] { inherited.bugs }

  /// The lines that included the shared examples it stands in, the innermost first.
  public var inclusions: [InclusionFrame] { inherited.inclusions }

  /// The context of something inside this one.
  package func inner(
    at place: Place, row: RowReference? = nil, adding properties: NodeProperties,
    _ inclusion: InclusionFrame? = nil
  ) -> ExampleContext {
    var inner = self
    inner.place = place
    inner.row = row
    // Most nodes add nothing, and share what they have.
    if !properties.tags.isEmpty || !properties.bugs.isEmpty || inclusion != nil {
      inner.inherited = Inherited(
        tagSet.union(properties.tags), bugs + properties.bugs.filter { !bugs.contains($0) },
        (inclusion.map { [$0] } ?? []) + inclusions)
    }
    return inner
  }

  /// What many nodes have in common.
  private final class Inherited: Sendable, Hashable {
    let tags: Set<String>
    let sortedTags: [String]
    let bugs: [String]
    let inclusions: [InclusionFrame]

    static let nothing = Inherited([], [], [])

    init(_ tags: Set<String>, _ bugs: [String], _ inclusions: [InclusionFrame]) {
      self.tags = tags
      sortedTags = tags.sorted()
      self.bugs = bugs
      self.inclusions = inclusions
    }

    static func == (a: Inherited, b: Inherited) -> Bool {
      a === b || (a.sortedTags == b.sortedTags && a.bugs == b.bugs && a.inclusions == b.inclusions)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(sortedTags)
      hasher.combine(bugs)
      hasher.combine(inclusions)
    }
  }
}

/// What a hook can know about the example or the group that it surrounds.
public struct ExampleInfo: Sendable, Hashable {
  /// The stable id.
  public var id: ExampleID
  /// Everything else.
  public var context: ExampleContext

  package init(_ id: ExampleID, _ context: ExampleContext) {
    self.id = id
    self.context = context
  }

  /// The name, without focus marks.
  public var name: String { id.name }
  /// The tags of the example and of the groups around it.
  public var tags: Set<String> { context.tagSet }
  /// The bugs that the example and the groups around it are about, the outermost first.
  public var bugs: [String] { context.bugs }
  /// Where the example, the outline or the group was written.
  public var place: Place { context.place ?? .unknown }
  /// The row, for an example of an outline.
  public var row: RowReference? { context.row }
  /// The lines that included the shared examples it stands in, the innermost first.
  public var inclusions: [InclusionFrame] { context.inclusions }
}
