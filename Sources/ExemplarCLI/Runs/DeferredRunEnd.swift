import ExemplarCore
import ExemplarLog

/// The stage that withholds the end of a run until everything that belongs to the run is known: the tests that run
/// after the specs, the findings in sources, and the exits of the processes.
///
/// Events that follow the end count into it. A process that fails after its examples have finished so fails the run in
/// every report, not only in the exit status.
struct DeferredRunEnd {
  /// How many suites and tests other than specs the run has.
  private let others: (suites: Int, tests: Int)
  /// Returns the findings that precede each end, once they are known.
  private let findings: () -> [IssueRecorded]
  private var start: RunStarted?
  private var summary: RunSummary?
  /// When the other tests began, in seconds by `EventLog.now`.
  private var othersStart: Double?

  init(
    others: (suites: Int, tests: Int) = (0, 0), findings: @escaping () -> [IssueRecorded] = { [] }
  ) {
    (self.others, self.findings) = (others, findings)
  }

  /// Whether an end is withheld.
  var hasEnd: Bool { summary != nil }

  /// Receives events and emits those that need not wait.
  mutating func receive(_ batch: EventBatch, _ emit: (EventBatch) -> Void) {
    switch batch {
    case .event(.runEnded(let end)):
      release(nil, emit)
      summary = end
    case .event(.runStarted(var next)):
      // Each repetition but the last ends before the next one, and without the other tests.
      release(nil, emit)
      start = next
      if next.repetition == next.repetitions { add(to: &next) }
      emit(.event(.runStarted(next)))
    default:
      summary?.count(batch)
      emit(batch)
    }
  }

  private func add(to start: inout RunStarted) {
    start.specs += others.suites
    start.examples += others.tests
  }

  /// Begins the other tests. Without specs, they are the run.
  ///
  /// - Parameter isBroken: Whether there were specs that ended without any event, so that the run has no end.
  mutating func beginOthers(isBroken: Bool, _ emit: (EventBatch) -> Void) {
    othersStart = EventLog.now
    if start != nil { return }
    var all = RunStarted(seed: 0, order: .defined, specs: 0, examples: 0)
    add(to: &all)
    emit(.event(.runStarted(all)))
    if isBroken { return }
    summary = summary ?? RunSummary(seed: 0)
    summary?.finished = true
  }

  /// Ends the other tests.
  ///
  /// - Parameter isInterrupted: Whether not all of them ran; then the run has no end.
  mutating func endOthers(isInterrupted: Bool) {
    if isInterrupted { summary = nil }
    guard let othersStart else { return }
    summary?.duration += EventLog.now - othersStart
    summary?.nothingRan = nil
  }

  /// Emits the end of the run, and before it an issue that fails a run which would otherwise be a success.
  ///
  /// - Returns: Whether the issue was emitted.
  @discardableResult
  mutating func release(_ issue: Issue?, _ emit: (EventBatch) -> Void) -> Bool {
    guard var end = summary else { return false }
    summary = nil
    let issue = end.isSuccess ? issue : nil
    for record in (issue.map { [IssueRecorded(id: nil, issue: $0)] } ?? []) + findings() {
      end.count(.issueRecorded(record))
      emit(.event(.issueRecorded(record)))
    }
    emit(.event(.runEnded(end)))
    return issue != nil
  }

  /// The issue of a success that lacks further repetitions.
  var lackOfRepetitions: Issue? {
    guard let start, start.repetition < start.repetitions else { return nil }
    return Issue(
      "The run ended after repetition \(start.repetition) of \(start.repetitions).",
      cause: .endOfProcess)
  }
}
