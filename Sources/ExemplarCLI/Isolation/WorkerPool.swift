import ExemplarCore
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
  private let processes: PoolProcesses
  private let dispatcher: Dispatcher
  /// The folder in which processes claim rows, if there may be several.
  private let folder: WorkerFolder?
  private let fixtures: FixtureProcesses

  init(_ settings: PoolSettings, _ merger: Locked<StreamMerger>) {
    self.settings = settings
    folder = settings.jobs > 1 ? try? WorkerFolder() : nil
    let (processes, asked) = settings.asked?.handOver(settings) ?? (PoolProcesses(settings), [:])
    self.processes = processes
    dispatcher = Dispatcher(settings, asked: asked, claims: folder?.url, merger)
    fixtures = FixtureProcesses(settings) { issue, lost in
      processes.queue.add(.fixtureFailed(issue, lost: lost))
    }
  }

  func run() -> WorkerPool.Result {
    defer {
      processes.queue.close()
      folder?.remove()
    }
    handle(.begun)
    while !dispatcher.isFinished {
      for (event, worker) in processes.queue.next() {
        if Interruption.isRequested { handle(.interrupted) }
        handle(event, of: worker)
      }
    }
    return dispatcher.result
  }

  private func handle(_ event: PoolEvent, of worker: Int = 0) {
    for action in dispatcher.handle(event, of: worker) { perform(action) }
    switch event {
    case .exited, .failedToStart: processes.remove(worker)
    default: break
    }
  }

  private func perform(_ action: PoolAction) {
    switch action {
    case .start(let worker, let program, let slot):
      processes.start(worker, of: settings.programs[program], slot: slot)
    case .worker(let worker, let action): processes.perform(action, on: worker)
    case .delayGrowth: processes.after(Self.growthDelay, .growthAllowed)
    case .request(let request, let worker, let program):
      guard let process = processes[worker] else { return }
      fixtures.receive(request, of: program, from: process.channel)
    case .shutDownFixtures:
      Task { [fixtures, queue = processes.queue] in
        await fixtures.shutDown()
        queue.addNow(.fixturesShutDown)
      }
    case .runBetween(let repetition):
      Task { [settings, queue = processes.queue] in
        do {
          let goesOn = try await settings.betweenRepetitions?(repetition) ?? true
          queue.addNow(.betweenEnded(goesOn: goesOn))
        } catch {
          queue.addNow(.betweenFailed(error))
        }
      }
    }
  }

  /// A process for a few examples costs more than it saves.
  private static let growthDelay = Duration.milliseconds(100)
}
