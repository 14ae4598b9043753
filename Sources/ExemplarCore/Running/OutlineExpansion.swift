/// An outline that is being expanded. One task has it at a time.
final class OutlineExpansion: @unchecked Sendable {
  let outline: Outline
  /// The rows to run.
  let asked: RowSelection
  /// The requested paths; `nil` if everything was requested.
  private let askedPaths: Set<ExampleID>?
  var findings = OutlineFindings()
  let example: PlannedExample
  let enclosing: EnclosingGroups
  /// How many rows are still to be passed over, since they have run in another process.
  var rowsToPass: Int
  /// The claims on its rows, if other processes may run some; `nil` if all run here.
  var claims: RowClaims?
  var namer = RowNamer()
  var duplicates: [UsageError] = []
  /// The requested paths that have not been found yet; `nil` if everything was requested.
  var missing: Set<ExampleID>?
  /// Whether a data suite was requested as a whole, so that it is complete only at its end.
  var isSuiteAsked = false
  /// The data suites that are open, with the times at which they began.
  var suites: [(suite: RowSuite, id: ExampleID, start: Double)] = []
  /// Reads the rows.
  var cursor: RowCursor?
  /// A row that was read and is still to be run.
  var pushedBack: RowExample?
  /// Whether all rows have been read that have to be.
  var isRead = false

  let id: ExampleID
  let place: Place
  let context: ExampleContext
  /// The default time limit of rows.
  let timeLimit: Duration?
  let retries: Int
  /// Whether each row runs that is read, whatever its path is.
  let takesAll: Bool

  /// The row that was read and is still to be run, if there is one, which is run now.
  func popPushedBack() -> RowExample? {
    defer { pushedBack = nil }
    return pushedBack
  }

  init(
    outline: Outline, asked: RowSelection, example: PlannedExample, enclosing: EnclosingGroups,
    _ configuration: RunConfiguration, claims: RowClaims? = nil
  ) {
    self.outline = outline
    // Findings about all rows together need all of them.
    let all = OutlineFindings.needAllRows(asked) ? .all : asked
    self.asked = all
    takesAll = all.isAll && asked.paths == nil && claims == nil
    id = example.info.id
    place = example.info.place
    context = example.info.context
    timeLimit = example.timeLimit ?? configuration.timeLimit
    retries = max(0, example.retries ?? configuration.retries)
    askedPaths = asked.paths
    missing = asked.paths
    self.example = example
    rowsToPass = example.rowsOver.count
    self.claims = claims
    self.enclosing = enclosing
  }
}

extension OutlineExpansion {
  /// Where what is wrong with all the rows of an outline is reported.
  static let rowsName = Outline.rowsName
  /// The example that reports duplicate names.
  static let rowNamesName = "row names"

  /// Whether everything that was asked for has been seen, so that the rest need not be read.
  var hasAll: Bool {
    missing?.isEmpty == true && !isSuiteAsked
  }

  /// Notes that a row was seen that was asked for.
  func see(_ path: ExampleID) {
    guard missing != nil else { return }
    if missing?.remove(path) != nil { return }
    var current = path.parent
    while let suite = current {
      if askedPaths?.contains(suite) == true {
        // More rows of it may follow.
        isSuiteAsked = true
        missing?.remove(suite)
      }
      current = suite.parent
    }
  }

  /// Removes `name`, which is not the name of a row, from the missing paths. Returns whether it was
  /// one.
  @discardableResult
  func isMissing(_ name: String) -> Bool {
    missing?.remove(ExampleID([name])) != nil
  }
}

extension OutlineExpansion: RowFindings {
  func recordUnread(_ row: RowReference) { findings.recordUnread(row) }

  func leavesOut(_ missing: MissingColumn) async -> Bool {
    guard asked.isAll else { return false }
    return await findings.record(missing, in: outline)
  }
}
