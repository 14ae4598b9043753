import ExemplarCore
import ExemplarLog
import ExemplarReports

/// The logs of several processes that ran parts of one run, told as one run: a spec after the other, with one
/// beginning and one end.
struct MergedLogs {
  private let logs: [RecordedLog]
  private var start: RunStarted?
  /// How often the end of each group is still to come.
  private var ends: [ExampleID: Int] = [:]
  private var specs: Set<ExampleID> = []
  /// When the first event of all happened, and the last, in seconds since 1970.
  private var begin: Double?
  private var end: Double?

  /// Looks through the logs. Throws ``AuthoringMistake`` if they are not of one run, and ``EventLogError``.
  init(_ paths: [String]) throws {
    logs = paths.map { RecordedLog(path: $0) }
    for log in logs {
      var problem: String?
      let clock = EventClock()
      _ = try log.replay(clock) { event in
        begin = min(begin ?? clock.now, clock.now)
        end = max(end ?? clock.now, clock.now)
        switch event {
        case .runStarted(let next): problem = problem ?? note(next)
        case .groupStarted(let group): specs.insert(group.id.spec)
        case .groupEnded(let group): ends[group.id, default: 0] += 1
        default: break
        }
      }
      if let problem { throw AuthoringMistake("\(log.path) \(problem)") }
    }
    start?.specs = specs.count
  }

  /// Adds what another log says of the beginning; what is wrong with it.
  private mutating func note(_ next: RunStarted) -> String? {
    if next.repetitions > 1 { return "is of a run that was repeated: show it by itself." }
    guard var all = start else {
      start = next
      return nil
    }
    guard next.seed == all.seed, next.order == all.order else {
      return "is of another run: its seed is \(next.seed), not \(all.seed)."
    }
    all.examples += next.examples
    all.notSelected = max(all.notSelected, next.notSelected)
    all.focused += next.focused.filter { !all.focused.contains($0) }
    start = all
    return nil
  }

  /// Tells every event. Throws ``EventLogError`` if a log cannot be read any more.
  ///
  /// - Parameter clock: Is set to when each happened, and which worker told it; those of each log are others.
  func replay(
    _ clock: EventClock? = nil, _ sink: (Event) -> Void
  ) throws(EventLogError) -> [RecordedLog.Ending] {
    if let begin { clock?.set(EventOrigin(time: begin)) }
    if let start { sink(.runStarted(start)) }
    var ends = ends
    var begun: Set<ExampleID> = []
    var groups: [ExampleID: GroupEnded] = [:]
    var summaries: [RunSummary] = []
    var endings: [RecordedLog.Ending] = []
    for log in logs {
      let workers = endings.last?.workers ?? 0
      let ending = try log.replay(clock, after: workers) { event in
        switch event {
        case .runStarted: break
        case .runEnded(let summary): summaries.append(summary)
        case .groupStarted(let group):
          if begun.insert(group.id).inserted { sink(event) }
        case .groupEnded(var group):
          // Parts of a group may have run in several processes; it is over with the last.
          let earlier = groups[group.id]
          group.duration += earlier?.duration ?? 0
          group.failed = group.failed || earlier?.failed == true
          groups[group.id] = group
          ends[group.id, default: 1] -= 1
          if ends[group.id] == 0 { sink(.groupEnded(group)) }
        default: sink(event)
        }
      }
      endings.append(ending)
    }
    if let end { clock?.set(EventOrigin(time: end)) }
    if !summaries.isEmpty, summaries.count == logs.count {
      sink(.runEnded(summaries.dropFirst().reduce(summaries[0]) { $0.joined(with: $1) }))
    }
    return endings
  }
}
