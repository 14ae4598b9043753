import Dispatch
import ExemplarCore
import ExemplarRuntime
import Foundation
import Testing

/// Runs the run loop of the current thread until a condition holds, for code that needs a run loop.
///
/// The condition is evaluated at least every 10 ms. An issue is recorded if it does not hold within
/// the time-out.
///
/// On the main actor, timers of the main run loop fire meanwhile. Work in `DispatchQueue.main` or
/// for the main actor cannot run while the example occupies it, on any platform: in this case, make
/// the example asynchronous and write `try await eventually`, as the issue advises.
///
/// - Returns: Whether the condition held in time.
@discardableResult
public func runLoop(
  until condition: () -> Bool, timeout: Duration = .seconds(60), fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> Bool {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  if hasProblem([(timeout, "The time-out of runLoop")], at: location) { return false }
  if condition() { return true }
  let unserved = Unserved()
  let end = SuspendingClock.now + timeout
  while !condition() {
    guard SuspendingClock.now < end else {
      unserved.record(after: timeout, isHolding: true, at: location)
      return false
    }
    MainThread.serveRunLoop()
  }
  return true
}

/// Work that cannot run while an example waits.
struct Unserved {
  /// Whether work is pending in the main queue, and in the main run loop.
  private let queue = Locked(false)
  private let runLoop = Locked(false)

  init() {
    RunLoop.main.perform { [runLoop] in runLoop.withLock { $0 = true } }
    // This wakes the run loop, too.
    DispatchQueue.main.async { [queue] in queue.withLock { $0 = true } }
  }

  /// Records that the condition did not hold in time, and what may have kept it from that.
  ///
  /// - Parameter isHolding: Whether the example kept its actor while it waited.
  func record(after timeout: Duration, isHolding: Bool, at location: SourceLocation) {
    var lines = ["The condition did not hold within \(timeout.seconds.formattedSeconds)."]
    if isHolding, MainThread.isOnMainQueue, !queue.withLock({ $0 }) {
      lines.append(
        "The example occupied the main actor all the while, so nothing could run that waits in "
          + "DispatchQueue.main or for the main actor. Make the example async, and write "
          + "try await eventually.")
    }
    // In a shorter time, it may be that the run loop had no chance.
    if timeout >= .seconds(1), !runLoop.withLock({ $0 }) {
      lines.append(
        "Nothing ran the run loop of the main thread, so its timers did not fire. A program keeps it "
          + "by awaiting Exemplar.main before anything else; a test that blocks the main thread "
          + "must not.")
    }
    Testing.Issue.record(
      Comment(rawValue: lines.joined(separator: "\n")), sourceLocation: location)
  }
}
