/// One example or row to run, with its settings. An object, since each step of a run passes it on.
final class ExampleInvocation: Sendable {
  let info: ExampleInfo
  /// Those of the example, with those of the run in place of missing ones.
  let settings: ExampleSettings
  /// The row, for an example of an outline.
  let row: RowExample?
  /// The outline, which receives findings about the row.
  private let outline: OutlineExpansion?

  init(
    _ info: ExampleInfo, _ settings: ExampleSettings = ExampleSettings(), row: RowExample? = nil,
    of outline: OutlineExpansion? = nil
  ) {
    self.info = info
    self.settings = settings
    self.row = row
    self.outline = outline
  }

  var timeLimit: Duration? { settings.timeLimit }
  var retries: Int { max(0, settings.retries ?? 0) }

  /// Reports a row that passed although the example read no value of it.
  func recordIfUnread() {
    guard let isUnread = row?.isUnread, let outline, settings.mayLeaveRowsUnread != true,
      row?.hasColumn != nil, isUnread(), let reference = info.row
    else { return }
    outline.findings.recordUnread(reference)
  }

  /// Records that the row misses a column. Returns whether the row is left out, since every row misses it.
  func leavesOut(_ missing: MissingColumn) async -> Bool {
    // A row without keys, or one with an error of its own, misses no column.
    guard let outline, row?.hasColumn != nil, outline.asked.isOfAll else { return false }
    return await outline.findings.record(missing, in: outline.outline)
  }
}
