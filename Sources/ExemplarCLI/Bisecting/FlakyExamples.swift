import ExemplarCore
import ExemplarReports
import Foundation

/// How an example ended in runs of the same code.
struct FlakyExample: Equatable {
  let id: ExampleID
  var passed = 0
  /// How often it failed; `retried` of these passed on a later attempt.
  var failed = 0
  var retried = 0
  /// When it failed first, in seconds since 1970, and the seed of its last failure.
  var since = Double.infinity
  var seed: UInt64 = 0
  /// Whether it failed in a run in which no other example ran.
  var hasFailedAlone = false

  var isFlaky: Bool { RunHistory.isFlaky(passed: passed, failed: failed, retried: retried) }
  var frequency: Double { Double(failed) / Double(passed + failed) }

  fileprivate mutating func record(_ outcome: Outcome, at time: Double, seed: UInt64) {
    guard outcome.hasFailure else {
      passed += 1
      return
    }
    failed += 1
    retried += outcome == .flaky ? 1 : 0
    since = min(since, time)
    self.seed = seed
  }

  /// Adds a later finding about the same example.
  fileprivate mutating func add(_ other: FlakyExample) {
    passed += other.passed
    failed += other.failed
    retried += other.retried
    if other.failed > 0 { seed = other.seed }
    since = min(since, other.since)
    hasFailedAlone = hasFailedAlone || other.hasFailedAlone
  }
}

/// The examples that passed and failed although the code was the same, in recorded runs.
struct FlakyExamples {
  /// The flaky examples, those that fail most often first.
  let findings: [FlakyExample]
  /// How many runs were read.
  private(set) var runs = 0

  /// - Parameters:
  ///   - logs: The logs of the runs, the oldest first.
  ///   - warn: Receives the reasons why logs cannot be read, or not to their ends.
  init(in logs: [URL], warn: (String) -> Void = { Terminal.warn($0) }) {
    // A run of unknown code is compared with no other.
    let byCode = Dictionary(grouping: logs) {
      RunFolder.facts(ofLogAt: $0.path)?.code ?? $0.path
    }
    var found: [ExampleID: [FlakyExample]] = [:]
    for logs in byCode.values.sorted(by: { $0[0].path < $1[0].path }) {
      var results: [ExampleID: FlakyExample] = [:]
      for log in logs {
        guard let run = RecordedRun(stored: log, warn: warn) else { continue }
        runs += 1
        Self.record(run, in: &results)
      }
      for (id, result) in results where result.isFlaky { found[id, default: []].append(result) }
    }
    findings = found.values.compactMap { results in
      let results = results.sorted { $0.since < $1.since }
      guard var all = results.first else { return nil }
      for result in results.dropFirst() { all.add(result) }
      return all
    }.sorted { ($1.frequency, $0.id.text) < ($0.frequency, $1.id.text) }
  }

  private static func record(_ run: RecordedRun, in results: inout [ExampleID: FlakyExample]) {
    var ids: Set<ExampleID> = []
    var hasFailed = false
    for repetition in run.repetitions {
      for end in repetition.ends where end.outcome.wasExecuted {
        if ids.count < 2 { ids.insert(end.id) }
        hasFailed = hasFailed || end.outcome.hasFailure
        results[end.id, default: FlakyExample(id: end.id)]
          .record(end.outcome, at: end.time, seed: repetition.start.seed)
      }
    }
    if hasFailed, ids.count == 1, let id = ids.first { results[id]?.hasFailedAlone = true }
  }
}
