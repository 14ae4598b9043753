/// The facts about an example or a group in addition to its id: its location, its row, and the
/// properties that it inherits.
///
/// It is created once, while planning, and travels as one value with planned nodes, to hooks, in
/// events and with issues.
public struct ExampleContext: Sendable, Hashable {
  private var facts: Facts

  /// Makes a context; tags may come in any order.
  public init(
    at place: Place? = nil, row: RowReference? = nil, tags: Set<String> = [], bugs: [String] = [],
    inclusions: [InclusionFrame] = []
  ) {
    facts = .made(
      place, row,
      tags.isEmpty && bugs.isEmpty && inclusions.isEmpty
        ? .nothing : Inherited(tags, bugs, inclusions))
  }

  private init(_ facts: Facts) {
    self.facts = facts
  }

  /// The location of the example, the outline or the group; `nil` if it is unknown, as for an issue
  /// that was read from a stored run.
  public var place: Place? {
    get { facts.place }
    set { facts = .made(newValue, facts.row, facts.inherited) }
  }

  /// The row, for an example of an outline.
  public var row: RowReference? {
    get { facts.row }
    set { facts = .made(facts.place, newValue, facts.inherited) }
  }

  /// Whether there is a row, without a copy of it.
  package var hasRow: Bool { facts.hasRow }

  /// The tags of the example and of the groups around it, sorted.
  public var tags: [String] { facts.inherited.sortedTags }

  /// The same tags, to look one up.
  public var tagSet: Set<String> { facts.inherited.tags }

  /// The bugs that the example and the groups around it are about, the outermost first.
  public var bugs: [String] { facts.inherited.bugs }

  /// The lines that included the surrounding shared examples, the innermost first.
  public var inclusions: [InclusionFrame] { facts.inherited.inclusions }

  /// The context of something inside this one.
  package func inner(
    at place: Place, row: RowReference? = nil, adding properties: NodeProperties? = nil,
    _ inclusion: InclusionFrame? = nil
  ) -> ExampleContext {
    // Most nodes add nothing, and share what they have.
    let adds = inclusion != nil || properties.map { !$0.tags.isEmpty || !$0.bugs.isEmpty } ?? false
    guard adds else { return ExampleContext(.made(place, row, facts.inherited)) }
    let inherited = Inherited(
      tagSet.union(properties?.tags ?? []),
      bugs + (properties?.bugs ?? []).filter { !bugs.contains($0) },
      (inclusion.map { [$0] } ?? []) + inclusions)
    return ExampleContext(.made(place, row, inherited))
  }

  /// The context of a row of the outline that this one is of.
  package func inner(
    row: RowReference, adding properties: NodeProperties? = nil
  ) -> ExampleContext {
    guard let properties else {
      return ExampleContext(FactsOfRow(facts.place, row, facts.inherited))
    }
    return inner(at: facts.place ?? .unknown, row: row, adding: properties)
  }

  /// Whether it has the very tags, bugs and inclusions of another, as siblings do. Where they are only
  /// equal, it may be `false`.
  package func sharesTraits(with other: ExampleContext) -> Bool {
    facts.inherited === other.facts.inherited
  }

  /// Whether it differs from `other` only by its row, as in an outline. May be `false` for facts
  /// that are merely equal.
  package func isSibling(of other: ExampleContext) -> Bool {
    guard sharesTraits(with: other), let place = facts.place, let other = other.facts.place else {
      return false
    }
    return place.line == other.line && place.column == other.column && place.path == other.path
  }

  /// Everything that the context holds: a class, since it is handed on with each step of each example.
  private class Facts: @unchecked Sendable, Hashable {
    let place: Place?
    let inherited: Inherited

    init(_ place: Place?, _ inherited: Inherited) {
      self.place = place
      self.inherited = inherited
    }

    var row: RowReference? { nil }
    var hasRow: Bool { false }

    static func made(
      _ place: Place?, _ row: RowReference?, _ inherited: Inherited
    ) -> Facts {
      row.map { FactsOfRow(place, $0, inherited) } ?? Facts(place, inherited)
    }

    static func == (a: Facts, b: Facts) -> Bool {
      a === b || (a.place == b.place && a.row == b.row && a.inherited == b.inherited)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(place)
      hasher.combine(row)
      hasher.combine(inherited)
    }
  }

  /// The same for a row. A class of its own, because most examples have no row.
  private final class FactsOfRow: Facts, @unchecked Sendable {
    private let ownRow: RowReference

    init(_ place: Place?, _ row: RowReference, _ inherited: Inherited) {
      ownRow = row
      super.init(place, inherited)
    }

    override var row: RowReference? { ownRow }
    override var hasRow: Bool { true }
  }

  /// The facts that many nodes share.
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

/// The facts about the surrounded example or group that a hook receives.
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
  /// The lines that included the surrounding shared examples, the innermost first.
  public var inclusions: [InclusionFrame] { context.inclusions }
}
