/// How a run ended, in numbers.
public struct RunSummary: Sendable, Hashable {
  /// How many examples ran: those that passed, were flaky, failed, or were quarantined.
  public var executed = 0
  /// How many examples passed at the first attempt.
  public var passed = 0
  /// How many examples failed.
  public var failed = 0
  /// How many of the failed ones failed by something other than an assertion.
  public var unexpected = 0
  /// How many examples failed and then passed on a retry.
  public var flaky = 0
  /// How many examples failed without failing the run, since they are quarantined.
  public var quarantined = 0
  /// How many examples were skipped, or skipped themselves.
  public var skipped = 0
  /// How many examples are not written yet.
  public var pending = 0
  /// How many examples did not run because a `beforeAll` failed.
  public var blocked = 0
  /// How many groups failed by themselves: by a hook around all their examples.
  public var groupFailures = 0
  /// How many failing issues belong to no example and no group.
  public var runFailures = 0
  /// How many warnings were recorded.
  public var warnings = 0
  /// How many planned examples were not reached, because the run stopped.
  public var notReached = 0
  /// How many known issues were recorded.
  public var knownIssues = 0
  /// How long the run took, in seconds.
  public var duration: Double = 0
  /// The seed of the order.
  public var seed: UInt64
  /// `random` or `defined`.
  public var order: Order
  /// Whether something was focused.
  public var isFocused = false
  /// Whether there is a focus where none is allowed, as on a CI machine.
  public var isFocusRefused = false
  /// Whether the run came to its end.
  public var finished = false
  /// Why nothing ran, if nothing did.
  public var nothingRan: String?

  /// Makes the summary of a run in which nothing has happened yet.
  package init(seed: UInt64, order: Order = .random) {
    self.seed = seed
    self.order = order
  }

  /// Whether the run finished, had something to run, and nothing failed. Skipped examples are not
  /// failures, even if all were skipped, since each has a reason.
  public var isSuccess: Bool {
    finished && nothingRan == nil && failed == 0 && blocked == 0 && groupFailures == 0
      && runFailures == 0 && notReached == 0 && !isFocusRefused
  }

  /// The numbers among the fields, with their names in JSON, in the order in which logs contain them.
  package static var counts: [(name: StaticString, field: WritableKeyPath<RunSummary, Int>)] {
    [
      ("executed", \.executed), ("passed", \.passed), ("failed", \.failed),
      ("unexpected", \.unexpected), ("flaky", \.flaky), ("skipped", \.skipped),
      ("pending", \.pending), ("blocked", \.blocked), ("groupFailures", \.groupFailures),
      ("runFailures", \.runFailures), ("warnings", \.warnings), ("notReached", \.notReached),
      ("knownIssues", \.knownIssues), ("quarantined", \.quarantined),
    ]
  }

  /// The message for a refused focus.
  package static let refusedFocus =
    "Something is focused, which is refused where CI is set: remove the focus, or allow it."

  /// Counts one event in; the run itself and every reporter count with this.
  package mutating func count(_ event: Event) {
    switch event {
    case .runStarted(let start):
      seed = start.seed
      order = start.order
      isFocused = !start.focused.isEmpty
    case .exampleEnded(let end): count(end.outcome)
    case .groupEnded(let end): groupFailures += end.failed ? 1 : 0
    case .issueRecorded(let record):
      if record.issue.isWarning {
        warnings += 1
      } else if record.issue.isKnown {
        knownIssues += 1
      } else if record.id == nil, record.issue.isFailure {
        runFailures += 1
      }
    case .exampleListed, .groupStarted, .exampleStarted, .attachmentRecorded,
      .hooksStarted, .hooksEnded:
      break
    case .runEnded(let summary): self = summary
    }
  }

  private mutating func count(_ outcome: Outcome) {
    if outcome.wasExecuted { executed += 1 }
    switch outcome {
    case .passed: passed += 1
    case .flaky: flaky += 1
    case .failed(let isUnexpected):
      failed += 1
      unexpected += isUnexpected ? 1 : 0
    case .quarantined: quarantined += 1
    case .skipped: skipped += 1
    case .pending: pending += 1
    case .blocked: blocked += 1
    }
  }
}
