import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The logs of several processes that ran parts of one run, replayed as one run with one
/// beginning and one end.
///
/// One of them may be of a run that was repeated: the others are parts of its last repetition.
struct MergedLogs {
  private var logs: [Log] = []
  private var start: RunStarted?
  /// How many of the logs contain a spec.
  private var sharers: [ExampleID: Int] = [:]
  /// When the first event of all happened, and the last, in seconds since 1970.
  private var begin: Double?
  private var end: Double?

  /// A log, and the contents of its last repetition.
  private struct Log {
    let recorded: RecordedLog
    /// The beginnings of its repetitions.
    var repetitions = 0
    var start: RunStarted?
    var specs: Set<ExampleID> = []
    var outlines: Set<ExampleID> = []

    init(_ path: String) { recorded = RecordedLog(path: path) }

    mutating func record(_ event: Event) {
      switch event {
      case .runStarted(let start):
        repetitions += 1
        self.start = start
        (specs, outlines) = ([], [])
      case .groupStarted(let group):
        specs.insert(group.id.spec)
        if group.kind == .outline { outlines.insert(group.id) }
      default: break
      }
    }
  }

  /// Looks through the logs. Throws ``UsageError`` if they are not of one run, or cannot be read.
  ///
  /// - Parameter isProven: Whether each example is known to have run in one of them alone.
  init(_ paths: [String], isProven: Bool = false) throws {
    var found = paths.map { Log($0) }
    // An example that ran in two of them would be counted twice.
    var (keys, owners, problem) = (ExampleKeys(), [UInt64: Int](), String?.none)
    for index in found.indices {
      let clock = EventClock()
      _ = try found[index].recorded.replay(clock) { event in
        begin = min(begin ?? clock.now, clock.now)
        end = max(end ?? clock.now, clock.now)
        found[index].record(event)
        guard !isProven, problem == nil, case .exampleEnded(let end) = event,
          end.outcome.wasExecuted
        else { return }
        let owner = owners.updateValue(index, forKey: keys.key(of: end.id)) ?? index
        if owner == index { return }
        problem =
          "contains \(end.id), which \(paths[owner]) contains too: they are logs of several runs. Show each by itself."
      }
      if let problem { throw UsageError("\(paths[index]) \(problem)") }
    }
    // Events of earlier repetitions precede all others.
    let (repeated, others) = (
      found.filter { $0.repetitions > 1 }, found.filter { $0.repetitions <= 1 }
    )
    if repeated.count > 1 {
      throw UsageError(
        "\(repeated[1].recorded.path) is of a run that was repeated, as \(repeated[0].recorded.path) is: show "
          + "each by itself.")
    }
    logs = repeated + others
    var outlines: Set<ExampleID> = []
    for log in logs {
      for spec in log.specs { sharers[spec, default: 0] += 1 }
      if let next = log.start, let problem = record(next) {
        throw UsageError("\(log.recorded.path) \(problem)")
      }
      // The rows of an outline may be in several of them.
      let shared = outlines.intersection(log.outlines).count
      start?.examples -= shared
      start?.outlines -= shared
      outlines.formUnion(log.outlines)
    }
    if var all = start {
      // Tests with arguments are outlines in the events, and are not counted as such; nor are suites as specs.
      (all.specs, all.outlines) = (min(all.specs, sharers.count), max(0, all.outlines))
      // Each shard counts the examples of the others, too.
      if isProven { all.notSelected = 0 }
      start = all
    }
  }

  /// Adds the beginning of another log. Returns the reason if it does not fit.
  private mutating func record(_ next: RunStarted) -> String? {
    guard var all = start else {
      start = next
      return nil
    }
    guard next.seed == all.seed, next.order == all.order else {
      return "is of another run: its seed is \(next.seed), not \(all.seed)."
    }
    all.specs += next.specs
    all.examples += next.examples
    all.tests += next.tests
    all.testsLeftOut = max(all.testsLeftOut, next.testsLeftOut)
    all.outlines += next.outlines
    all.notSelected = max(all.notSelected, next.notSelected)
    all.focused += next.focused.filter { !all.focused.contains($0) }
    start = all
    return nil
  }

  /// Replays every event. Throws ``UsageError`` if a log can no longer be read.
  ///
  /// - Parameters:
  ///   - clock: Receives the time and the worker of each event. Workers of different logs
  ///     are different.
  ///   - findings: The findings that precede the end of the run.
  func replay(
    _ clock: EventClock? = nil, findings: [IssueRecorded] = [], _ sink: (Event) -> Void
  ) throws(UsageError) -> [RecordedLog.Ending] {
    try withoutActuallyEscaping(sink) { sink throws(UsageError) in
      var merger = StreamMerger(findings: { _ in findings }) { $0.forEach(sink) }
      let streams = logs.map { merger.open(claiming: $0.specs.filter { sharers[$0] ?? 0 > 1 }) }
      if let begin { clock?.set(EventOrigin(time: begin)) }
      if let start, logs[0].repetitions <= 1 { merger.receive(.runStarted(start), of: streams[0]) }
      var endings: [RecordedLog.Ending] = []
      var duration = 0.0
      for (log, stream) in zip(logs, streams) {
        var repetition = 0
        let ending = try log.recorded.replay(
          clock, after: endings.last?.workers ?? 0, of: stream, in: &merger
        ) { event in
          if case .runStarted = event { repetition += 1 }
          switch event {
          case _ where repetition < log.repetitions: return event
          // The run begins once.
          case .runStarted: return log.repetitions > 1 ? start.map { .runStarted($0) } : nil
          case .runEnded(var end):
            // Logs are of processes that ran side by side.
            (end.duration, duration) = (
              max(0, end.duration - duration), max(duration, end.duration)
            )
            return .runEnded(end)
          default: return event
          }
        }
        endings.append(ending)
      }
      if let end { clock?.set(EventOrigin(time: end)) }
      merger.finish()
      return endings
    }
  }
}
