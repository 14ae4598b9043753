import ExemplarCore
import ExemplarLog
import Foundation

/// Reads the log of a worker while it is written, until it is told that the worker is gone.
///
/// It looks again after a millisecond while events come, and after up to twenty while none do: that is
/// cheaper than to be woken for each, and nobody sees the difference.
final class LogFollower: @unchecked Sendable {
  private let path: String
  private let condition = NSCondition()
  private var isOver = false

  /// What is known when all has been read.
  struct Result: Sendable {
    /// What was running when the worker ended.
    var running: [RunningExample] = []
    /// Why not all events could be read, or written.
    var trouble: String?
    /// Whether there is a log.
    var exists = false
  }

  init(path: String) {
    self.path = path
  }

  /// Reads until ``finish()``, on a thread of its own, since the sink may block.
  func read(_ sink: @escaping @Sendable (Event) -> Void) async -> Result {
    await read(watch: { _ in }, rows: { rows, _ in rows.tell(sink) }) { event, _, _ in sink(event) }
  }

  /// The same.
  ///
  /// - Parameters:
  ///   - watch: Is told what runs, when all has been read that was written so far.
  ///   - rows: Gets rows that passed together, and when that happened, in seconds since 1970.
  ///   - sink: Gets each other event, when it happened, and which part of the output belongs to what it ends.
  func read(
    watch: @escaping @Sendable ([RunningExample]) -> Void,
    rows: @escaping @Sendable (PassedRows, Double) -> Void,
    _ sink: @escaping @Sendable (Event, Double, Range<Int>?) -> Void
  ) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in continuation.resume(returning: readAll(watch, rows, sink))
      }
    }
  }

  /// Says that nothing more is written. What was written before is read first.
  func finish() {
    condition.lock()
    isOver = true
    condition.signal()
    condition.unlock()
  }

  private func readAll(
    _ watch: ([RunningExample]) -> Void, _ tellRows: (PassedRows, Double) -> Void,
    _ sink: (Event, Double, Range<Int>?) -> Void
  ) -> Result {
    var log: EventLog?
    var result = Result()
    var pause = Self.shortestPause
    var nextWatch = 0.0
    while true {
      // What was written before the end is read after it is known.
      let isLast = wait(pause)
      if log == nil {
        do throws(EventLogError) {
          log = try EventLog(path: path)
          result.exists = true
        } catch {
          if case .unreadable = error {} else { result.trouble = "\(error)" }
        }
      }
      pause = min(2 * pause, Self.longestPause)
      while let log {
        if let rows = log.nextPassedRows() {
          tellRows(rows, log.origin.time)
        } else if let event = log.next() {
          sink(event, log.origin.time, log.output)
        } else {
          break
        }
        pause = Self.shortestPause
      }
      if let log, !isLast, EventLog.now >= nextWatch {
        nextWatch = EventLog.now + Self.longestPause
        watch(log.running)
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

  private static let shortestPause = 0.001
  private static let longestPause = 0.02

  /// Waits for some seconds; whether the worker is gone.
  private func wait(_ seconds: Double) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    if !isOver { _ = condition.wait(until: Date(timeIntervalSinceNow: seconds)) }
    return isOver
  }
}
