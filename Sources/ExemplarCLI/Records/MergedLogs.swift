import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The logs of several processes that ran parts of one run, replayed as one run: one spec after
/// another, with one beginning and one end.
struct MergedLogs {
  private let logs: [RecordedLog]
  private var start: RunStarted?
  /// How often the end of each group is still to come.
  private var ends: [ExampleID: Int] = [:]
  private var specs: Set<ExampleID> = []
  /// When the first event of all happened, and the last, in seconds since 1970.
  private var begin: Double?
  private var end: Double?
  private var keys = ExampleKeys()
  /// The log in which each example ran.
  private var owners: [UInt64: String] = [:]

  /// Looks through the logs. Throws ``AuthoringMistake`` if they are not of one run, and ``EventLogError``.
  init(_ paths: [String]) throws {
    logs = paths.map { RecordedLog(path: $0) }
    for log in logs {
      let clock = EventClock()
      var hasStarted = false
      var problem: String?
      _ = try log.replay(clock) { event in
        begin = min(begin ?? clock.now, clock.now)
        end = max(end ?? clock.now, clock.now)
        if case .runStarted = event {
          if hasStarted { problem = "is of a run that was repeated: show it by itself." }
          hasStarted = true
        }
        problem = problem ?? note(event, of: log.path)
      }
      if let problem { throw AuthoringMistake("\(log.path) \(problem)") }
    }
    start?.specs = specs.count
  }

  /// Notes an event of a log. Returns the reason if it does not fit the others.
  private mutating func note(_ event: Event, of path: String) -> String? {
    switch event {
    case .runStarted(let next): return note(next)
    case .groupStarted(let group): specs.insert(group.id.spec)
    case .groupEnded(let group): ends[group.id, default: 0] += 1
    case .exampleEnded(let end) where end.outcome.wasExecuted:
      let owner = owners.updateValue(path, forKey: keys.key(of: end.id)) ?? path
      if owner == path { return nil }
      return
        "contains \(end.id), which \(owner) contains too: they are logs of several runs. Show each by itself."
    default: break
    }
    return nil
  }

  private mutating func note(_ next: RunStarted) -> String? {
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

  /// Replays every event. Throws ``EventLogError`` if a log can no longer be read.
  ///
  /// - Parameter clock: Receives the time and the worker of each event. Workers of different logs
  ///   are different.
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
      let ending = try log.replay(clock, after: endings.last?.workers ?? 0) { event in
        switch event {
        case .runStarted: break
        case .runEnded(let summary): summaries.append(summary)
        case .groupStarted(let group):
          if begun.insert(group.id).inserted { sink(event) }
        case .groupEnded(var group):
          // Parts of a group may have run in several processes. It ends with the last.
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
