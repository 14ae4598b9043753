import ExemplarCore

/// How many entries of each kind a report has, whatever its format calls them.
struct EntryCounts: Equatable {
  /// The examples that passed, with those that passed on a retry.
  var passed = 0
  var failed = 0
  /// The examples that did not run, for whatever reason.
  var leftOut = 0
  /// The failures of groups and of the run.
  var outside = 0

  init(passed: Int, failed: Int, leftOut: Int, outside: Int) {
    (self.passed, self.failed, self.leftOut, self.outside) = (passed, failed, leftOut, outside)
  }

  /// Those of some runs, one after the other; one that has no end has failed by that.
  init(_ events: [Event]) {
    var summary: RunSummary?
    for event in events {
      if case .runStarted = event {
        add(summary)
        summary = nil
      }
      var counted = summary ?? RunSummary(seed: 0)
      counted.count(event)
      summary = counted
    }
    add(summary)
  }

  private mutating func add(_ summary: RunSummary?) {
    guard let summary else { return }
    passed += summary.passed + summary.flaky
    failed += summary.failed
    leftOut += summary.quarantined + summary.skipped + summary.pending + summary.blocked
    outside +=
      summary.groupFailures + summary.runFailures
      + (summary.finished ? 0 : 1) + (summary.notReached > 0 ? 1 : 0)
      + (summary.nothingRan == nil ? 0 : 1)
  }
}
