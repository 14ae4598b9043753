import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import Subprocess

/// The processes that share a run: starts them, assigns parts, and continues without those that
/// have exited.
///
/// All input arrives sequentially, from the threads that read logs and answers.
final class WorkerPool: @unchecked Sendable {
  /// The result of the runs when all processes have exited.
  struct Result {
    /// The unexpected exit of a process: before anything was planned, or when it had nothing left to run.
    var exit: ProcessExit?
    /// Why not all events are known.
    var trouble: String?
    /// Why no process could be started.
    var error: (any Error)?
  }

  enum Stage { case planning, running, ending, over }

  let settings: PoolSettings
  let lock = NSLock()
  private let merger: Locked<StreamMerger>
  /// The stream of the run.
  private let stream: StreamMerger.Stream
  /// The folder in which processes claim rows, if there may be several.
  private let folder: WorkerFolder?
  // Protected by the lock.
  var ledger: RunLedger
  var beginning: RunBeginning
  /// The programs that are still to be asked what they hold.
  var unasked: [Int]
  var schedule: Schedule?
  var workers: [Int: PooledWorker] = [:]
  var lastNumber = 0
  var stage = Stage.planning
  var repetition = 1
  var seed: UInt64
  var start = EventLog.now
  var failedStarts = 0
  var mayGrow = false
  /// The examples that were reported as slow.
  var slow: Set<ExampleID> = []
  var result = Result()
  var isBrokenOff = false
  var continuation: CheckedContinuation<Void, Never>?

  init(_ settings: PoolSettings, _ merger: Locked<StreamMerger>) {
    self.settings = settings
    self.merger = merger
    stream = merger.withLock { $0.open() }
    folder = settings.jobs > 1 ? try? WorkerFolder() : nil
    ledger = RunLedger(allowsFocus: settings.run.allowsFocus, merger, stream)
    unasked = Array(settings.programs.indices)
    seed = settings.run.seed ?? PlanOptions.freshSeed()
    beginning = settings.beginning(seed: seed)
  }

  /// The fixtures of the run. A failure of one fails the run.
  private lazy var fixtures = FixtureProcesses(settings) { [weak self] issue, lost in
    self?.lock.withLock { self?.record(issue, lost) }
  }

  private func record(_ issue: Issue, _ lostFixture: String?) {
    settings.clock.withOrigin { ledger.record(issue) }
    guard let lostFixture else { return }
    for worker in workers.values { worker.process.channel.send(.forget(lostFixture)) }
  }

  /// Runs everything to its end.
  func run() async -> Result {
    defer { folder?.remove() }
    await withCheckedContinuation { continuation in
      lock.withLock {
        self.continuation = continuation
        planNext()
      }
    }
    await fixtures.shutDown()
    let result = lock.withLock { self.result }
    if result.exit?.isWithoutSpecs == true { merger.withLock { $0.remove(stream) } }
    return result
  }

  // MARK: Workers

  /// Starts a process of a program.
  func addWorker(of program: Int) {
    guard stage != .over else { return }
    lastNumber += 1
    let number = lastNumber
    let slot = slot(of: number)
    let process: WorkerProcess
    do {
      process = try WorkerProcess(
        settings.programs[program], directory: settings.directory, slot: slot)
    } catch {
      result.error = error
      return giveUp(nil)
    }
    workers[number] = PooledWorker(process: process, program: program, slot: slot)
    process.channel.send(.begin(workerBeginning(wantsPlan: stage == .planning)))
    process.channel.read { [self] answer in
      receive(from: number) { handle(answer, of: number) }
    }
    Task {
      do {
        let end = try await process.run(
          watch: { running in self.watch(running, of: number) },
          { batch, time, output in
            self.receive(from: number, at: time) { self.receive(batch, output, of: number) }
          })
        self.settings.passOn(process.output, isLast: true)
        // Answers count before the exit.
        process.channel.readRest()
        await onOwnThread { self.receive(from: number) { self.handle(end, of: number) } }
      } catch {
        await onOwnThread { self.receive(from: number) { self.handle(error, of: number) } }
      }
      self.settings.watch([], number)
    }
  }

  /// Calls `work`, which handles input of a worker, with the time of that input.
  private func receive(from number: Int, at time: Double? = nil, _ work: () -> Void) {
    lock.withLock { settings.clock.withOrigin(time: time, worker: number, work) }
  }

  /// Asks further programs what they hold, as many at once as processes may run.
  func planNext() {
    while stage == .planning, !unasked.isEmpty, hasRoom { addWorker(of: unasked.removeFirst()) }
  }

  func workerBeginning(wantsPlan: Bool) -> WorkerBeginning {
    WorkerBeginning(
      seed: seed, repetition: repetition, repetitions: settings.run.repetitions,
      failFast: settings.run.failFast.map { max(1, $0 - ledger.summary.failed) },
      wantsPlan: wantsPlan, claims: claims, workers: settings.jobs)
  }

  /// The folder in which the processes of this repetition claim rows; `nil` if there is one process at most.
  private var claims: String? {
    guard let url = folder?.url.appendingPathComponent("\(repetition)") else { return nil }
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url.path
  }

  /// Starts a process for a part that may begin now, if no other is about to run it.
  ///
  /// - Parameter isNeeded: Whether it replaces one; otherwise it has to be worth its cost.
  func grow(isNeeded: Bool = false) {
    guard stage == .running, let program = schedule?.programOfNext, hasRoom,
      mayGrow || isNeeded || workers.values.allSatisfy(\.isIdle),
      // Those that are about to be ready take one each.
      !workers.values.contains(where: { $0.program == program && $0.isStarting })
    else { return }
    addWorker(of: program)
  }

  /// Whether another process may run something.
  var hasRoom: Bool {
    workers.values.count { !$0.isIdle && !$0.isLeaving } < settings.jobs
  }

  // MARK: Answers of workers

  func handle(_ answer: WorkerAnswer?, of number: Int) {
    guard let worker = activeWorker(number) else { return }
    guard let answer else {
      workers[number]?.hasUnreadableAnswer = true
      return worker.process.killGroup()
    }
    switch answer {
    case .planned(let plan):
      if worker.state == .planning { workers[number]?.state = .planned }
      guard stage == .planning else { return }
      beginning.receive(plan, of: worker.program)
      beginIfPlanned()
    case .ready:
      // A process that continues gives no information about those that cannot begin.
      if !worker.isUsed, !worker.isLeaving { failedStarts = 0 }
      if !worker.isLeaving { workers[number]?.state = .idle }
      if schedule?.isIsolated(number) == true { keep(number) }
      schedule?.end(number)
      planNext()
      serve()
    case .read(let outline, let rows):
      ledger.record(rows, readOf: outline)
    case .needs(let request):
      fixtures.receive(request, of: worker.program, from: worker.process.channel)
    case .serves, .recorded, .shutDown: break
    case .hangs(let sentence, let outline):
      workers[number]?.cause = .hang(sentence, of: outline)
      worker.process.killHanging()
    }
  }

  /// Lets another process help with the rows of a slow outline, if one has nothing else to do.
  func shareRows() {
    guard folder != nil, stage == .running, mayGrow, hasRoom, let schedule else { return }
    for (number, spec, outlines) in schedule.sharers {
      guard let help = ledger.help(with: spec, among: outlines) else { continue }
      self.schedule?.add(help, beside: number)
      return serve()
    }
  }

  /// Begins when each program has planned.
  func beginIfPlanned() {
    guard stage == .planning, let (plan, programs) = beginning.plan else { return }
    ledger.begin(
      plan, beginning.start(plan, repetition: repetition, of: settings.run.repetitions))
    schedule = Schedule(
      plan.parts, durationClasses: settings.durationClasses, first: settings.first,
      programs: programs)
    stage = .running
    beginning.release().forEach { ledger.receive(.issueRecorded($0), hasPart: false) }
    growSoon()
    serve()
  }

  /// A process for a few examples costs more than it saves.
  func growSoon() {
    guard settings.jobs > 1, !mayGrow else { return grow() }
    after(.milliseconds(100)) { [self] in
      mayGrow = true
      grow()
    }
  }

  /// Calls `body` after some time, with the lock held.
  private func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void) {
    Task {
      try? await Task.sleep(for: duration, clock: .suspending)
      await onOwnThread { self.lock.withLock(body) }
    }
  }

  /// Gives those who wait something to run.
  func serve() {
    for number in workers.keys.sorted() {
      if Interruption.isRequested { return breakOff() }
      guard stage == .running, schedule != nil else { return }
      guard let worker = workers[number], worker.state == .idle, hasRoom else { continue }
      switch schedule!.turn(of: number, isFresh: !worker.isUsed, in: worker.program) {
      case .run(let part):
        let slot = slot(of: number)
        workers[number]?.state = .running
        workers[number]?.slot = slot
        workers[number]?.lastSpec = part.spec
        workers[number]?.process.channel.send(.run(ledger.handOut(part, to: number), slot: slot))
      case .wait: break
      case .over: return endRepetition()
      }
    }
    // The last worker may have run an isolated spec, and takes no turn.
    if stage == .running, schedule?.isOver == true { return endRepetition() }
    grow()
  }

  /// The slot of the next part of a worker, which may be new.
  private func slot(of number: Int) -> Int {
    let others = workers.filter { $0.key != number && !$0.value.isLeaving }.map(\.value)
    return Schedule.slot(
      after: workers[number]?.slot, of: settings.jobs, others: others.map(\.slot),
      running: others.filter { !$0.isIdle && !$0.isStarting }.map(\.slot))
  }

  /// Keeps the process of an isolated spec that has finished, so that its late failures count as those of other specs
  /// do. Of many such processes, the oldest leave.
  private func keep(_ number: Int) {
    let spec = workers[number]?.lastSpec
    workers[number]?.state = .staying
    workers[number]?.finished = spec
    after(Self.shortestStay) { [self] in
      if workers[number]?.state == .staying { workers[number]?.state = .stayed }
      guard stage == .running else { return }
      let staying = workers.filter(\.value.isStaying).keys.sorted()
      for number in staying.dropLast(Self.keptLimit) where workers[number]?.state == .stayed {
        leave(number)
      }
    }
  }

  /// How many processes of isolated specs that have finished stay until the run ends, and how long the others stay.
  private static let keptLimit = 8
  private static let shortestStay = Duration.seconds(2)

  /// Lets a process exit that has nothing left to run.
  func leave(_ number: Int) {
    workers[number]?.state = .leaving
    workers[number]?.process.channel.send(.end)
    workers[number]?.process.channel.closeOrders()
    killIfItStays(number)
  }

  /// The user wants the end: nothing more begins.
  func breakOff() {
    if isBrokenOff { return }
    isBrokenOff = true
    for worker in workers.values {
      worker.process.channel.send(.stop)
      worker.process.channel.closeOrders()
    }
  }

  /// Ends a process that has nothing to do any more, and does not exit by itself, as where a handler of `atexit` hangs.
  func killIfItStays(_ number: Int) {
    let patience = settings.run.exitGrace
    after(patience) { [self] in
      guard let worker = workers[number] else { return }
      workers[number]?.cause = worker.cause ?? .exitGrace(patience)
      worker.process.killGroup()
    }
  }

  /// A worker, as long as its events count.
  private func activeWorker(_ number: Int) -> PooledWorker? {
    guard let worker = workers[number], stage != .over, worker.state != .dismissed,
      worker.cause == nil
    else { return nil }
    return worker
  }

  func receive(_ batch: EventBatch, _ output: Range<Int>?, of number: Int) {
    if case .passedRows = batch, let worker = activeWorker(number), worker.hasBegun,
      stage != .planning,
      worker.late.isEmpty
    {
      ledger.receive(batch, of: number)
      // The failures of an exited process may have been reported since.
      return stopIfEnoughFailed()
    }
    batch.forEach { receive($0, output, of: number) }
  }

  private func receive(_ event: Event, _ output: Range<Int>?, of number: Int) {
    guard let worker = activeWorker(number) else { return }
    if stage == .planning, worker.isStarting, case .issueRecorded(let record) = event {
      return beginning.hold(record, of: worker.program)
    }
    if !worker.hasBegun, case .issueRecorded(let record) = event,
      !beginning.emits(record, of: worker.program)
    {
      return
    }
    var attachment: AttachmentRecorded?
    if settings.run.showOutput != .never, let output, let id = event.endedID {
      attachment = worker.process.output.attachment(output, of: id)
    }
    ledger.receive(event, of: number, output: attachment, hasPart: worker.hasBegun)
    workers[number]?.late.receive(event)
    switch event {
    case .groupStarted: if !worker.hasBegun { workers[number]?.hasBegun = true }
    case .exampleEnded: stopIfEnoughFailed()
    case .runEnded:
      workers[number]?.hasEnded = true
      if stage == .ending {
        endIfAllHave()
      } else if !worker.isLeaving {
        // It can receive no more orders, as after an example that has closed the pipe. The part that it may have
        // been given continues elsewhere when it has exited.
        leave(number)
      }
    default: break
    }
  }

  func stopIfEnoughFailed() {
    guard let limit = settings.run.failFast, ledger.summary.failed >= limit,
      schedule?.isStopped == false
    else { return }
    schedule?.stop()
    for worker in workers.values { worker.process.channel.send(.stop) }
    if stage == .running, schedule?.isOver == true { endRepetition() }
  }

  // MARK: The end of a repetition

  /// Nothing is left to run.
  func endRepetition() {
    stage = .ending
    for (number, worker) in workers where !worker.isLeaving {
      if worker.isUsed || worker.isIdle {
        worker.process.channel.send(.end)
      } else {
        dismiss(number)
      }
    }
    endIfAllHave()
  }

  /// Terminates a process that is not ready yet and no longer needed.
  func dismiss(_ number: Int) {
    workers[number]?.state = .dismissed
    workers[number]?.hasEnded = true
    // It may not even have been started.
    workers[number]?.process.channel.closeOrders()
    workers[number]?.process.killGroup()
  }

  func endIfAllHave() {
    guard stage == .ending, workers.values.allSatisfy(\.hasEnded) else { return }
    ledger.end(duration: EventLog.now - start, isWhole: true)
    let isLast =
      repetition >= settings.run.repetitions
      || (settings.run.stopsAtFailure && !ledger.summary.isSuccess) || Interruption.isRequested
    if isLast { return end() }
    beginAgain()
  }

  func beginAgain() {
    repetition += 1
    if settings.run.seed == nil { seed = PlanOptions.freshSeed() }
    ledger = RunLedger(allowsFocus: settings.run.allowsFocus, merger, stream)
    beginning = settings.beginning(seed: seed)
    schedule = nil
    slow = []
    stage = .planning
    start = EventLog.now
    var missing = Set(settings.programs.indices)
    for (number, worker) in workers.sorted(by: { $0.key < $1.key })
    where !worker.isLeaving && worker.finished == nil {
      workers[number]?.state = .planning
      workers[number]?.planStart = EventLog.now
      workers[number]?.hasBegun = false
      workers[number]?.hasEnded = false
      let wantsPlan = missing.remove(worker.program) != nil
      worker.process.channel.send(.begin(workerBeginning(wantsPlan: wantsPlan)))
    }
    unasked = missing.sorted()
    planNext()
  }

  /// Lets every process end.
  func end() {
    stage = .over
    for (number, worker) in workers {
      worker.process.channel.closeOrders()
      killIfItStays(number)
    }
    if workers.isEmpty { finish() }
  }

  func finish() {
    continuation?.resume()
    continuation = nil
  }
}

extension Event {
  /// The node that the event finishes and that may have written output.
  fileprivate var endedID: ExampleID? {
    switch self {
    case .exampleEnded(let end): end.id
    case .hooksEnded(let end): end.id
    default: nil
    }
  }
}
