import ExemplarCore
import ExemplarLog
import Foundation

/// Something that happens to a pool.
enum PoolEvent {
  /// The run begins.
  case begun
  /// A worker has answered; `nil` if it has sent something else.
  case answered(WorkerAnswer?)
  /// A worker has written events into its log.
  case logged([LoggedEvents])
  /// The tool has looked at a worker, as it does repeatedly.
  case sampled(WorkerSample)
  /// A worker has exited, with that output.
  case exited(WorkerProcess.End, output: OutputFile?)
  /// A process could not be started.
  case failedToStart(any Error)
  /// A time that was measured for a worker has passed.
  case timerFired(WorkerState.Timer)
  /// The run has lasted so long that further processes are worth their cost.
  case growthAllowed
  /// A fixture has failed the run, and may run no more.
  case fixtureFailed(Issue, lost: String?)
  /// All fixtures have been shut down, after the last worker has exited.
  case fixturesShutDown
  /// The tests between two repetitions have ended, and the next one may begin, or not.
  case betweenEnded(goesOn: Bool)
  /// They could not be run.
  case betweenFailed(any Error)
  /// The user wants the end of the run.
  case interrupted
}

/// Events of a worker that have one time, with the output that was written while the subject of the event ran.
struct LoggedEvents {
  var batch: EventBatch
  var time: Double
  var output: AttachmentRecorded?
}

/// A worker at a moment.
struct WorkerSample {
  var running: [RunningExample]
  /// In seconds by `EventLog.now`.
  var time: Double
  /// In bytes; 0 if there is no limit.
  var memoryUse = 0
  /// Whether the process is stopped, if no example runs.
  var isStopped = false
  /// The author's code that runs outside of examples.
  var step: String?
}

/// Something that a pool has to do.
enum PoolAction: Equatable {
  /// Start a process of a program, under a number.
  case start(Int, program: Int, slot: Int)
  case worker(Int, WorkerState.Action)
  /// Report when the run has lasted for a while.
  case delayGrowth
  /// Pass on the request of a worker, whose program has the fixture.
  case request(FixtureRequest, by: Int, program: Int)
  case shutDownFixtures
  /// Run the tests that follow a repetition, which is not the last.
  case runBetween(Int)
}

/// The events of a pool, in the order in which any thread has added them, with the number of their worker, or 0.
///
/// A worker that floods the tool waits: its events are read, and so occupy memory, no faster than they are handled.
final class PoolQueue: @unchecked Sendable {
  typealias Entry = (event: PoolEvent, worker: Int)
  private let condition = NSCondition()
  // Protected by the condition.
  private var entries: [Entry] = []
  private var isClosed = false

  private static let capacity = 16

  /// Adds an event, on a thread that may wait until there is room for it.
  func add(_ event: PoolEvent, of worker: Int = 0) {
    condition.withLock {
      while entries.count >= Self.capacity, !isClosed { condition.wait() }
      append((event, worker))
    }
  }

  /// Adds an event that no worker can multiply, without waiting.
  func addNow(_ event: PoolEvent, of worker: Int = 0) {
    condition.withLock { append((event, worker)) }
  }

  private func append(_ entry: Entry) {
    if isClosed { return }
    entries.append(entry)
    condition.broadcast()
  }

  /// Waits until there are events. Returns all of them.
  func next() -> [Entry] {
    condition.withLock {
      while entries.isEmpty { condition.wait() }
      defer { entries = [] }
      condition.broadcast()
      return entries
    }
  }

  /// Drops all events from now on, and releases the threads that wait.
  func close() {
    condition.withLock {
      isClosed = true
      entries = []
      condition.broadcast()
    }
  }
}
