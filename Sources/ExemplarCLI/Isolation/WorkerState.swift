import ExemplarCore
import ExemplarLog

/// The life of a worker: what it does, and whether it still counts.
///
/// `ARCHITECTURE.md` has the states as a table, and `WorkerStateTests` each transition.
enum WorkerState: Equatable, Sendable {
  /// It makes its plan, since a time by `EventLog.now`.
  case planning(since: Double)
  /// It has made its plan, and is not ready yet.
  case planned
  /// It waits for something to run.
  case idle
  case running
  /// It waits for a repetition: for the first one, or for the next one after it has ended one.
  case waiting
  /// It has run an isolated spec, runs nothing more, and stays for late failures: until the run ends, or, once it has
  /// stayed for some time, until there are too many of them.
  case staying(mayLeave: Bool, hasEnded: Bool)
  /// It runs nothing more, and exits: after an isolated spec, or because it ended the repetition by itself.
  case leaving(hasEnded: Bool)
  /// It is terminated before it was ready, since it is not needed any more.
  case dismissed
  /// It is terminated for a cause, in some state.
  indirect case killed(Kill, in: WorkerState)

  /// Why the tool terminates a worker, and what ran when that was decided, if that is known.
  struct Kill: Equatable {
    var cause: ProcessExit.Cause
    var running: [RunningExample]?
  }

  /// Everything that changes the state of a worker.
  enum Input: Equatable {
    /// It answers that it has made its plan.
    case planned
    /// It answers that it has finished its order.
    case ready(isIsolated: Bool)
    /// It is given a part.
    case assigned
    /// Another repetition begins, at a time.
    case begin(Double)
    /// It has stayed for the shortest time.
    case stayed
    /// It shall not stay any longer, if it may leave.
    case leave
    /// Nothing is left to run in this repetition.
    case end
    /// Nothing is left, and it has run nothing.
    case dismiss
    /// It reports the end of the repetition, which was requested, or which it decided by itself.
    case reportedEnd(isRequested: Bool)
    /// The tool terminates it, in some cases after its threads have been examined.
    case kill(Kill, examines: Bool)
    /// It should have exited a while ago.
    case exitOverdue(Duration)
  }

  /// Everything that the tool does with a process.
  enum Action: Equatable {
    case send(WorkerOrder)
    /// No further order follows.
    case closeOrders
    case kill
    case examineAndKill
    case startTimer(Timer)
  }

  /// A time that is measured for a worker.
  enum Timer: Equatable {
    /// The shortest time that it stays.
    case stay
    /// The time that it has to exit.
    case exit
  }

  /// Changes to the next state. Returns what the tool does with the process. Inputs that do not apply are ignored.
  mutating func handle(_ input: Input) -> [Action] {
    switch (self, input) {
    case (.killed(let kill, var state), .reportedEnd) where kill.cause == .unreadableAnswer:
      _ = state.handle(input)
      self = .killed(kill, in: state)
    case (.killed(_, .planning), .dismiss), (.killed(_, .planned), .dismiss),
      (.planning, .dismiss), (.planned, .dismiss):
      self = .dismissed
      // It may not even have been started.
      return [.closeOrders, .kill]
    case (.killed, .exitOverdue), (.dismissed, .exitOverdue): return [.kill]
    case (.killed, _), (.dismissed, _): break

    case (_, .kill(let kill, let examines)):
      self = .killed(kill, in: self)
      return [examines ? .examineAndKill : .kill]
    case (_, .exitOverdue(let patience)):
      self = .killed(Kill(cause: .exitGrace(patience)), in: self)
      return [.kill]

    case (.planning, .planned): self = .planned
    case (.planning, .ready), (.planned, .ready), (.running, .ready(isIsolated: false)):
      self = .idle
    case (.running, .ready(isIsolated: true)):
      self = .staying(mayLeave: false, hasEnded: false)
      return [.startTimer(.stay)]
    case (.idle, .assigned): self = .running
    case (.waiting, .begin(let time)): self = .planning(since: time)
    case (.staying(_, let hasEnded), .stayed):
      self = .staying(mayLeave: true, hasEnded: hasEnded)
    case (.staying(mayLeave: true, let hasEnded), .leave):
      self = .leaving(hasEnded: hasEnded)
      return Self.lastActions
    case (.idle, .end), (.staying(_, hasEnded: false), .end): return [.send(.end)]

    case (.idle, .reportedEnd(isRequested: true)): self = .waiting
    case (.staying(let mayLeave, _), .reportedEnd(isRequested: true)):
      self = .staying(mayLeave: mayLeave, hasEnded: true)
    case (.leaving, .reportedEnd): self = .leaving(hasEnded: true)
    case (.waiting, .reportedEnd): break
    case (_, .reportedEnd):
      // It can receive no more orders, as after an example that has closed the pipe. The part that it may have been
      // given continues elsewhere when it has exited.
      self = .leaving(hasEnded: true)
      return Self.lastActions
    default: break
    }
    return []
  }

  private static let lastActions: [Action] = [.send(.end), .closeOrders, .startTimer(.exit)]

  // MARK: Questions about the state

  /// The state in which it was terminated, or is.
  private var underlying: WorkerState {
    if case .killed(_, let state) = self { state } else { self }
  }

  /// Why the tool terminates it, if it does.
  var kill: Kill? { if case .killed(let kill, _) = self { kill } else { nil } }

  /// Whether its events count. Those that a process has written before it sent something unreadable do.
  var counts: Bool {
    switch self {
    case .dismissed: false
    case .killed(let kill, _): kill.cause == .unreadableAnswer
    default: true
    }
  }

  /// When it began to make its plan, if it does.
  var planningStart: Double? { if case .planning(let start) = self { start } else { nil } }

  /// Whether it is about to be ready.
  var isStarting: Bool {
    switch underlying {
    case .planning, .planned: true
    default: false
    }
  }

  /// Whether it has nothing to run now, and exits for no reason yet.
  var isIdle: Bool { underlying == .idle || underlying == .waiting || isStaying }

  /// Whether it stays for late failures of an isolated spec.
  var isStaying: Bool { if case .staying = underlying { true } else { false } }

  /// Whether it must run nothing more, and exits.
  var isLeaving: Bool {
    switch underlying {
    case .leaving, .dismissed: true
    default: false
    }
  }

  /// Whether it reports nothing more in this repetition, except for late failures.
  var hasEnded: Bool {
    switch underlying {
    case .waiting, .dismissed: true
    case .staying(_, let hasEnded), .leaving(let hasEnded): hasEnded
    default: false
    }
  }

  /// Whether it has run an isolated spec, and nothing since.
  var hasFinishedSpec: Bool { isStaying || underlying == .leaving(hasEnded: false) }
}
