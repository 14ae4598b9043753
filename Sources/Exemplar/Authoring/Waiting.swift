import ExemplarCore
import Foundation
import Testing

/// Waits until a condition holds, and records an issue if it does not within the limit.
///
/// The condition is asked at once, then again after each `polling` interval, and a last time when
/// the limit is reached.
///
/// - Returns: Whether the condition came to hold.
/// - Throws: What the condition throws, and `CancellationError` when the example is canceled.
@discardableResult
public func eventually(
  within limit: Duration = .seconds(1), polling interval: Duration = .milliseconds(10),
  isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ condition: () async throws -> Bool
) async throws -> Bool {
  let isMet = try await poll(within: limit, every: interval) { try await condition() }
  if !isMet {
    Testing.Issue.record(
      "The condition did not come to hold within \(limit.seconds.formattedSeconds).",
      sourceLocation: SourceLocation(
        fileID: fileID, filePath: filePath, line: line, column: column))
  }
  return isMet
}

/// Tries expectations again until none of them fails, and records the issues of the last try if that
/// does not come about within the limit.
///
/// It is for examples: in a plain test of Swift Testing, the issues of a failing try are not held
/// back.
///
/// - Throws: What the last try threw, a ``Skip`` at once, and `CancellationError` when the example is
///   canceled.
public func eventually(
  within limit: Duration = .seconds(1), polling interval: Duration = .milliseconds(10),
  isolation: isolated (any Actor)? = #isolation, _ expectations: () async throws -> Void
) async throws {
  var last: Result<Void, any Error> = .success(())
  var issues: [ExemplarCore.Issue] = []
  _ = try await poll(within: limit, every: interval) {
    let held = HeldIssues()
    do {
      try await HeldIssues.$current.withValue(held) { try await expectations() }
      last = .success(())
    } catch let error as CancellationError {
      throw error
    } catch let skip as Skip {
      throw skip
    } catch {
      last = .failure(error)
    }
    issues = held.close()
    return issues.allSatisfy { !$0.isFailure } && (try? last.get()) != nil
  }
  for issue in issues { SwiftTestingHost.record(issue) }
  try last.get()
}

/// Waits, without blocking a thread.
///
/// - Throws: `CancellationError` when the example is canceled.
public func wait(for duration: Duration) async throws {
  try await Task.sleep(for: duration)
}

/// Runs the run loop of the current thread until a condition holds, for code that needs a run loop.
///
/// The condition is asked at least every 10 ms. An issue is recorded if it does not hold within the
/// time-out.
///
/// - Returns: Whether the condition came to hold.
@discardableResult
public func runLoop(
  until condition: () -> Bool, timeout: Duration = .seconds(60), fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> Bool {
  let end = ContinuousClock.now + timeout
  while !condition() {
    guard ContinuousClock.now < end else {
      Testing.Issue.record(
        "The condition did not come to hold within \(timeout.seconds.formattedSeconds).",
        sourceLocation: SourceLocation(
          fileID: fileID, filePath: filePath, line: line, column: column))
      return false
    }
    // A run loop without sources returns at once; it must not spin.
    let slice = Date(timeIntervalSinceNow: 0.01)
    if !RunLoop.current.run(mode: .default, before: slice) {
      Thread.sleep(until: slice)
    }
  }
  return true
}

/// Asks `isMet` until it is true; false if it is not within the limit.
private func poll(
  within limit: Duration, every interval: Duration, isolation: isolated (any Actor)? = #isolation,
  _ isMet: () async throws -> Bool
) async throws -> Bool {
  let end = ContinuousClock.now + limit
  while true {
    if try await isMet() { return true }
    let rest = end - ContinuousClock.now
    guard rest > .zero else { return false }
    try await Task.sleep(for: min(rest, interval))
  }
}

/// Issues that are held back, because what recorded them is going to be tried again.
package final class HeldIssues: Sendable {
  @TaskLocal package static var current: HeldIssues?
  private let held = Locked((issues: [ExemplarCore.Issue](), isClosed: false))

  package init() {}

  /// Takes an issue; `false` if the try is over, so that a late one does not get lost.
  func hold(_ issue: ExemplarCore.Issue) -> Bool {
    var issue = issue
    issue.labels = Labels.current
    return held.withLock { held in
      if !held.isClosed { held.issues.append(issue) }
      return !held.isClosed
    }
  }

  /// Ends the try, and gives back what it recorded.
  package func close() -> [ExemplarCore.Issue] {
    held.withLock { held in
      held.isClosed = true
      return held.issues
    }
  }
}
