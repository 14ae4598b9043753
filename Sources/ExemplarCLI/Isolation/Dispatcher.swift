import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// Decides what the processes of a pool do: assigns parts, and continues without those that have exited.
///
/// It touches no process: it receives events, one after another, and returns actions.
final class Dispatcher {
  private enum Stage {
    case planning, running, ending
    /// Other tests run before the next repetition.
    case between
    /// The processes exit.
    case over
    /// They have, and the fixtures are shut down.
    case finished
  }

  let settings: PoolSettings
  private let merger: Locked<StreamMerger>
  /// The stream of the run.
  private let stream: StreamMerger.Stream
  /// The folder in which processes claim rows, if there may be several.
  private let claims: URL?
  var ledger: RunLedger
  private var beginning: RunBeginning
  /// The programs that are still to be asked what they hold.
  private var unasked: [Int]
  private var schedule: Schedule?
  private var workers: [Int: PooledWorker] = [:]
  private var lastNumber = 0
  private var stage = Stage.planning
  private var repetition = 1
  private var seed: UInt64
  private var start = EventLog.now
  private var failedStarts = 0
  private var mayGrow = false
  /// The slots of processes that have exited, by the specs that have to continue elsewhere.
  private var slotsOfRests: [ExampleID: Int] = [:]
  /// The examples that were reported as slow.
  private var slow: Set<ExampleID> = []
  private var isInterrupted = false
  private var actions: [PoolAction] = []
  private(set) var result = WorkerPool.Result()

  /// - Parameters:
  ///   - asked: The programs of processes that wait for the run, by their numbers.
  ///   - claims: The folder in which processes claim rows, if there may be several.
  init(
    _ settings: PoolSettings, asked: [Int: Int] = [:], claims: URL?, _ merger: Locked<StreamMerger>
  ) {
    self.settings = settings
    self.merger = merger
    self.claims = claims
    stream = merger.withLock { $0.open() }
    ledger = RunLedger(allowsFocus: settings.run.allowsFocus, merger, stream)
    unasked = []
    seed = settings.run.seed ?? settings.asked?.seed ?? PlanOptions.freshSeed()
    beginning = settings.beginning(seed: seed)
    for (number, program) in asked {
      workers[number] = newWorker(of: program, slot: settings.slot(ofWorker: number))
      workers[number]?.state = .waiting
    }
    lastNumber = asked.keys.max() ?? 0
  }

  /// Whether the run has come to its end, with its processes and its fixtures.
  var isFinished: Bool { stage == .finished }

  /// Handles an event of a worker, or of none. Returns what to do.
  func handle(_ event: PoolEvent, of number: Int = 0) -> [PoolAction] {
    settings.clock.withOrigin(worker: number) { receive(event, of: number) }
    defer { actions = [] }
    return actions
  }

  private func receive(_ event: PoolEvent, of number: Int) {
    switch event {
    case .begun: planAll()
    case .answered(let answer): receive(answer, of: number)
    case .logged(let events): for events in events { receive(events, of: number) }
    case .sampled(let sample): look(at: sample, of: number)
    case .exited(let end, let output): handle(end, output, of: number)
    case .failedToStart(let error):
      workers[number] = nil
      result.error = result.error ?? error
      giveUp(nil)
    case .timerFired(.stay): letStayingLeave(after: number)
    case .timerFired(.exit): pass(.exitOverdue(settings.run.exitGrace), to: number)
    case .growthAllowed:
      mayGrow = true
      grow()
    case .fixtureFailed(let issue, let lost):
      ledger.record(issue)
      if let lost { actOnAll(.send(.forget(lost))) }
    case .fixturesShutDown:
      stage = .finished
      if result.exit?.isWithoutSpecs == true { merger.withLock { $0.remove(stream) } }
    case .betweenEnded(let goesOn): goesOn && !isInterrupted ? beginAgain() : end()
    case .betweenFailed(let error):
      result.error = result.error ?? error
      end()
    case .interrupted: breakOff()
    }
  }

  // MARK: Workers

  private func act(on number: Int, _ action: WorkerState.Action) {
    actions.append(.worker(number, action))
  }

  private func actOnAll(_ action: WorkerState.Action) {
    for number in workers.keys.sorted() { act(on: number, action) }
  }

  /// Changes the state of a worker.
  private func pass(_ input: WorkerState.Input, to number: Int) {
    workers[number]?.state.handle(input).forEach { act(on: number, $0) }
  }

  /// Starts a process of a program.
  private func addWorker(of program: Int) {
    lastNumber += 1
    let slot = slot(of: lastNumber)
    workers[lastNumber] = newWorker(of: program, slot: slot)
    actions.append(.start(lastNumber, program: program, slot: slot))
    begin(lastNumber, wantsPlan: stage == .planning)
  }

  private func newWorker(of program: Int, slot: Int) -> PooledWorker {
    let stall = StallClock(RunOptions(ofWorker: settings.programs[program].options))
    return PooledWorker(program: program, slot: slot, stall)
  }

  /// Begins a repetition in the processes that wait for one, and asks each program what it holds.
  private func planAll() {
    if let claims = repetitionClaims {
      try? FileManager.default.createDirectory(at: claims, withIntermediateDirectories: true)
    }
    var missing = Set(settings.programs.indices)
    for (number, worker) in workers.sorted(by: { $0.key < $1.key })
    where worker.state == .waiting {
      pass(.begin(EventLog.now), to: number)
      worker.hasBegun = false
      begin(number, wantsPlan: missing.remove(worker.program) != nil)
    }
    unasked = missing.sorted()
    planNext()
  }

  /// Asks further programs what they hold, as many at once as processes may run.
  private func planNext() {
    while stage == .planning, !unasked.isEmpty, hasRoom { addWorker(of: unasked.removeFirst()) }
  }

  private func begin(_ number: Int, wantsPlan: Bool) {
    if wantsPlan, let worker = workers[number] {
      let request = settings.programs[worker.program].request(seed: seed)
      act(on: number, .send(.plan(request)))
    }
    let beginning = WorkerBeginning(
      seed: seed, repetition: repetition, repetitions: settings.run.repetitions,
      failFast: settings.run.failFast.map { max(1, $0 - ledger.summary.failed) },
      claims: repetitionClaims?.path, workers: settings.jobs)
    act(on: number, .send(.begin(beginning)))
  }

  /// The folder in which the processes of this repetition claim rows; `nil` if there is one process at most.
  private var repetitionClaims: URL? { claims?.appendingPathComponent("\(repetition)") }

  /// Starts a process for a part that may begin now, if no other is about to run it.
  ///
  /// - Parameter isNeeded: Whether it replaces one; otherwise it has to be worth its cost.
  private func grow(isNeeded: Bool = false) {
    guard stage == .running, !isInterrupted, let program = schedule?.programOfNext, hasRoom,
      mayGrow || isNeeded || workers.values.allSatisfy(\.state.isIdle),
      // Those that are about to be ready take one each.
      !workers.values.contains(where: { $0.program == program && $0.state.isStarting })
    else { return }
    addWorker(of: program)
  }

  /// Whether another process may run something.
  private var hasRoom: Bool {
    workers.values.count { !$0.state.isIdle && !$0.state.isLeaving } < settings.jobs
  }

  /// The slot of the next part of a worker, which may be new.
  ///
  /// - Parameter earlier: The slot in which that part began in another process.
  private func slot(of number: Int, after earlier: Int? = nil) -> Int {
    let others = workers.filter { $0.key != number && !$0.value.state.isLeaving }.map(\.value)
    return Schedule.slot(
      after: earlier ?? workers[number]?.slot, of: settings.jobs, others: others.map(\.slot),
      running: others.filter { !$0.state.isIdle && !$0.state.isStarting }.map(\.slot))
  }

  /// A worker, as long as its answers and its events count.
  private func activeWorker(_ number: Int) -> PooledWorker? {
    guard let worker = workers[number], worker.state.counts, stage != .over else { return nil }
    return worker
  }

  // MARK: Answers

  private func receive(_ answer: WorkerAnswer?, of number: Int) {
    guard let worker = activeWorker(number), worker.state.kill == nil else { return }
    switch answer {
    case nil: pass(.kill(.init(cause: .unreadableAnswer), examines: false), to: number)
    case .planned(let plan):
      pass(.planned, to: number)
      guard stage == .planning else { return }
      beginning.receive(plan, of: worker.program)
      beginIfPlanned()
    case .ready:
      // A process that continues gives no information about those that cannot begin.
      if !worker.isUsed, !worker.state.isLeaving { failedStarts = 0 }
      pass(.ready(isIsolated: schedule?.isIsolated(number) == true), to: number)
      schedule?.end(number)
      // It was not ready when the repetition came to its end.
      if stage == .ending { pass(.end, to: number) }
      planNext()
      serve()
    case .read(let outline, let rows): ledger.record(rows, readOf: outline)
    case .needs(let request):
      actions.append(.request(request, by: number, program: worker.program))
    case .serves, .recorded, .shutDown: break
    case .hangs(let sentence, let outline):
      pass(.kill(.init(cause: .hang(sentence, of: outline)), examines: true), to: number)
    }
  }

  /// Begins when each program has planned.
  private func beginIfPlanned() {
    guard stage == .planning, let (plan, programs) = beginning.plan else { return }
    ledger.begin(
      plan, beginning.start(plan, repetition: repetition, of: settings.run.repetitions))
    schedule = Schedule(
      plan.demands, durationClasses: settings.durationClasses, first: settings.first,
      programs: programs)
    stage = .running
    beginning.release().forEach { ledger.receive(.issueRecorded($0), hasPart: false) }
    if settings.jobs > 1, !mayGrow { actions.append(.delayGrowth) } else { grow() }
    serve()
  }

  /// Gives those who wait something to run.
  private func serve() {
    for number in workers.keys.sorted() {
      guard stage == .running, schedule != nil, !isInterrupted else { return }
      guard let worker = workers[number], worker.state == .idle, hasRoom else { continue }
      switch schedule!.turn(of: number, isFresh: !worker.isUsed, in: worker.program) {
      case .run(let part):
        worker.slot = slot(
          of: number, after: part.isRest ? slotsOfRests.removeValue(forKey: part.spec) : nil)
        worker.lastSpec = part.spec
        pass(.assigned, to: number)
        act(on: number, .send(.run(ledger.handOut(part, to: number), slot: worker.slot)))
      case .wait: break
      case .over: return endRepetition()
      }
    }
    // The last worker may have run an isolated spec, and takes no turn.
    if stage == .running, schedule?.isOver == true { return endRepetition() }
    grow()
  }

  /// Lets another process help with the rows of a slow outline, if one has nothing else to do.
  private func shareRows() {
    guard claims != nil, stage == .running, mayGrow, hasRoom, let schedule else { return }
    for (number, spec, outlines) in schedule.sharers {
      guard let help = ledger.help(with: spec, among: outlines) else { continue }
      self.schedule?.add(help, beside: number)
      return serve()
    }
  }

  /// Of many processes of isolated specs that have finished, the oldest leave, once they have stayed long enough.
  private func letStayingLeave(after number: Int) {
    pass(.stayed, to: number)
    guard stage == .running else { return }
    let staying = workers.filter(\.value.state.isStaying).keys.sorted()
    for number in staying.dropLast(Self.keptLimit) { pass(.leave, to: number) }
  }

  /// How many processes of isolated specs that have finished stay until the run ends.
  private static let keptLimit = 8

  /// The user wants the end: nothing more begins.
  private func breakOff() {
    if isInterrupted { return }
    isInterrupted = true
    actOnAll(.send(.stop))
    actOnAll(.closeOrders)
  }

  // MARK: Events

  private func receive(_ events: LoggedEvents, of number: Int) {
    settings.clock.set(EventOrigin(time: events.time, worker: number))
    if case .passedRows = events.batch, let worker = activeWorker(number), worker.hasBegun,
      stage != .planning, worker.late.isEmpty
    {
      ledger.receive(events.batch, of: number)
      // The failures of an exited process may have been reported since.
      return stopIfEnoughFailed()
    }
    events.batch.forEach { receive($0, events.output, of: number) }
  }

  private func receive(_ event: Event, _ output: AttachmentRecorded?, of number: Int) {
    guard let worker = activeWorker(number) else { return }
    if case .issueRecorded(let record) = event {
      if stage == .planning, worker.state.isStarting {
        return beginning.hold(record, of: worker.program)
      }
      if !worker.hasBegun, !beginning.emits(record, of: worker.program) { return }
    }
    ledger.receive(event, of: number, output: output, hasPart: worker.hasBegun)
    worker.late.receive(event)
    switch event {
    case .groupStarted: worker.hasBegun = true
    case .exampleEnded: stopIfEnoughFailed()
    case .runEnded:
      pass(.reportedEnd(isRequested: stage == .ending), to: number)
      endIfAllHave()
    default: break
    }
  }

  private func stopIfEnoughFailed() {
    guard let limit = settings.run.failFast, ledger.summary.failed >= limit,
      schedule?.isStopped == false
    else { return }
    schedule?.stop()
    actOnAll(.send(.stop))
    if stage == .running, schedule?.isOver == true { endRepetition() }
  }

  // MARK: Running examples: whether they are slow, take too long or use too much

  private func look(at sample: WorkerSample, of number: Int) {
    guard let worker = workers[number] else { return }
    for example in settings.run.limiting(sample.running) where example.isSlow(at: sample.time) {
      // Exceeded limits are reported elsewhere.
      guard let age = example.age(at: sample.time), let limit = example.limit, age < limit.seconds,
        slow.insert(example.id).inserted
      else { continue }
      settings.recordSlow(example, age)
    }
    worker.late.look(at: sample.running, now: sample.time)
    shareRows()
    guard let cause = cause(toKill: worker, sample) else { return }
    let examines =
      switch cause {
      case .timeout, .grace: true
      case .memory, .hang, .exitGrace, .unreadableAnswer: false
      }
    pass(.kill(.init(cause: cause, running: sample.running), examines: examines), to: number)
  }

  private func cause(toKill worker: PooledWorker, _ sample: WorkerSample) -> ProcessExit.Cause? {
    let late = worker.late.times(of: sample.running)
    if let cause = settings.run.exceeded(
      by: sample.running, late: late, memoryUse: { sample.memoryUse }, now: sample.time)
    {
      return cause
    }
    guard sample.running.isEmpty else { return nil }
    let place =
      sample.step.map { " in \($0)" } ?? worker.lastSpec.map {
        " after \u{201C}\($0.heading)\u{201D}"
      } ?? " in \(settings.programs[worker.program].url.lastPathComponent)"
    return worker.stall.problem(
      isStopped: sample.isStopped, planningStart: worker.state.planningStart, now: sample.time,
      place: place
    ).map { .hang($0, of: nil) }
  }

  // MARK: Exits

  private func handle(_ end: WorkerProcess.End, _ output: OutputFile?, of number: Int) {
    guard let worker = workers.removeValue(forKey: number) else { return }
    if worker.state != .dismissed { result.trouble = result.trouble ?? end.trouble }
    if stage == .over || isInterrupted {
      if stage == .over, worker.state.hasEnded { recordBadEnd(of: worker, end) }
      stage = .over
      actOnAll(.closeOrders)
      return finishIfAllHaveExited()
    }
    let part = schedule?.part(of: number)
    // It has reported everything that it ran, unless it ended by itself: before it ran anything, or when it had been
    // given a part.
    if worker.state == .dismissed
      || (worker.state.hasEnded && (worker.isUsed || stage == .ending || stage == .between)
        && part == nil)
    {
      recordBadEnd(of: worker, end)
      return continueRun()
    }
    var exit = end.exit(of: worker, output, settings)
    if stage == .planning {
      exit.lastOutput = end.exit.lastOutput
      exit.isEarly = true
      result.exit = exit
      return giveUp(nil)
    }
    if let part, !ledger.isOver(part) {
      let rest = ledger.handle(exit, in: part)
      schedule?.end(number, rest: rest)
      if rest != nil { slotsOfRests[part.spec] = worker.slot }
      stopIfEnoughFailed()
    } else if let hooks = exit.culprit, hooks.isGroupHook {
      ledger.handle(exit, inSharedHooks: hooks)
      schedule?.end(number)
    } else if !worker.state.isIdle, !worker.isUsed, stage == .running {
      failedStarts += 1
      if failedStarts >= Self.failedStartLimit {
        exit.lastOutput = end.exit.lastOutput
        return giveUp(exit.issue(while: "before it could run anything, as others before it did"))
      }
    } else {
      // Whatever ended it, what ran before it may have been the cause.
      let isKnown = worker.state.hasFinishedSpec || exit.cause == .unreadableAnswer
      let finished = isKnown ? worker.lastSpec : nil
      ledger.record(
        exit.issue(
          while: finished.map { "after \($0.heading) had finished in it" }
            ?? "while no example ran"))
      schedule?.end(number)
    }
    continueRun()
  }

  private func recordBadEnd(of worker: PooledWorker, _ end: WorkerProcess.End) {
    if end.exit.isSuccess || worker.state == .dismissed || result.exit != nil { return }
    result.exit = end.exit
    result.exit?.cause = worker.state.kill?.cause
  }

  /// How many processes may end one after the other before one of them has run anything.
  private static let failedStartLimit = 3

  /// Continues with the remainder after a process has exited.
  private func continueRun() {
    switch stage {
    case .running:
      if schedule?.isOver == true { return endRepetition() }
      serve()
      grow(isNeeded: true)
    case .ending: endIfAllHave()
    case .planning, .between, .over, .finished: break
    }
  }

  /// Does not run the remainder.
  private func giveUp(_ issue: Issue?) {
    if let issue { ledger.record(issue) }
    if stage == .running {
      actOnAll(.send(.stop))
      ledger.end(duration: EventLog.now - start, isWhole: false)
    }
    actOnAll(.kill)
    end()
  }

  // MARK: The end of a repetition

  /// Nothing is left to run.
  private func endRepetition() {
    stage = .ending
    for (number, worker) in workers.sorted(by: { $0.key < $1.key }) {
      pass(worker.isUsed || worker.state.isIdle ? .end : .dismiss, to: number)
    }
    endIfAllHave()
  }

  private func endIfAllHave() {
    guard stage == .ending, workers.values.allSatisfy(\.state.hasEnded) else { return }
    ledger.end(duration: EventLog.now - start, isWhole: true)
    let isLast =
      repetition >= settings.run.repetitions
      || (settings.run.stopsAtFailure && !ledger.summary.isSuccess) || isInterrupted
    if isLast { return end() }
    guard settings.betweenRepetitions != nil else { return beginAgain() }
    stage = .between
    actions.append(.runBetween(repetition))
  }

  private func beginAgain() {
    repetition += 1
    result.repetition = repetition
    if settings.run.seed == nil { seed = PlanOptions.freshSeed() }
    ledger = RunLedger(allowsFocus: settings.run.allowsFocus, merger, stream)
    beginning = settings.beginning(seed: seed)
    schedule = nil
    (slow, slotsOfRests) = ([], [:])
    stage = .planning
    start = EventLog.now
    planAll()
  }

  /// Lets every process end.
  private func end() {
    stage = .over
    actOnAll(.closeOrders)
    actOnAll(.startTimer(.exit))
    finishIfAllHaveExited()
  }

  private func finishIfAllHaveExited() {
    if workers.isEmpty { actions.append(.shutDownFixtures) }
  }
}
