import ExemplarCore
import ExemplarLog
import Foundation

/// The processes of test programs that one loop controls. Everything that happens to them becomes a `PoolEvent` in its
/// queue.
///
/// One loop asks what the programs hold. The pool, which runs it, takes over the processes with the queue.
final class PoolProcesses: Sendable {
  let queue = PoolQueue()
  private let state: Locked<(settings: PoolSettings, processes: [Int: WorkerProcess])>

  init(_ settings: PoolSettings) { state = Locked((settings, [:])) }

  /// Applies the settings of a run from now on.
  func apply(_ settings: PoolSettings) { state.withLock { $0.settings = settings } }

  private var settings: PoolSettings { state.withLock { $0.settings } }

  /// The process with a number, if it has been started.
  subscript(_ number: Int) -> WorkerProcess? { state.withLock { $0.processes[number] } }

  /// Starts a process of a program, whose answers, events and exit go to the queue.
  func start(_ number: Int, of program: TestProgram, slot: Int) {
    do {
      let process = try WorkerProcess(program, directory: settings.directory, slot: slot)
      state.withLock { $0.processes[number] = process }
      process.channel.read { [queue] in queue.add(.answered($0), of: number) }
      Task { await follow(process, number) }
    } catch {
      queue.addNow(.failedToStart(error), of: number)
    }
  }

  private func follow(_ process: WorkerProcess, _ number: Int) async {
    do {
      let end = try await process.run(
        watch: { [self] running in
          queue.add(.sampled(settings.look(at: process, running, number)), of: number)
        },
        { [self] batches in
          let settings = settings
          queue.add(.logged(batches.map { settings.events(in: $0, of: process) }), of: number)
        })
      settings.passOn(process.output, isLast: true)
      // Answers count before the exit.
      await onOwnThread { process.channel.readRest() }
      queue.addNow(.exited(end, output: process.output), of: number)
    } catch {
      queue.addNow(.failedToStart(error), of: number)
    }
    settings.watch([], number)
  }

  func perform(_ action: WorkerState.Action, on number: Int) {
    guard let process = self[number] else { return }
    switch action {
    case .send(let order): process.channel.send(order)
    case .closeOrders: process.channel.closeOrders()
    case .kill: process.killGroup()
    case .examineAndKill: process.killHanging()
    case .startTimer(.stay): after(Self.shortestStay, .timerFired(.stay), of: number)
    case .startTimer(.exit): after(settings.run.exitGrace, .timerFired(.exit), of: number)
    }
  }

  /// How long processes of isolated specs that have finished stay.
  private static let shortestStay = Duration.seconds(2)

  /// Adds an event to the queue after some time.
  func after(_ duration: Duration, _ event: PoolEvent, of number: Int = 0) {
    Task { [queue] in
      try? await Task.sleep(for: duration, clock: .suspending)
      queue.addNow(event, of: number)
    }
  }

  /// Removes a process that has exited, with everything that it needed.
  func remove(_ number: Int) {
    state.withLock { $0.processes.removeValue(forKey: number) }?.remove()
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
