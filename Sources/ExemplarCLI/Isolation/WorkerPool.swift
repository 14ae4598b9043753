import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The processes that share a run.
///
/// Everything that happens to them becomes a `PoolEvent` in one queue. One loop passes the events to the `Dispatcher`,
/// which decides, and does what it returns. All state belongs to the thread of that loop.
struct WorkerPool: Sendable {
  /// The result of the runs when all processes have exited.
  struct Result {
    /// The unexpected exit of a process: before anything was planned, or when it had nothing left to run.
    var exit: ProcessExit?
    /// Why not all events are known.
    var trouble: String?
    /// Why no process could be started.
    var error: (any Error)?
    /// The last repetition that began.
    var repetition = 1
  }

  let settings: PoolSettings
  /// Receives the events of the run.
  let merger: Locked<StreamMerger>

  init(_ settings: PoolSettings, _ merger: Locked<StreamMerger>) {
    (self.settings, self.merger) = (settings, merger)
  }

  /// Runs everything to its end.
  func run() async -> Result {
    await onOwnThread { PoolLoop(settings, merger).run() }
  }
}

/// The loop of a pool, with its processes.
private final class PoolLoop {
  private let settings: PoolSettings
  private let queue = PoolQueue()
  private let dispatcher: Dispatcher
  /// The folder in which processes claim rows, if there may be several.
  private let folder: WorkerFolder?
  private let fixtures: FixtureProcesses
  private var processes: [Int: WorkerProcess] = [:]

  init(_ settings: PoolSettings, _ merger: Locked<StreamMerger>) {
    self.settings = settings
    folder = settings.jobs > 1 ? try? WorkerFolder() : nil
    dispatcher = Dispatcher(settings, claims: folder?.url, merger)
    fixtures = FixtureProcesses(settings) { [queue] issue, lost in
      queue.add(.fixtureFailed(issue, lost: lost))
    }
  }

  func run() -> WorkerPool.Result {
    defer {
      queue.close()
      folder?.remove()
    }
    handle(.begun)
    while !dispatcher.isFinished {
      for (event, worker) in queue.next() {
        if Interruption.isRequested { handle(.interrupted) }
        handle(event, of: worker)
      }
    }
    return dispatcher.result
  }

  private func handle(_ event: PoolEvent, of worker: Int = 0) {
    for action in dispatcher.handle(event, of: worker) { perform(action) }
    switch event {
    case .exited, .failedToStart: processes.removeValue(forKey: worker)?.remove()
    default: break
    }
  }

  private func perform(_ action: PoolAction) {
    switch action {
    case .start(let worker, let program, let slot):
      do {
        processes[worker] = try start(worker, of: settings.programs[program], slot)
      } catch {
        queue.addNow(.failedToStart(error), of: worker)
      }
    case .worker(let worker, let action):
      if let process = processes[worker] { perform(action, with: process, worker) }
    case .delayGrowth: after(Self.growthDelay, .growthAllowed)
    case .request(let request, let worker, let program):
      guard let process = processes[worker] else { return }
      fixtures.receive(request, of: program, from: process.channel)
    case .shutDownFixtures:
      Task { [fixtures, queue] in
        await fixtures.shutDown()
        queue.addNow(.fixturesShutDown)
      }
    case .runBetween(let repetition):
      Task { [settings, queue] in
        let goesOn = await settings.betweenRepetitions?(repetition) ?? true
        queue.addNow(.betweenEnded(goesOn: goesOn))
      }
    }
  }

  private func perform(
    _ action: WorkerState.Action, with process: WorkerProcess, _ worker: Int
  ) {
    switch action {
    case .send(let order): process.channel.send(order)
    case .closeOrders: process.channel.closeOrders()
    case .kill: process.killGroup()
    case .examineAndKill: process.killHanging()
    case .startTimer(.stay): after(Self.shortestStay, .timerFired(.stay), of: worker)
    case .startTimer(.exit): after(settings.run.exitGrace, .timerFired(.exit), of: worker)
    }
  }

  /// A process for a few examples costs more than it saves.
  private static let growthDelay = Duration.milliseconds(100)
  /// How long processes of isolated specs that have finished stay.
  private static let shortestStay = Duration.seconds(2)

  private func after(_ duration: Duration, _ event: PoolEvent, of worker: Int = 0) {
    Task { [queue] in
      try? await Task.sleep(for: duration, clock: .suspending)
      queue.addNow(event, of: worker)
    }
  }

  /// Starts a process of a program, whose answers, events and exit go to the queue.
  private func start(
    _ worker: Int, of program: TestProgram, _ slot: Int
  ) throws -> WorkerProcess {
    let process = try WorkerProcess(program, directory: settings.directory, slot: slot)
    process.channel.read { [queue] in queue.add(.answered($0), of: worker) }
    Task { [settings, queue] in
      do {
        let end = try await process.run(
          watch: { running in
            queue.add(.sampled(settings.look(at: process, running, worker)), of: worker)
          },
          { batches in
            queue.add(.logged(batches.map { settings.events(in: $0, of: process) }), of: worker)
          })
        settings.passOn(process.output, isLast: true)
        // Answers count before the exit.
        await onOwnThread { process.channel.readRest() }
        queue.addNow(.exited(end, output: process.output), of: worker)
      } catch {
        queue.addNow(.failedToStart(error), of: worker)
      }
      settings.watch([], worker)
    }
    return process
  }
}

extension PoolSettings {
  /// The events that were read from the log of a process, with the output that belongs to them.
  fileprivate func events(
    in batch: LogFollower.Batch, of process: WorkerProcess
  ) -> LoggedEvents {
    var events = LoggedEvents(batch: batch.events, time: batch.time)
    if run.showOutput != .never, let output = batch.output, case .event(let event) = batch.events,
      let id = event.endedID
    {
      events.output = process.output.attachment(output, of: id)
    }
    return events
  }

  /// Looks at a process, passes on what it has printed, and frees the output that nothing needs any more.
  fileprivate func look(
    at process: WorkerProcess, _ running: [RunningExample], _ worker: Int
  ) -> WorkerSample {
    passOn(process.output, isLast: false)
    watch(run.limiting(running), worker)
    let starts = running.map(\.outputStart)
    if let first = starts.compactMap(\.self).min(), starts.allSatisfy({ $0 != nil }) {
      process.output.forget(before: first)
    }
    return WorkerSample(
      running: running, time: EventLog.now,
      memoryUse: run.memoryLimit == nil ? 0 : process.memoryUse,
      isStopped: running.isEmpty && process.isStopped, step: process.step)
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
