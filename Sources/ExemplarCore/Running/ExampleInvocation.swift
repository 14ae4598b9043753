/// One example or row to run, with its settings. An object, since each step of a run passes it on.
final class ExampleInvocation: Sendable {
  let info: ExampleInfo
  let timeLimit: Duration?
  let retries: Int
  /// The values of the row for people, on one line.
  let rowValues: (@Sendable () -> String?)?
  /// The same by column, if the row has columns.
  let rowColumns: (@Sendable () -> [RowColumn])?
  /// The row as its source returned it.
  let payload: (any Sendable)?
  /// Returns whether the example read no value of the row; `nil` if that does not matter.
  let isUnread: (@Sendable () -> Bool)?
  /// Receives the findings about the row.
  let findings: (any RowFindings)?

  init(_ info: ExampleInfo, timeLimit: Duration? = nil, retries: Int = 0) {
    self.info = info
    self.timeLimit = timeLimit
    self.retries = retries
    (rowValues, rowColumns, payload, isUnread, findings) = (nil, nil, nil, nil, nil)
  }

  init(
    _ info: ExampleInfo, timeLimit: Duration?, retries: Int, row: RowExample,
    of outline: any RowFindings, mayBeUnread: Bool
  ) {
    self.info = info
    self.timeLimit = timeLimit
    self.retries = retries
    rowValues = row.values
    rowColumns = row.columns
    payload = row.payload
    isUnread = mayBeUnread ? nil : row.isUnread
    // A row without keys, or one with an error of its own, misses no column.
    findings = row.hasColumn == nil ? nil : outline
  }
}

extension ExampleInvocation {
  /// Reports a row that passed although the example read no value of it.
  func recordIfUnread() {
    guard let isUnread, isUnread(), let row = info.row else { return }
    findings?.recordUnread(row)
  }
}

/// Receives findings about the rows of an outline while they run.
protocol RowFindings: AnyObject, Sendable {
  /// Records that no value of a row was read.
  func recordUnread(_ row: RowReference)
  /// Records that a row misses a column. Returns whether the row is left out, since every row misses it.
  func leavesOut(_ missing: MissingColumn) async -> Bool
}
