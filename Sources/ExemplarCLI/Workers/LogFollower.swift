import ExemplarCore
import ExemplarLog
import Foundation

/// Reads the log of a worker while it is being written, until the worker has exited.
///
/// It checks again after a millisecond while events arrive, and after up to five while none do:
/// this is cheaper than a wake-up for each event, and the difference is invisible.
final class LogFollower: Sendable {
  private let path: String
  private let isOver = Locked(false)
  private let latest = Locked<(step: String?, hasLog: Bool)>((nil, false))

  /// The author's code that runs outside of examples, as of the last check; `nil` if there is none.
  var step: String? { latest.withLock { $0.step } }

  /// Whether there was a log at the last check.
  var hasLog: Bool { latest.withLock { $0.hasLog } }

  /// The results when everything has been read.
  struct Result: Sendable {
    /// The examples that were running when the worker exited.
    var running: [RunningExample] = []
    /// Why not all events could be read, or written.
    var trouble: String?
    /// Whether there is a log.
    var exists = false
  }

  /// Events that were read together.
  struct Batch: Sendable {
    let events: EventBatch
    /// In seconds since 1970.
    let time: Double
    /// The part of the output that belongs to the node that the event finishes.
    let output: Range<Int>?
  }

  /// Receives the events that were available, in order.
  typealias Sink = @Sendable ([Batch]) -> Void

  init(path: String) {
    self.path = path
  }

  /// Reads until ``finish()``, on a thread of its own, since the sink may block.
  ///
  /// - Parameters:
  ///   - watch: Receives the running examples repeatedly, even before there is a log.
  ///   - sink: Receives the events.
  func read(
    watch: @escaping @Sendable ([RunningExample]) -> Void = { _ in }, _ sink: @escaping Sink
  ) async -> Result {
    await onOwnThread { [self] in readAll(watch, sink) }
  }

  /// Ends the reading after the remaining events.
  func finish() { isOver.withLock { $0 = true } }

  private func readAll(_ watch: ([RunningExample]) -> Void, _ sink: Sink) -> Result {
    var log: EventLog?
    var result = Result()
    var pause = Self.shortestPause
    var nextWatch = 0.0
    while true {
      // Events that were written before the end was detected are read after it.
      let isLast = wait(pause)
      if log == nil, access(path, R_OK) == 0 {
        do {
          log = try EventLog(path: path)
          result.exists = true
        } catch {
          result.trouble = "\(error)"
        }
      }
      pause = min(2 * pause, Self.longestPause)
      while let log, let batches = Self.available(in: log) {
        sink(batches)
        pause = Self.shortestPause
      }
      if !isLast, EventLog.now >= nextWatch {
        nextWatch = EventLog.now + Self.watchInterval
        latest.withLock { $0 = (log?.step, log != nil) }
        watch(log?.running ?? [])
      }
      if isLast || result.trouble != nil || log?.damage != nil { break }
    }
    guard let log else { return result }
    result.running = log.running
    result.trouble = log.damage?.description
    if result.trouble == nil, log.isIncomplete {
      result.trouble = "Not all events of the tests could be written to \(path)."
    }
    return result
  }

  /// The next events, but not all of a flood at once; `nil` if there are none so far.
  private static func available(in log: EventLog) -> [Batch]? {
    var batches: [Batch] = []
    var count = 0
    while count < mostEvents, let events = log.nextBatch() {
      batches.append(Batch(events: events, time: log.origin.time, output: log.output))
      if case .passedRows(let rows) = events { count += rows.count } else { count += 1 }
    }
    return batches.isEmpty ? nil : batches
  }

  private static let mostEvents = 1000
  private static let shortestPause = 0.001
  private static let longestPause = 0.005
  private static let watchInterval = 0.02

  /// Waits for some seconds. Returns whether the worker has exited.
  private func wait(_ seconds: Double) -> Bool {
    // A condition waits until a time of day, which is far away if the clock is set back meanwhile.
    if !isOver.withLock({ $0 }) { Thread.sleep(forTimeInterval: seconds) }
    return isOver.withLock { $0 }
  }
}
