import ExemplarCore
import ExemplarLog
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
  /// Why logs could not be read, or not to their ends.
  let troubles: [String]
  /// How many runs were read.
  let runs: Int

  /// - Parameter logs: The logs of the runs, the oldest first.
  init(in logs: [URL]) {
    // Most examples never fail, so only the others are counted.
    var suspects: Set<ExampleID> = []
    var troubles: [String] = []
    let logs = logs.filter { log in
      do {
        let ending = try Self.replay(log) { end, _, _ in
          if end.outcome.hasFailure { suspects.insert(end.id) }
        }
        if let trouble = ending.trouble { troubles.append(trouble) }
        return true
      } catch {
        troubles.append("\(error)")
        return false
      }
    }
    self.troubles = troubles
    var findings: [ExampleID: [String: FlakyExample]] = [:]
    for log in logs {
      // A run of unknown code is compared with no other.
      let code = RunFolder.facts(ofLogAt: log.path)?.code ?? log.path
      var ids: Set<ExampleID> = []
      var hasFailed = false
      _ = try? Self.replay(log) { end, time, seed in
        if ids.count < 2 { ids.insert(end.id) }
        hasFailed = hasFailed || end.outcome.hasFailure
        guard suspects.contains(end.id) else { return }
        findings[end.id, default: [:]][code, default: FlakyExample(id: end.id)]
          .record(end.outcome, at: time, seed: seed)
      }
      if hasFailed, ids.count == 1, let id = ids.first {
        findings[id]?[code]?.hasFailedAlone = true
      }
    }
    runs = logs.count
    self.findings = findings.values.compactMap { byCode in
      let flaky = byCode.values.filter(\.isFlaky).sorted { $0.since < $1.since }
      guard var all = flaky.first else { return nil }
      for finding in flaky.dropFirst() { all.add(finding) }
      return all
    }.sorted { ($1.frequency, $0.id.text) < ($0.frequency, $1.id.text) }
  }

  /// Replays the ends of examples that ran, with their times and seeds. A damaged log contributes the events before the
  /// damage.
  private static func replay(
    _ log: URL, _ sink: (ExampleEnded, Double, UInt64) -> Void
  ) throws -> RecordedLog.Ending {
    let clock = EventClock()
    var seed: UInt64 = 0
    return try RecordedLog(path: log.path).replay(clock) { event in
      switch event {
      case .runStarted(let start): seed = start.seed
      case .exampleEnded(let end) where end.outcome.wasExecuted: sink(end, clock.now, seed)
      default: break
      }
    }
  }
}
