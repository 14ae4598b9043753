import ExemplarCore

@testable import ExemplarReports

/// What the reports of the fixture have to hold.
enum FixtureCounts {
  static let summary: RunSummary = {
    var summary = RunSummary(seed: 0)
    FixtureRun.events.forEach { summary.count($0) }
    return summary
  }()

  /// The failing entries that are no examples: groups, issues of the run, and that it stopped.
  static let outside = summary.groupFailures + summary.runFailures + 1

  static let examples =
    summary.executed + summary.skipped + summary.pending + summary.blocked
}
