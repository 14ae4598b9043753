/// Code around the examples of a group.
public struct Hook: Sendable {
  /// When a hook runs.
  public enum Moment: String, Sendable, Hashable, Codable {
    /// Once, before the first example of the group.
    case beforeAll
    /// Before the `beforeEach` hooks of a group of shared examples: the making of their parameter,
    /// where that suspends or can fail.
    case parameter
    /// Before each example of the group and of the groups in it.
    case beforeEach
    /// After each example of the group and of the groups in it.
    case afterEach
    /// Once, after the last example of the group.
    case afterAll
  }

  public var moment: Moment
  /// What runs; the info tells which example, or for the group hooks which group, it surrounds.
  public var body: @Sendable (ExampleInfo) async throws -> Void

  public init(
    _ moment: Moment, body: @escaping @Sendable (ExampleInfo) async throws -> Void
  ) {
    self.moment = moment
    self.body = body
  }
}

/// What a hook can know of the example or the group that it surrounds.
public struct ExampleInfo: Sendable, Hashable {
  /// The stable id.
  public var id: ExampleID
  /// The name, without focus marks.
  public var name: String
  /// The tags of the example and of the groups around it.
  public var tags: Set<String>
  /// The bugs that the example and the groups around it are about, the outermost first.
  public var bugs: [String]
  /// Where the example, the outline or the group was written.
  public var place: Place
  /// The row, for an example of an outline.
  public var row: RowReference?
  /// The lines that included the shared examples it stands in, the innermost first.
  public var inclusions: [InclusionFrame]

  public init(
    id: ExampleID, name: String, tags: Set<String> = [], bugs: [String] = [], place: Place,
    row: RowReference? = nil, inclusions: [InclusionFrame] = []
  ) {
    self.id = id
    self.name = name
    self.tags = tags
    self.bugs = bugs
    self.place = place
    self.row = row
    self.inclusions = inclusions
  }
}
