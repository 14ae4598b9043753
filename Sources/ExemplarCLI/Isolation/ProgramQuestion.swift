import ExemplarCore
import ExemplarLog

/// A question to the process of a program, and the answer so far: its plan, and its examples if they are to be listed.
struct ProgramQuestion {
  /// The answer of a program about a selection.
  struct Answer {
    /// The program, with its plan if the process has reported one.
    var program: TestProgram
    /// The exit of a process before it had answered, which a run explains.
    var exit: ProcessExit?
  }

  private(set) var answer: Answer
  /// The order to list the examples; `nil` if the plan is the whole answer.
  private let list: WorkerOrder?
  private var hasListed = false
  private var start = 0.0
  private var stall: StallClock
  /// Why the process is killed, if it is.
  private var cause: ProcessExit.Cause?

  init(_ program: TestProgram, list: WorkerOrder? = nil) {
    answer = Answer(program: program)
    answer.program.plan = nil
    self.list = list
    stall = StallClock(RunOptions(ofWorker: program.options))
  }

  /// Returns the orders that ask it.
  mutating func begin(seed: UInt64) -> [WorkerOrder] {
    start = EventLog.now
    return [.plan(answer.program.request(seed: seed))] + [list].compactMap(\.self)
  }

  /// Whether the answer is complete, or the process has exited.
  ///
  /// The plan comes through a pipe and the list through the log, and either may be read first. A process of which
  /// something is still to be read is not ready: a run that it takes part in would receive the plan of the question as
  /// its own.
  var isAnswered: Bool {
    answer.exit != nil || (answer.program.plan != nil && (list == nil || hasListed))
  }

  /// Handles what the process does. Returns whether it must be killed.
  mutating func handle(_ event: PoolEvent, _ receive: (Event) -> Void) -> Bool {
    guard let problem = problem(with: event, receive) else { return false }
    cause = cause ?? problem
    return true
  }

  private mutating func problem(
    with event: PoolEvent, _ receive: (Event) -> Void
  ) -> ProcessExit.Cause? {
    switch event {
    case .answered(let answer?):
      switch answer {
      case .planned(let plan): self.answer.program.plan = plan
      case .hangs(let sentence, let outline): return .hang(sentence, of: outline)
      case .needs, .ready, .read, .serves, .recorded, .shutDown: break
      }
    case .answered(nil): return .unreadableAnswer
    case .logged(let events):
      for batch in events.map(\.batch) {
        batch.forEach { event in
          receive(event)
          if case .runEnded = event { hasListed = true }
        }
      }
    case .sampled(let sample):
      let isPlanning = answer.program.plan == nil
      return stall.problem(
        isStopped: sample.isStopped, planningStart: isPlanning ? start : nil,
        now: sample.time, place: sample.step.map { " in \($0)" } ?? ""
      ).map { .hang($0, of: nil) }
    case .exited(let end, _):
      answer.exit = end.exit
      answer.exit?.cause = cause
    case .failedToStart, .begun, .timerFired, .growthAllowed, .fixtureFailed, .fixturesShutDown,
      .interrupted, .betweenEnded, .betweenFailed:
      break
    }
    return nil
  }
}

extension TestProgram {
  /// The selectors among its options.
  var selectors: [String] { Self.selectors(in: options) }

  static func selectors(in options: [EnvironmentOption: String]) -> [String] {
    options[.select]?.split(separator: "\n").map(String.init) ?? []
  }

  /// The plan that its options ask for.
  func request(seed: UInt64) -> PlanRequest {
    PlanRequest(
      seed: seed, selectors: selectors, rerunFile: options[.rerun], firstFile: options[.first],
      shareFile: options[.share], listsLeftOut: options[.leftOut] != nil)
  }
}
