import ExemplarCore
import Testing

/// Cleans up after the running example, whatever its outcome.
///
/// ```swift
/// it("lends a book") {
///   let loan = try await library.lend("Emma")
///   cleanup { try await library.take(back: loan) }
///   #expect(loan.title == "Emma")
/// }
/// ```
///
/// It can be called anywhere in an example or in a hook. It runs after the `afterEach` hooks, or,
/// for hooks around all examples of a group, after the `afterAll` hooks; cleanups run in reverse
/// order. A failure in a cleanup fails the example, or the group.
public func cleanup(
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  column: Int = #column, @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) {
  runningScope(
    for: "cleanup",
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )?
  .cleanUp(at: Place(path: filePath, line: line, column: column), body)
}

/// The scope of the running example; `nil` outside of examples, which records an issue.
private func runningScope(
  for function: String, at location: @autoclosure () -> SourceLocation
) -> ExampleScope? {
  if let scope = ExampleScope.current { return scope }
  Testing.Issue.record(
    "\(function)() was called outside an example. Call it in the body of an example or in a hook.",
    sourceLocation: location())
  return nil
}

/// Marks a step of an example.
///
/// When the example throws, hangs or crashes, the last checkpoint is reported; a thrown error,
/// which has no location, is reported at it. Outside an example it does nothing.
public func checkpoint(
  _ text: String, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  ExampleScope.current?.pass(
    checkpoint: text, at: Place(path: filePath, line: line, column: column))
}

/// Returns the slot of the running example: a number from 0 that no other example has while this one runs, in no
/// process of the run.
///
/// ```swift
/// let schema = Given { "shop_\(currentSlot())" }
/// ```
///
/// A port, a database or a folder that is named by it belongs to one example at a time. When the example ends, another
/// one gets the slot, so each example finds what the last one with its slot has left. A retried example keeps its slot.
///
/// It can be called anywhere in an example or in a hook. Hooks around all examples of a group have a slot of their own,
/// until they end.
public func currentSlot(
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> Int {
  guard
    let scope = runningScope(
      for: "currentSlot",
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  else { return 0 }
  if let slot = scope.slot { return slot }
  scope.record(
    ExemplarCore.Issue(
      "currentSlot() was called when the example had ended, so another one may have its slot.",
      at: Place(path: filePath, line: line, column: column)))
  return 0
}

/// Returns the failures of the running attempt of the example so far, in the order in which they were
/// recorded; empty if it has not failed.
///
/// ```swift
/// afterEach {
///   if !currentFailures().isEmpty { attach("\(books)", named: "books.txt") }
/// }
/// ```
///
/// It can be called anywhere in an example or in a hook. In an `afterEach` hook and in a cleanup, it
/// includes an error that the body has thrown and an exceeded time limit; warnings and known issues
/// are not failures. In a hook around all examples of a group, it returns the failures of these hooks.
public func currentFailures(
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> [RunIssue] {
  runningScope(
    for: "currentFailures",
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )?.failures ?? []
}
