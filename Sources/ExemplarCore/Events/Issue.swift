/// Something that is wrong, or worth a warning, with where and when it came up.
public struct Issue: Sendable, Hashable {
  /// The failure.
  public var message: String
  /// The assertion, the declaration, or the place in a data file; `nil` if nothing better than the
  /// run as a whole is known.
  public var place: Place?
  /// The phase that was running.
  public var phase: Phase
  /// Whether an assertion did not hold. Thrown errors, time-outs, crashes, and mistakes in data or
  /// declarations are unexpected.
  public var isExpected: Bool
  /// Whether it was marked as known; a known issue fails nothing.
  public var isKnown: Bool
  /// Whether it is known because its example or group is quarantined, which otherwise would fail.
  public var isQuarantined = false
  /// Whether it is only a warning.
  public var isWarning: Bool
  /// Whether it belongs to an attempt that was tried again; it fails nothing by itself.
  public var isRetried: Bool
  /// The last checkpoint the example had passed.
  public var checkpoint: String?
  /// The values of the loops it came up in, the outermost first.
  public var labels: [String]
  /// The example or the group it came up in: its row, its tags, and so on.
  public var context: ExampleContext
  /// The cause, for issues that reports treat specially.
  public var cause: Cause?
  /// The value that a person can accept, if a value differs from the one that a file expects.
  package var reviewed: ReviewedValue?
  /// The expected values that no example of a run of everything has compared, in a note about the run.
  package var obsolete: [ReviewedValue] = []

  /// Causes that reports treat specially.
  public enum Cause: String, Sendable, Hashable {
    /// An example exceeded its time limit; it may still be running.
    case timeLimit
    /// The process ended before the run did.
    case endOfProcess
  }

  /// Makes an issue: by default, a failure in a body that no assertion caused.
  package init(
    _ message: String, at place: Place? = nil, phase: Phase = .body, isExpected: Bool = false,
    isKnown: Bool = false, isWarning: Bool = false, isRetried: Bool = false,
    checkpoint: String? = nil, labels: [String] = [], context: ExampleContext? = nil,
    cause: Cause? = nil
  ) {
    self.message = message
    self.place = place
    self.phase = phase
    self.isExpected = isExpected
    self.isKnown = isKnown
    self.isWarning = isWarning
    self.isRetried = isRetried
    self.checkpoint = checkpoint
    self.labels = labels
    self.context = context ?? ExampleContext()
    self.cause = cause
  }

  /// Whether the issue makes its example, its group or the run fail.
  public var isFailure: Bool { !isKnown && !isWarning && !isRetried }
}

extension Issue {
  /// The failure of an attempt that was going to be retried, as a failure of the example: no later attempt passed.
  ///
  /// - Parameter outcome: The outcome of the last attempt; `nil` if there was no other attempt.
  package func final(after outcome: Outcome? = nil) -> Issue {
    var issue = self
    issue.isRetried = false
    let end =
      switch outcome {
      case .skipped(let reason):
        "The next attempt was skipped, which does not make up for this failure: \(reason)"
      case .blocked(let group): "The next attempt was blocked by \(group.heading)."
      default: "There was no other attempt."
      }
    issue.message += "\n" + end
    issue.quarantine()
    return issue
  }
}
