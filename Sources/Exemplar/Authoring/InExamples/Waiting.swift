import ExemplarCore
import Foundation
import Testing

/// Waits until a condition holds, and records an issue if it does not within the limit.
///
/// ```swift
/// try await eventually { shelf.isFull }
/// ```
///
/// The condition is asked at once, then again after each `polling` interval, and a last time when
/// the limit is reached. On the main actor, the host serves `DispatchQueue.main`, the main actor, and
/// the timers of the main run loop meanwhile. A closure that returns no `Bool` is a compiler error;
/// for expectations, use
/// ``eventuallyPasses(within:polling:isolation:fileID:filePath:line:column:_:)``.
///
/// - Returns: Whether the condition held in time.
/// - Throws: What the condition throws, and `CancellationError` when the example is canceled.
@discardableResult
public func eventually<Condition: __Condition>(
  within limit: Duration = .seconds(1), polling interval: Duration = .milliseconds(10),
  isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ condition: () async throws -> Condition
) async throws -> Bool {
  var unserved: Unserved?
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let isMet = try await poll(within: limit, every: interval, at: location) {
    if try await condition().__holds { return true }
    unserved = unserved ?? Unserved()
    return false
  }
  if !isMet { unserved?.record(after: limit, isHolding: false, at: location) }
  return isMet
}

/// The result of a condition: a `Bool`, and nothing else.
///
/// It is a protocol so that a closure of several statements without a `return` does not count as
/// one that returns a `Bool`. The compiler then explains what to write.
public protocol __Condition {
  var __holds: Bool { get }
}

extension Bool: __Condition {
  public var __holds: Bool { self }
}

/// Explains the alternative to a closure that returns no `Bool`. The compiler chooses it in no
/// other case.
@available(
  *, unavailable,
  message: """
    this closure gives no Bool. For a condition, return it; to try expectations again, write \
    eventuallyPasses.
    """
)
@_disfavoredOverload
public func eventually(
  within limit: Duration = .seconds(1), polling interval: Duration = .milliseconds(10),
  isolation: isolated (any Actor)? = #isolation, _ expectations: () async throws -> Void
) async throws {}

/// Tries expectations again until none of them fails; if the limit is reached first, the issues of the
/// last try are recorded.
///
/// ```swift
/// try await eventuallyPasses { #expect(shelf.count == 3) }
/// ```
///
/// It is for examples: in a plain test of Swift Testing, the issues of a failing try are not held
/// back. For conditions, use
/// ``eventually(within:polling:isolation:fileID:filePath:line:column:_:)``.
///
/// - Throws: What the last try threw, a `Skip` at once, and `CancellationError` when the example is
///   canceled.
public func eventuallyPasses<Result>(
  within limit: Duration = .seconds(1), polling interval: Duration = .milliseconds(10),
  isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ expectations: () async throws -> Result
) async throws {
  try await judge(
    within: limit, every: interval,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column), expectations
  )
}

/// Explains the alternative to a closure that returns a `Bool`, which is evaluated nevertheless.
///
/// The compiler would not choose an overload that is unavailable: it would drop the `Bool`. The
/// parameters are those of the other overload, so that this one is preferred for its constraint.
@_documentation(visibility: internal)
@available(
  *, deprecated,
  message:
    "this closure returns a Bool, as a condition does: write eventually, or #expect the Bool in it."
)
public func eventuallyPasses<Condition: __Condition>(
  within limit: Duration = .seconds(1), polling interval: Duration = .milliseconds(10),
  isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ expectations: () async throws -> Condition
) async throws {
  try await judge(
    within: limit, every: interval,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column), expectations
  )
}

/// Tries expectations until none of them fails, or the limit is reached. Only the issues of the last try are
/// recorded. A closure that returns `false` has failed.
private func judge<Value>(
  within limit: Duration, every interval: Duration, isolation: isolated (any Actor)? = #isolation,
  at location: SourceLocation, _ expectations: () async throws -> Value
) async throws {
  var last: Result<Void, any Error> = .success(())
  var issues: [ExemplarCore.Issue] = []
  _ = try await poll(within: limit, every: interval, at: location) {
    let held = DeferredIssues()
    do {
      try await DeferredIssues.$current.withValue(held) {
        guard let isMet = try await expectations() as? Bool, !isMet else { return }
        Testing.Issue.record(
          """
          The closure gave false until the limit of \(limit.seconds.formattedSeconds). For a condition, \
          write eventually; an expectation is written with #expect.
          """,
          sourceLocation: location)
      }
      last = .success(())
    } catch let error as CancellationError {
      throw error
    } catch  where error.reasonToSkip != nil {
      // A skip hides no failure.
      for issue in held.close() { TestingIssues.record(issue) }
      throw error
    } catch {
      last = .failure(error)
    }
    issues = held.close()
    return issues.allSatisfy { !$0.isFailure } && (try? last.get()) != nil
  }
  for issue in issues { TestingIssues.record(issue) }
  try last.get()
}

/// Records an issue for each duration that is not positive; whether there is one.
func hasProblem(_ durations: [(Duration, name: String)], at location: SourceLocation) -> Bool {
  let problems = durations.compactMap { $0.problem(as: $1) }
  for problem in problems {
    Testing.Issue.record(Comment(rawValue: problem), sourceLocation: location)
  }
  return !problems.isEmpty
}

/// Asks `isMet` until it is true; false if it is not within the limit.
private func poll(
  within limit: Duration, every interval: Duration, isolation: isolated (any Actor)? = #isolation,
  at location: SourceLocation, _ isMet: () async throws -> Bool
) async throws -> Bool {
  let durations = [(limit, name: "The limit of eventually"), (interval, "The polling interval")]
  if hasProblem(durations, at: location) { return false }
  let end = SuspendingClock.now + limit
  while true {
    if try await isMet() { return true }
    let rest = end - SuspendingClock.now
    guard rest > .zero else { return false }
    try await Task.sleep(for: min(rest, interval).bounded)
  }
}
