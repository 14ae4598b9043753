/// An outline that is being expanded. One task has it at a time, so no access looks for others.
final class OutlineExpansion: @unchecked Sendable {
  let outline: Outline
  let id: ExampleID
  let context: ExampleContext
  let place: Place
  /// The settings of its rows, which their own traits override.
  let settings: ExampleSettings
  /// The rows that have run in another process.
  let rowsOver: FinishedRows
  let enclosing: EnclosingGroups
  /// The rows to run.
  let asked: RowSelection
  /// Whether each row runs that is read, whatever its path is.
  let takesAll: Bool
  /// Claims the row at a position, which then runs here, if other processes may run some: each belongs to the part of the
  /// plan that claims it first. `nil` if all run here.
  let claim: (@Sendable (_ row: Int) -> Bool)?
  /// The rows that were claimed, and whether some of them run elsewhere. All processes must read the same.
  @exclusivity(unchecked) private(set) var reading = RowReading()
  @exclusivity(unchecked) private(set) var isShared = false
  @exclusivity(unchecked) var findings = OutlineFindings()
  /// The expected values that values of its rows have equaled. Protected by the lock of the groups.
  @exclusivity(unchecked) var confirmed = ConfirmedPlaces()
  /// The sum of the rows that were read, if it has to be that of the listed ones.
  @exclusivity(unchecked) var rowsRead = ShardShare.Sum()
  /// Reads the rows.
  @exclusivity(unchecked) var cursor: RowCursor<ExampleInvocation>?
  @exclusivity(unchecked) var namer: RowNamer
  /// A row that was read and is still to be run.
  @exclusivity(unchecked) var pushedBack: ExampleInvocation?
  /// Whether all rows have been read that have to be.
  @exclusivity(unchecked) var isRead = false
  /// How many rows are still to be passed over, since they have run in another process.
  @exclusivity(unchecked) var rowsToPass: Int
  /// The data suites that are open, with the times at which they began.
  @exclusivity(unchecked) var suites: [(suite: RowSuite, id: ExampleID, start: Double)] = []
  /// The requested paths; `nil` if everything was requested.
  private let askedPaths: Set<ExampleID>?
  /// Those that have not been found yet.
  @exclusivity(unchecked) private(set) var missing: Set<ExampleID>?
  /// Whether a data suite was requested as a whole, so that it is complete only at its end.
  @exclusivity(unchecked) private var isSuiteAsked = false

  init(
    outline: Outline, asked: RowSelection, example: PlannedExample, settings: ExampleSettings,
    enclosing: EnclosingGroups, claim: (@Sendable (_ row: Int) -> Bool)?
  ) {
    self.outline = outline
    id = example.info.id
    namer = RowNamer(below: id)
    context = example.info.context
    place = example.info.place
    self.settings = settings
    rowsOver = example.rowsOver
    self.enclosing = enclosing
    // Findings about all rows together need all of them.
    self.asked = asked.needsAllRows ? .all : asked
    takesAll = self.asked.isAll && asked.paths == nil && claim == nil
    self.claim = claim
    rowsToPass = rowsOver.count
    askedPaths = asked.paths
    missing = asked.paths
  }

  /// The next row to run; `nil` after the last one that has to be read.
  func nextRow(of cursor: RowCursor<ExampleInvocation>) throws -> ExampleInvocation? {
    if pushedBack != nil {
      defer { pushedBack = nil }
      return pushedBack
    }
    return takesAll || !hasAll ? try cursor.nextNow() : nil
  }

  /// Whether everything that was asked for has been seen, so that the rest need not be read.
  var hasAll: Bool {
    missing?.isEmpty == true && !isSuiteAsked && !asked.reportsAll
  }

  /// Whether the row that was named last runs here.
  func takes(rowNamed name: String) -> Bool {
    if takesAll { return true }
    let path = namer.path(ofLast: name)
    if asked.listedRows != nil { rowsRead.record(path.text) }
    guard asked.contains(path) else { return false }
    see(path)
    guard let claim else { return true }
    let isOwn = claim(reading.count)
    reading.record(path.text)
    if !isOwn { isShared = true }
    return isOwn
  }

  /// Notes that a row was seen that was asked for.
  private func see(_ path: ExampleID) {
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

  /// Whether `name`, which is not the name of a row, was requested and has not been reported yet.
  func isAsked(_ name: String) -> Bool { missing?.contains(ExampleID([name])) == true }

  /// Removes `name`, which is not the name of a row, from the missing paths. Returns whether it was
  /// one.
  func isMissing(_ name: String) -> Bool {
    missing?.remove(ExampleID([name])) != nil
  }
}
