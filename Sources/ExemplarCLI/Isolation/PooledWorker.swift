import ExemplarCore
import ExemplarLog

/// A process of a pool.
struct PooledWorker {
  /// The states, in the order in which a worker can have them.
  enum State: Comparable {
    /// It makes its plan.
    case planning
    /// It has made its plan, and is not ready yet.
    case planned
    /// It waits for something to run.
    case idle
    case running
    /// It has run an isolated spec, runs nothing more, and stays for late failures.
    case staying
    /// It has stayed for some time, and may leave if there are many of them.
    case stayed
    /// It runs nothing more, and exits: after an isolated spec, or by itself.
    case leaving
    /// It was killed before it was ready, since it was not needed any more.
    case dismissed
  }
  let process: WorkerProcess
  /// Which of the programs it is a process of.
  let program: Int
  /// The slot of the part that it runs, or ran last.
  var slot: Int
  var state = State.planning
  /// When it began to make its plan.
  var planStart = EventLog.now
  /// Whether it has reported a running example in this repetition, and the end of this repetition.
  var hasBegun = false
  var hasEnded = false
  /// The spec that it ran last, in any repetition.
  var lastSpec: ExampleID?
  /// The isolated spec that has finished in it.
  var finished: ExampleID?
  /// Why the tool terminates it, and what ran when that was decided; later events do not count.
  var cause: ProcessExit.Cause?
  var runningAtKill: [RunningExample]?
  /// Whether it is killed because of that; its events count until it has exited.
  var hasUnreadableAnswer = false
  var late = LateExamples()

  /// Why the tool has killed it, if it did.
  var causeOfExit: ProcessExit.Cause? { cause ?? (hasUnreadableAnswer ? .unreadableAnswer : nil) }

  var isUsed: Bool { lastSpec != nil }

  /// Whether it is about to be ready.
  var isStarting: Bool { state < .idle }

  /// Whether it has nothing to run now.
  var isIdle: Bool { state == .idle || isStaying }

  /// Whether it stays for late failures of an isolated spec.
  var isStaying: Bool { state == .staying || state == .stayed }

  /// Whether it must run nothing more, and exits.
  var isLeaving: Bool { state >= .leaving }
}

/// The running examples that have exceeded their time limits.
struct LateExamples {
  private var times: [ExampleID: Double] = [:]
  /// The further attempts of examples, and since when they were seen.
  private var attempts: [ExampleID: (number: Int, since: Double)] = [:]

  var isEmpty: Bool { times.isEmpty && attempts.isEmpty }

  /// Receives an event of their process.
  mutating func receive(_ event: Event, now: Double = EventLog.now) {
    switch event {
    case .issueRecorded(let record) where record.issue.cause == .timeLimit:
      if let id = record.id { times[id] = now }
    case .exampleEnded(let end) where !isEmpty:
      times[end.id] = nil
      attempts[end.id] = nil
    default: break
    }
  }

  /// Looks at the attempts of the running examples.
  mutating func look(at running: [RunningExample], now: Double) {
    for example in running
    where example.attempt > 1 && attempts[example.id]?.number != example.attempt {
      attempts[example.id] = (example.attempt, now)
    }
  }

  /// When each of the examples exceeded its time limit, of those that did. Where another attempt was seen since, that
  /// is when it will have.
  func times(of running: [RunningExample]) -> [ExampleID: Double] {
    if times.isEmpty { return [:] }
    var times = times
    for example in running {
      guard let time = times[example.id], let attempt = attempts[example.id],
        attempt.number == example.attempt, attempt.since >= time
      else { continue }
      times[example.id] = attempt.since + (example.limit?.seconds ?? 0)
    }
    return times
  }
}
