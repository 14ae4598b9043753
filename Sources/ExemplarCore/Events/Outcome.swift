/// How an example ended, or why it did not run.
public enum Outcome: Sendable, Hashable {
  /// Nothing failed.
  case passed
  /// It failed and then passed on a retry.
  case flaky
  /// Something failed; unexpected if the first failure was not an assertion.
  case failed(unexpected: Bool)
  /// It failed, or a hook around it did, and that does not fail the run, since it is quarantined.
  case quarantined(reason: String)
  /// It was not run, or ended itself, for a reason.
  case skipped(reason: String)
  /// It is not written yet.
  case pending(reason: String?)
  /// A `beforeAll` of this group failed.
  case blocked(by: ExampleID)

  /// Whether the outcome makes a run fail.
  public var isFailure: Bool {
    switch self {
    case .failed, .blocked: true
    case .passed, .flaky, .quarantined, .skipped, .pending: false
    }
  }

  /// Whether the example ran.
  package var wasExecuted: Bool {
    switch self {
    case .passed, .flaky, .failed, .quarantined: true
    case .skipped, .pending, .blocked: false
    }
  }
}
