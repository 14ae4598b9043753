import ExemplarCore
import ExemplarLog
import Foundation

/// The results of earlier runs of a package that later runs depend on.
struct PackageState: Codable, Equatable {
  /// The ids of the examples and groups that failed in some run and have not passed since.
  private(set) var unresolved: Set<String> = []
  /// The ids of those that are not examples: runs of specs alone contain no information about them.
  private(set) var foreign: Set<String> = []
  /// How many seconds each spec took when it last ran, by its id.
  private var seconds: [String: Double] = [:]
  /// The name of the last run.
  private(set) var latestRun: String?

  /// How many seconds each spec took when it last ran: the longest begin first.
  var durations: [ExampleID: Double] {
    Dictionary(seconds.map { (ExampleID(text: $0), $1) }) { $1 }
  }

  mutating func apply(_ results: RunResults, ofRun name: String) {
    if !results.isOfAll {
      unresolved.subtract(results.passed)
    } else {
      unresolved = results.hasForeignTests ? [] : foreign
    }
    unresolved.formUnion(results.failed)
    foreign = foreign.union(results.failedForeign).intersection(unresolved)
    seconds.merge(results.seconds) { $1 }
    latestRun = name
  }
}

/// The results of one run that change the state of its package: a fold over events.
struct RunResults {
  private(set) var failed: Set<String> = []
  /// The unresolved ids that did not fail.
  private(set) var passed: Set<String> = []
  private(set) var failedForeign: Set<String> = []
  /// How many seconds each spec took, by its id.
  private(set) var seconds: [String: Double] = [:]
  /// Whether tests ran that are not examples.
  let hasForeignTests: Bool
  private let foreign: Set<ExampleID>
  private let unresolved: Set<String>
  private var start: RunStarted?
  private var summary: RunSummary?

  init(since state: PackageState, foreign: Set<ExampleID>?) {
    unresolved = state.unresolved
    hasForeignTests = foreign != nil
    self.foreign = foreign ?? []
  }

  /// Whether the run included everything that could be unresolved: other ids no longer exist.
  var isOfAll: Bool {
    guard let start, let summary else { return false }
    return start.notSelected == 0 && start.focused.isEmpty && summary.finished
      && summary.notReached == 0 && summary.nothingRan == nil
  }

  private mutating func record(_ event: Event) {
    switch event {
    case .runStarted(let start): self.start = start
    case .runEnded(let summary): self.summary = summary
    case .exampleEnded(let end): record(end.id, hasFailed: end.outcome.isFailure)
    case .groupEnded(let end):
      record(end.id, hasFailed: end.failed)
      if end.id.depth == 2 { seconds[end.id.text] = end.duration }
    default: break
    }
  }

  mutating func record(_ batch: EventBatch) {
    switch batch {
    case .event(let event): record(event)
    case .passedRows(let rows):
      if unresolved.isEmpty { return }
      for row in rows.rows { record(rows.parent.appending(row.name), hasFailed: false) }
    }
  }

  /// Most examples pass and were not unresolved, so no text is created for them.
  private mutating func record(_ id: ExampleID, hasFailed: Bool) {
    if hasFailed {
      failed.insert(id.text)
      if foreign.contains(where: { id.isAtOrBelow($0) || $0.isAtOrBelow(id) }) {
        failedForeign.insert(id.text)
      }
    } else if !unresolved.isEmpty, unresolved.contains(id.text) {
      passed.insert(id.text)
    }
  }
}
