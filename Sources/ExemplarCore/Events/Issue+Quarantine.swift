extension ExampleContext {
  /// The outcome of a failure: one that the quarantine of the example covers does not fail the run.
  package func outcome(ofFailure isUnexpected: Bool) -> Outcome {
    isQuarantined
      ? .quarantined(reason: quarantines.joined(separator: ", "))
      : .failed(unexpected: isUnexpected)
  }
}

extension Issue {
  /// The outcome of the example that fails by it.
  package var outcome: Outcome {
    isQuarantined
      ? .quarantined(reason: context.quarantines.joined(separator: ", "))
      : .failed(unexpected: !isExpected)
  }

  /// Makes a failure of a quarantined example or group a known issue.
  package mutating func quarantine() {
    guard isFailure, !context.quarantines.isEmpty else { return }
    if context.isQuarantined {
      (isKnown, isQuarantined) = (true, true)
    } else {
      message += "\nIts quarantine has ended: \(context.quarantines.joined(separator: ", "))."
    }
  }
}
