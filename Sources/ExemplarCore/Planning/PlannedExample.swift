/// A leaf of a plan.
package final class PlannedExample: Sendable {
  package let info: ExampleInfo
  package let action: Action
  let timeLimit: Duration?
  let retries: Int?
  let mayLeaveRowsUnread: Bool
  /// Whether it is going to run; an outline does not if none of its rows can.
  package let isRunnable: Bool

  init(
    _ info: ExampleInfo, action: Action, timeLimit: Duration?, retries: Int?, hasRows: Bool,
    mayLeaveRowsUnread: Bool = false
  ) {
    self.info = info
    self.action = action
    self.timeLimit = timeLimit
    self.retries = retries
    self.mayLeaveRowsUnread = mayLeaveRowsUnread
    isRunnable =
      switch action {
      case .run, .fail: true
      case .expand: hasRows
      case .skip, .markPending: false
      }
  }

  /// What is done with a leaf.
  package enum Action: Sendable {
    case run(@Sendable () async throws -> Void)
    indirect case expand(Outline, rows: RowSelection)
    indirect case fail(AuthoringMistake)
    case skip(reason: String)
    case markPending(reason: String?)
  }
}
