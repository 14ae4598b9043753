import ExemplarCore

extension RecordedDurations {
  /// Adds the durations in the log at a path. Throws ``UsageError`` and ``EventLogDamage`` if it cannot be read.
  package mutating func add(logAt path: String) throws {
    let log = try EventLog(path: path)
    beginRun()
    var hooks: [ExampleID: Double] = [:]
    var open: [ExampleID: OpenSpec] = [:]
    var busy = Intervals()
    var (end, work) = (log.creation, 0.0)
    for event in log {
      let time = log.origin.time
      end = max(end, time)
      switch event {
      case .groupStarted(let group) where group.id.depth == 2:
        open[group.id] = OpenSpec(start: time)
      case .groupEnded(let group) where group.id.depth == 2:
        // Hooks that several specs share are a group without examples, which lasts as long as the run.
        guard let spec = open.removeValue(forKey: group.id), spec.hasExamples else { continue }
        busy.add(spec.start, time)
        let rest = max(0, time - spec.start - spec.seconds)
        record(rest, ofStartOf: group.id)
        work += rest
      case .exampleStarted(let start):
        open[start.id.spec]?.hasExamples = true
        open[start.id.spec]?.begin(at: time)
      case .exampleEnded(let end):
        open[end.id.spec]?.end(at: time)
        guard end.outcome.wasExecuted else { continue }
        record(end.duration / Double(max(1, end.attempts)), of: end.id)
        work += end.duration
      case .hooksStarted(let start):
        hooks[start.id] = time
        open[start.id.spec]?.begin(at: time)
      case .hooksEnded(let end):
        open[end.id.spec]?.end(at: time)
        guard let start = hooks.removeValue(forKey: end.id) else { continue }
        record(time - start, ofHooksOf: end.id)
        work += max(0, time - start)
      default: break
      }
    }
    if let damage = log.damage { throw damage }
    // A run of no test shows nothing.
    if busy.seconds == 0 { return }
    record(start: max(0, end - log.creation - busy.seconds), width: work / busy.seconds)
  }
}

/// A spec that has begun, and for how many seconds at least one of its examples or hooks has run.
private struct OpenSpec {
  let start: Double
  var hasExamples = false
  private(set) var seconds = 0.0
  private var running = 0
  private var last = 0.0

  init(start: Double) { self.start = start }

  mutating func begin(at time: Double) {
    if running == 0 { last = time }
    running += 1
  }

  mutating func end(at time: Double) {
    if running == 1 { seconds += max(0, time - last) }
    running = max(0, running - 1)
  }
}

/// The union of intervals, which are added in the order of their ends.
private struct Intervals {
  private var all: [(start: Double, end: Double)] = []

  var seconds: Double { all.reduce(0) { $0 + $1.end - $1.start } }

  mutating func add(_ start: Double, _ end: Double) {
    var joined = (start: min(start, end), end: end)
    while let last = all.last, last.end >= joined.start {
      all.removeLast()
      joined = (min(joined.start, last.start), max(joined.end, last.end))
    }
    all.append(joined)
  }
}
