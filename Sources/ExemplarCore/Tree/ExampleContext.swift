/// The facts about an example or a group in addition to its id: its location, its row, and the
/// properties that it inherits.
///
/// It is created once, while planning, and travels as one value with planned nodes, to hooks, in
/// events and with issues.
public struct ExampleContext: Sendable, Hashable {
  private var storage: Storage

  /// Makes a context; tags may come in any order.
  package init(
    at place: Place? = nil, row: RowReference? = nil, tags: Set<String> = [], bugs: [String] = [],
    inclusions: [InclusionFrame] = []
  ) {
    var facts = Facts()
    if !tags.isEmpty { facts[.tags] = Array(tags) }
    if !bugs.isEmpty { facts[.bugs] = bugs }
    self.init(at: place, row: row, facts, inclusions)
  }

  /// Makes a context with facts of every kind.
  package init(
    at place: Place?, row: RowReference?, _ facts: Facts, _ inclusions: [InclusionFrame]
  ) {
    let isPlain = facts.isEmpty && inclusions.isEmpty
    self.init(place, row, isPlain ? .nothing : Inherited(facts, inclusions))
  }

  private init(_ place: Place?, _ row: RowReference?, _ inherited: Inherited) {
    storage = Storage(place, row, inherited)
  }

  /// The location of the example, the outline or the group; `nil` if it is unknown, as for an issue
  /// that was read from a stored run.
  public var place: Place? {
    get { storage.place }
    set { self = ExampleContext(newValue, storage.row, storage.inherited) }
  }

  /// The row, for an example of an outline.
  public var row: RowReference? {
    get { storage.row }
    set { self = ExampleContext(storage.place, newValue, storage.inherited) }
  }

  /// Whether it is that of an example of an outline.
  package var hasRow: Bool { storage.hasRow }

  /// The facts that traits of the example and of the groups around it state.
  package var facts: Facts { storage.inherited.facts }

  /// The tags of the example and of the groups around it, sorted.
  public var tags: [String] { facts[.tags] }

  /// The same tags, to look one up.
  package var tagSet: Set<String> { storage.inherited.tags }

  /// The bugs that the example and the groups around it are about, the outermost first.
  public var bugs: [String] { facts[.bugs] }

  /// The lines that included the surrounding shared examples, the innermost first.
  public var inclusions: [InclusionFrame] { storage.inherited.inclusions }

  /// The context of something inside this one.
  package func inner(
    at place: Place?, row: RowReference? = nil, adding properties: NodeProperties? = nil,
    _ inclusion: InclusionFrame? = nil
  ) -> ExampleContext {
    // Most nodes add nothing, and share what they have.
    let added = properties?.facts
    if inclusion == nil, added?.isEmpty ?? true {
      return ExampleContext(place, row, storage.inherited)
    }
    return ExampleContext(
      at: place, row: row, added.map { facts.adding($0) } ?? facts,
      (inclusion.map { [$0] } ?? []) + inclusions)
  }

  /// This context with further facts.
  package func adding(_ added: Facts) -> ExampleContext {
    added.isEmpty ? self : ExampleContext(at: place, row: row, facts.adding(added), inclusions)
  }

  /// The context of a row of this outline.
  package func with(_ row: RowReference) -> ExampleContext {
    ExampleContext(storage.place, row, storage.inherited)
  }

  /// Whether it has the very facts and inclusions of another, as siblings do. Where they are only equal, it
  /// may be `false`.
  package func sharesTraits(with other: ExampleContext) -> Bool {
    storage.inherited === other.storage.inherited
  }

  /// Whether it differs from `other` only by its row, as in an outline. May be `false` for facts
  /// that are merely equal.
  package func isSibling(of other: ExampleContext) -> Bool {
    sharesTraits(with: other) && storage.place != nil && storage.place == other.storage.place
  }

  /// Everything that the context holds: a class, since it is handed on with each step of each example.
  private final class Storage: Sendable, Hashable {
    let place: Place?
    let row: RowReference?
    /// Apart from the row, which would be copied to look.
    let hasRow: Bool
    let inherited: Inherited

    init(_ place: Place?, _ row: RowReference?, _ inherited: Inherited) {
      hasRow = row != nil
      self.place = place
      self.row = row
      self.inherited = inherited
    }

    static func == (a: Storage, b: Storage) -> Bool {
      a === b || (a.place == b.place && a.row == b.row && a.inherited == b.inherited)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(place)
      hasher.combine(row)
      hasher.combine(inherited)
    }
  }

  /// The facts that many nodes share.
  private final class Inherited: Sendable, Hashable {
    let facts: Facts
    /// The tags among the facts, to look one up.
    let tags: Set<String>
    let inclusions: [InclusionFrame]

    static let nothing = Inherited(Facts(), [])

    init(_ facts: Facts, _ inclusions: [InclusionFrame]) {
      self.facts = facts
      tags = Set(facts[.tags])
      self.inclusions = inclusions
    }

    static func == (a: Inherited, b: Inherited) -> Bool {
      a === b || (a.facts == b.facts && a.inclusions == b.inclusions)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(facts)
      hasher.combine(inclusions)
    }
  }
}

/// The facts about the surrounded example or group that a hook receives.
public struct ExampleInfo: Sendable, Hashable {
  /// The stable id.
  public var id: ExampleID
  /// Everything else.
  package var context: ExampleContext
  /// A number from 0 that no other example or hook has while this one runs, in no process of the run: for a port, a
  /// database or a folder of its own. See ``currentSlot(fileID:filePath:line:column:)``.
  public package(set) var slot = 0

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
