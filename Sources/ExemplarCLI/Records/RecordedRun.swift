import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// A recorded run as a value, read once. Comparisons, proofs and searches are functions of it; reports replay the log
/// (``RecordedLog``), since they show each event.
struct RecordedRun {
  let path: String
  /// `nil` if they are not recorded.
  let facts: RunFacts?
  let plan: RecordedPlan?
  /// When the log was made, in seconds since 1970.
  let creation: Double
  /// When its last event happened.
  private(set) var lastEvent: Double
  /// The run, or several if everything was repeated; none if it did not begin.
  private(set) var repetitions: [Repetition] = []
  /// The counts of the last repetition.
  private(set) var counts = RunSummary(seed: 0)
  private(set) var progress = RunProgress()
  private(set) var ending = RecordedLog.Ending()

  /// One of the runs of a run that was repeated.
  struct Repetition {
    let start: RunStarted
    /// The ends of examples and of groups, in their order.
    fileprivate(set) var ends: [End] = []
    fileprivate(set) var groups: [GroupEnded] = []
    fileprivate(set) var outlines: Set<ExampleID> = []
    /// The failed examples by their causes.
    fileprivate(set) var causes = FailureGroups()
    /// `nil` if it did not come to its end.
    fileprivate(set) var summary: RunSummary?

    /// The expected values that its examples confirmed.
    fileprivate(set) var confirmed = ConfirmedValues()

    /// Whether it came to its end, and reached everything that it planned.
    var isWhole: Bool { summary?.isWhole ?? false }

    /// Whether it ran everything to its end.
    ///
    /// - Parameter isShard: Whether the rest ran elsewhere.
    func hasEverything(asShard isShard: Bool = false) -> Bool {
      summary?.hasEverything(since: start, asShard: isShard) ?? false
    }
  }

  /// The end of an example.
  struct End {
    let id: ExampleID
    let outcome: Outcome
    /// Where it is, its row, and the shared examples that it belongs to.
    let context: ExampleContext
    /// How long it took, in seconds.
    let duration: Double
    /// When it ended, in seconds since 1970, and in which worker.
    let time: Double
    let worker: Int
  }

  /// Throws ``UsageError`` if the log cannot be read.
  init(_ path: String) throws {
    self.path = path
    let log = try EventLog(path: path)
    facts = RunFacts(of: log)
    plan = log.sections[RecordedPlan.section].flatMap { RecordedPlan($0) }
    (creation, lastEvent) = (log.creation, log.creation)
    let untilFailure = facts?.options[EnvironmentOption.untilFailure.longName]
    progress = RunProgress(
      stopsAtFailure: untilFailure.flatMap { Bool(optionText: $0) } ?? false)
    var open = OpenExamples()
    let clock = EventClock()
    ending = try RecordedLog(path: path).replay(clock) { event in
      lastEvent = max(lastEvent, clock.now)
      record(event, open.receive(event), clock.present)
    }
  }

  /// Reads a run in the store. Warns of one of which nothing can be read, which is `nil`, or not everything.
  init?(stored log: URL, warn: (String) -> Void = { Terminal.warn($0) }) {
    do {
      try self.init(log.path)
      if repetitions.isEmpty, let damage = ending.damage { throw UsageError("\(damage)") }
    } catch {
      // Another run may just have removed it.
      if FileManager.default.fileExists(atPath: log.path) {
        warn("A recorded run is left out. \(error)")
      }
      return nil
    }
    if let trouble = ending.trouble { warn(trouble) }
  }

  private mutating func record(_ event: Event, _ entry: ReportEntry?, _ origin: EventOrigin) {
    if case .runStarted(let start) = event {
      repetitions.append(Repetition(start: start))
      counts = RunSummary(seed: start.seed)
    }
    counts.count(event)
    progress.record(event)
    if repetitions.isEmpty { return }
    repetitions[repetitions.count - 1].record(event, entry, origin)
  }

  /// The ids of the planned examples that did not end. Those of other shards ran elsewhere.
  var unfinished: [String] {
    let ended = Set(repetitions.lazy.flatMap(\.ends).map(\.id))
    let shard = facts?.shard?.number ?? 0
    return (plan?.examples ?? []).filter { $0.shard == shard }.map(\.id)
      .filter { !ended.contains(ExampleID(text: $0)) }
  }

  /// Throws ``UsageError`` with advice if not all events are known.
  func requireWhole(_ advice: String) throws {
    if let trouble = ending.trouble { throw UsageError("\(trouble) \(advice)") }
  }
}

extension RecordedRun.Repetition {
  fileprivate mutating func record(
    _ event: Event, _ entry: ReportEntry?, _ origin: EventOrigin
  ) {
    confirmed.record(.event(event))
    switch event {
    case .groupStarted(let group):
      causes.receive(group)
      if group.kind != .group { outlines.insert(group.id) }
    case .groupEnded(let group): groups.append(group)
    case .runEnded(let end): summary = end
    default: break
    }
    guard case .example(let example)? = entry else { return }
    ends.append(
      RecordedRun.End(
        id: example.id, outcome: example.outcome, context: example.context,
        duration: example.duration, time: origin.time, worker: origin.worker))
    if case .failed = example.outcome { _ = causes.add(example.id, example.issues) }
  }
}

extension [RecordedRun] {
  /// Whether the records of one run, such as those of its shards, have everything together.
  func haveEverything(of facts: RunFacts) -> Bool {
    facts.extent != nil
      && lazy.flatMap(\.repetitions).allSatisfy { $0.hasEverything(asShard: true) }
  }
}

extension RunSummary {
  /// Whether the run came to its end, and reached everything that it planned.
  var isWhole: Bool { finished && notReached == 0 }

  /// Whether it ran everything to its end: no selection, focus or stop left something out.
  ///
  /// - Parameter isShard: Whether the examples that it left out ran elsewhere.
  func hasEverything(since start: RunStarted, asShard isShard: Bool = false) -> Bool {
    isWhole && nothingRan == nil && start.focused.isEmpty && (isShard || start.notSelected == 0)
  }
}

extension Outcome {
  /// Whether an attempt failed, even if a later one passed, or the example could not run since a hook had failed.
  var hasFailure: Bool { isFailure || self == .flaky }
}
