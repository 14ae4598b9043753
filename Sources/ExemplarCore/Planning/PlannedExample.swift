/// A leaf of a plan.
package final class PlannedExample: Sendable {
  package let info: ExampleInfo
  package let action: Action
  let timeLimit: Duration?
  let retries: Int?
  let mayLeaveRowsUnread: Bool
  /// Whether it is going to run; an outline does not if none of its rows can.
  package let isRunnable: Bool
  /// The rows of an outline that have run in another process.
  let rowsOver: FinishedRows

  init(
    _ info: ExampleInfo, action: Action, timeLimit: Duration?, retries: Int?, hasRows: Bool,
    mayLeaveRowsUnread: Bool = false, rowsOver: FinishedRows = FinishedRows()
  ) {
    self.info = info
    self.action = action
    self.timeLimit = timeLimit
    self.retries = retries
    self.mayLeaveRowsUnread = mayLeaveRowsUnread
    self.rowsOver = rowsOver
    isRunnable =
      switch action {
      case .run, .fail: true
      case .expand: hasRows
      case .skip, .markPending: false
      }
  }

  /// The same, of an outline without the first rows.
  func with(rowsOver rows: FinishedRows) -> PlannedExample {
    rows.count == 0
      ? self
      : PlannedExample(
        info, action: action, timeLimit: timeLimit, retries: retries, hasRows: isRunnable,
        mayLeaveRowsUnread: mayLeaveRowsUnread, rowsOver: rows)
  }

  /// The planned action for a leaf.
  package enum Action: Sendable {
    case run(@Sendable () async throws -> Void)
    indirect case expand(Outline, rows: RowSelection)
    indirect case fail(UsageError)
    case skip(reason: String)
    case markPending(reason: String?)
  }
}
