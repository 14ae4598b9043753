/// An example that is about to run. It is handed on with each step, and never copied.
final class Leaf: Sendable {
  let info: ExampleInfo
  let timeLimit: Duration?
  let retries: Int
  /// The values of the row, as people read them.
  let rowValues: (@Sendable () -> String?)?
  /// The row as its source gave it.
  let payload: (any Sendable)?
  /// Tells whether nothing was read of the row; `nil` if nobody asks.
  let isUnread: (@Sendable () -> Bool)?
  /// Is told what is found out about the row.
  let findings: (any RowFindings)?

  init(_ info: ExampleInfo, timeLimit: Duration? = nil, retries: Int = 0) {
    self.info = info
    self.timeLimit = timeLimit
    self.retries = retries
    (rowValues, payload, isUnread, findings) = (nil, nil, nil, nil)
  }

  init(
    _ info: ExampleInfo, timeLimit: Duration?, retries: Int, row: RowExample,
    of outline: any RowFindings, mayBeUnread: Bool
  ) {
    self.info = info
    self.timeLimit = timeLimit
    self.retries = retries
    rowValues = row.values
    payload = row.payload
    isUnread = mayBeUnread ? nil : row.isUnread
    // A row without keys, or one that is a mistake by itself, misses no column.
    findings = row.hasColumn == nil ? nil : outline
  }
}

extension Leaf {
  /// Notes, of a row that has passed, whether nothing was read of it.
  func noteIfUnread() {
    guard let isUnread, isUnread(), let row = info.row else { return }
    findings?.noteUnread(row)
  }
}

/// What is found out about the rows of an outline while they run.
protocol RowFindings: AnyObject, Sendable {
  /// Notes that nothing was read of a row.
  func noteUnread(_ row: RowReference)
  /// Notes that a row misses a column; whether the row is left out, since every row misses it.
  func leavesOut(_ missing: MissingColumn) async -> Bool
}
