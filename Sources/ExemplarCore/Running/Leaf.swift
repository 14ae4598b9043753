/// An example that is about to run. Each step passes it on without a copy.
final class Leaf: Sendable {
  let info: ExampleInfo
  let timeLimit: Duration?
  let retries: Int
  /// The values of the row as people read them, on one line.
  let rowValues: (@Sendable () -> String?)?
  /// The same by column, if the row has columns.
  let rowColumns: (@Sendable () -> [RowColumn])?
  /// The row as its source gave it.
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
    // A row without keys, or one that is a mistake by itself, misses no column.
    findings = row.hasColumn == nil ? nil : outline
  }
}

extension Leaf {
  /// Reports a row that passed although the example read no value of it.
  func noteIfUnread() {
    guard let isUnread, isUnread(), let row = info.row else { return }
    findings?.noteUnread(row)
  }
}

/// Receives findings about the rows of an outline while they run.
protocol RowFindings: AnyObject, Sendable {
  /// Notes that nothing was read of a row.
  func noteUnread(_ row: RowReference)
  /// Notes that a row misses a column; whether the row is left out, since every row misses it.
  func leavesOut(_ missing: MissingColumn) async -> Bool
}
