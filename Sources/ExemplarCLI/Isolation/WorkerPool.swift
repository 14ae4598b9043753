import ExemplarCore
import ExemplarLog
import Foundation
import Subprocess

/// The processes that share a run: it starts them, hands out what is to run, and goes on without those that are
/// gone.
///
/// Whatever happens comes here one after the other, from the threads that read logs and answers.
final class WorkerPool: @unchecked Sendable {
  /// What is known of the runs when all processes are gone.
  struct Result {
    /// How a process ended that was to end by itself, if one did otherwise.
    var badEnd: BadEnd?
    /// Why not all events are known.
    var trouble: String?
    /// The end of a process before anything was planned.
    var earlyDeath: EarlyDeath?
    /// Why no process could be started.
    var error: (any Error)?
    /// How many seconds each spec took.
    var durations: [ExampleID: Double] = [:]
  }

  /// A process that ended before it had told what there is to run.
  struct EarlyDeath {
    var status: TerminationStatus
    var lastOutput: String
  }

  /// A process that ended otherwise than it should, after its examples were over.
  struct BadEnd {
    var way: ProcessEnd.Way
    var lastOutput: String
  }

  private struct Worker {
    let process: SharingWorker
    /// Whether it has had something to run in this repetition.
    var hasPart = false
    /// Whether it waits for something to run.
    var isIdle = false
    /// Whether it has run something in any repetition, and whether it is to run nothing more.
    var isUsed = false
    var isLeaving = false
    /// Whether it has told the end of this repetition.
    var hasEnded = false
    /// Why the tool has ended it, if it has.
    var cause: WorkerDeath.Cause?
    /// Since when examples have exceeded their time limits.
    var late: [ExampleID: Double] = [:]
  }

  private enum Phase { case planning, running, ending, over }

  private let settings: PoolSettings
  private let lock = NSLock()
  private let sink: @Sendable (Event) -> Void
  // What follows is touched only by who holds the lock.
  private var account: RunAccount
  private var schedule: Schedule?
  private var workers: [Int: Worker] = [:]
  private var lastNumber = 0
  private var phase = Phase.planning
  private var repetition = 1
  private var seed: UInt64
  private var start = 0.0
  private var failedStarts = 0
  private var isWhole = true
  private var mayGrow = false
  private var result = Result()
  private var continuation: CheckedContinuation<Void, Never>?

  init(_ settings: PoolSettings, sink: @escaping @Sendable (Event) -> Void) {
    self.settings = settings
    self.sink = sink
    account = RunAccount(allowsFocus: settings.run.allowsFocus, sink: sink)
    seed = settings.run.seed ?? PlanOptions.freshSeed()
    start = EventLog.now
  }

  /// Runs everything to its end.
  func run() async -> Result {
    await withCheckedContinuation { continuation in
      lock.withLock {
        self.continuation = continuation
        addWorker()
      }
    }
    return lock.withLock { result }
  }

  // MARK: Workers

  private func addWorker() {
    lastNumber += 1
    let number = lastNumber
    let process: SharingWorker
    do {
      process = try SharingWorker(
        program: settings.program, directory: settings.directory, options: settings.options)
    } catch {
      result.error = error
      return giveUp(nil)
    }
    workers[number] = Worker(process: process)
    process.channel.send(.begin(beginning(wantsPlan: schedule == nil)))
    process.channel.read { [self] answer in lock.withLock { note(answer, of: number) } }
    Task {
      do {
        let end = try await process.run(
          watch: { running in self.watch(running, of: number) },
          { event, output in
            self.lock.withLock { self.note(event, output, of: number) }
          })
        self.settings.passOn(process.output, isLast: true)
        // Telling events may wait, which a task must not.
        Thread.detachNewThread { self.lock.withLock { self.note(end, of: number) } }
      } catch {
        Thread.detachNewThread { self.lock.withLock { self.note(error, of: number) } }
      }
    }
  }

  private func beginning(wantsPlan: Bool) -> WorkerBeginning {
    WorkerBeginning(
      seed: seed, repetition: repetition, repetitions: settings.run.repetitions,
      failFast: settings.run.failFast.map { max(1, $0 - account.summary.failed) },
      wantsPlan: wantsPlan)
  }

  /// Starts processes for what may begin now, as far as that is worth one.
  private func grow() {
    guard mayGrow, phase == .running, let schedule, schedule.canBegin else { return }
    // Those that are about to be ready take one each.
    let free = workers.values.count { !$0.hasPart && !$0.isLeaving }
    if free == 0, workers.count < settings.jobs { addWorker() }
  }

  // MARK: What workers say

  private func note(_ answer: WorkerAnswer, of number: Int) {
    guard workers[number] != nil, phase != .over else { return }
    switch answer {
    case .planned(let plan):
      guard schedule == nil else { return }
      account.note(plan)
      schedule = Schedule(plan.parts, durations: settings.durations)
      phase = .running
      growSoon()
    case .ready:
      failedStarts = 0
      workers[number]?.isIdle = true
      let wasIsolated = schedule?.isIsolated(number) == true
      schedule?.end(number)
      if wasIsolated { leave(number) }
      serve()
    }
  }

  /// A process for a few examples costs more than it saves.
  private func growSoon() {
    guard settings.jobs > 1, !mayGrow else { return grow() }
    Task {
      try? await Task.sleep(for: .milliseconds(100))
      Thread.detachNewThread {
        self.lock.withLock {
          self.mayGrow = true
          self.grow()
        }
      }
    }
  }

  /// Gives those who wait something to run.
  private func serve() {
    for number in workers.keys.sorted() where workers[number]?.isIdle == true {
      guard phase == .running, schedule != nil else { return }
      switch schedule!.turn(of: number, isFresh: workers[number]?.isUsed == false) {
      case .run(let part):
        workers[number]?.isIdle = false
        workers[number]?.hasPart = true
        workers[number]?.isUsed = true
        workers[number]?.process.channel.send(.run(part))
      case .wait: break
      case .leave: leave(number)
      case .over: return endRepetition()
      }
    }
    grow()
  }

  /// Lets a process end that is to run nothing more.
  private func leave(_ number: Int) {
    workers[number]?.isIdle = false
    workers[number]?.isLeaving = true
    workers[number]?.process.channel.send(.end)
    workers[number]?.process.channel.closeOrders()
  }

  private func note(_ event: Event, _ output: Range<Int>?, of number: Int) {
    guard let worker = workers[number] else { return }
    if phase == .over { return }
    var attachment: AttachmentRecorded?
    if settings.run.showOutput != .never, let output, let id = event.endedID {
      attachment = worker.process.output.attachment(output, of: id)
    }
    account.note(event, output: attachment, hasPart: worker.hasPart)
    switch event {
    case .issueRecorded(let record) where record.issue.cause == .timeLimit:
      if let id = record.id { workers[number]?.late[id] = EventLog.now }
    case .exampleEnded(let end):
      if !worker.late.isEmpty { workers[number]?.late[end.id] = nil }
      stopIfEnoughFailed()
    case .runEnded:
      workers[number]?.hasEnded = true
      endIfAllHave()
    default: break
    }
  }

  private func stopIfEnoughFailed() {
    guard let limit = settings.run.failFast, account.summary.failed >= limit,
      schedule?.isStopped == false
    else { return }
    schedule?.stop()
    for worker in workers.values { worker.process.channel.send(.stop) }
    if phase == .running, schedule?.isOver == true { endRepetition() }
  }

  // MARK: The end of a repetition

  /// Nothing is left to run.
  private func endRepetition() {
    phase = .ending
    for worker in workers.values where !worker.isLeaving { worker.process.channel.send(.end) }
    endIfAllHave()
  }

  private func endIfAllHave() {
    guard phase == .ending, workers.values.allSatisfy(\.hasEnded) else { return }
    account.end(duration: EventLog.now - start, isWhole: isWhole)
    result.durations.merge(account.durations) { $1 }
    let isLast =
      repetition >= settings.run.repetitions || !isWhole
      || (settings.run.stopsAtFailure && !account.summary.isSuccess) || Interruption.isRequested
    if isLast { return end() }
    beginAgain()
  }

  private func beginAgain() {
    repetition += 1
    if settings.run.seed == nil { seed = PlanOptions.freshSeed() }
    account = RunAccount(allowsFocus: settings.run.allowsFocus, sink: sink)
    schedule = nil
    phase = .planning
    start = EventLog.now
    let staying = workers.keys.filter { workers[$0]?.isLeaving == false }.sorted()
    for number in staying {
      workers[number]?.hasPart = false
      workers[number]?.isIdle = false
      workers[number]?.hasEnded = false
      workers[number]?.process.channel.send(
        .begin(beginning(wantsPlan: number == staying.first)))
    }
    if staying.isEmpty { addWorker() }
  }

  /// Lets every process end.
  private func end() {
    phase = .over
    for worker in workers.values { worker.process.channel.closeOrders() }
    if workers.isEmpty { finish() }
  }

  private func finish() {
    continuation?.resume()
    continuation = nil
  }

  // MARK: Processes that are gone

  private func note(_ error: any Error, of number: Int) {
    workers.removeValue(forKey: number)?.process.remove()
    result.error = result.error ?? error
    giveUp(nil)
  }

  private func note(_ end: SharingWorker.End, of number: Int) {
    guard let worker = workers.removeValue(forKey: number) else { return }
    defer { worker.process.remove() }
    result.trouble = result.trouble ?? end.log.trouble
    if phase == .over || Interruption.isRequested {
      if phase == .over, worker.hasEnded {
        noteBadEnd(of: worker, end.status.way)
      }
      if phase != .over { phase = .over }
      for worker in workers.values { worker.process.channel.closeOrders() }
      if workers.isEmpty { finish() }
      return
    }
    if worker.isLeaving, worker.hasEnded {
      noteBadEnd(of: worker, end.status.way)
      return goOn()
    }
    let death = death(of: worker, end)
    if phase == .planning {
      result.earlyDeath = EarlyDeath(
        status: end.status, lastOutput: lastOutput(of: worker.process))
      return giveUp(nil)
    }
    if let part = schedule?.part(of: number), !account.isOver(part) {
      let rest = account.note(death, in: part)
      schedule?.end(number, rest: rest)
      stopIfEnoughFailed()
    } else if !worker.isIdle, !worker.hasPart, phase == .running {
      failedStarts += 1
      if failedStarts >= Self.failedStartLimit {
        var issue = death.issue(while: "before it could run anything, as others before it did")
        issue.message += "\nThe last that it wrote:\n" + lastOutput(of: worker.process)
        return giveUp(issue)
      }
    } else if !worker.hasEnded {
      // Whatever ended it, what ran before it may have been the cause.
      account.record(death.issue(while: "while no example ran"))
      schedule?.end(number)
    }
    goOn()
  }

  private func noteBadEnd(of worker: Worker, _ way: ProcessEnd.Way) {
    if way == .status(0) || result.badEnd != nil { return }
    result.badEnd = BadEnd(way: way, lastOutput: lastOutput(of: worker.process))
  }

  /// How many processes may end one after the other before one of them has run anything.
  private static let failedStartLimit = 3

  /// Goes on with what is left, after a process is gone.
  private func goOn() {
    switch phase {
    case .running:
      if schedule?.isOver == true { return endRepetition() }
      serve()
      if phase == .running, schedule?.canBegin == true,
        !workers.values.contains(where: { !$0.isLeaving && (!$0.hasPart || $0.isIdle) }),
        workers.count < settings.jobs
      {
        addWorker()
      }
    case .ending: endIfAllHave()
    case .planning, .over: break
    }
  }

  /// What is left is not run.
  private func giveUp(_ issue: Issue?) {
    if let issue { account.record(issue) }
    isWhole = false
    if account.hasStarted, phase == .running {
      for worker in workers.values { worker.process.channel.send(.stop) }
      account.end(duration: EventLog.now - start, isWhole: false)
    }
    for worker in workers.values { worker.process.killGroup() }
    end()
  }

  private func death(of worker: Worker, _ end: SharingWorker.End) -> WorkerDeath {
    var death = WorkerDeath(
      way: end.status.way, cause: worker.cause, running: end.log.running, time: EventLog.now)
    if worker.cause == nil {
      death.report =
        end.crash?.shown(package: settings.directory, isWhole: settings.run.isVerbose) ?? ""
    }
    for running in end.log.running where settings.run.showOutput != .never {
      guard let start = running.outputStart else { continue }
      let size = worker.process.output.size
      death.outputs[running.id] = worker.process.output.attachment(
        start..<max(start, size), of: running.id)
    }
    return death
  }

  private func lastOutput(of worker: SharingWorker) -> String {
    worker.output.text(0..<worker.output.size).split(separator: "\n").suffix(40)
      .joined(separator: "\n")
  }

  // MARK: What runs

  /// Looks at what runs: whether it takes too long.
  private func watch(_ running: [RunningExample], of number: Int) {
    let worker = lock.withLock { workers[number] }
    guard let worker else { return }
    settings.passOn(worker.process.output, isLast: false)
    settings.watch(running, number)
    let starts = running.map(\.outputStart)
    if let first = starts.compactMap(\.self).min(), starts.allSatisfy({ $0 != nil }) {
      worker.process.output.forget(before: first)
    }
    guard worker.cause == nil,
      let cause = settings.limits.exceeded(
        by: running, late: worker.late, memoryUse: { worker.process.memoryUse }, now: EventLog.now)
    else { return }
    lock.withLock { workers[number]?.cause = cause }
    worker.process.killGroup()
  }
}

extension Event {
  /// What the event ends that may have written something.
  fileprivate var endedID: ExampleID? {
    switch self {
    case .exampleEnded(let end): end.id
    case .hooksEnded(let end): end.id
    default: nil
    }
  }
}
