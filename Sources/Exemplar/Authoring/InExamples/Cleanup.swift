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
  if let scope = ExampleScope.current {
    scope.cleanUp(at: Place(path: filePath, line: line, column: column), body)
  } else {
    let message =
      "A cleanup was registered outside an example, so nothing runs it. Register it in the body of "
      + "an example or in a hook."
    Testing.Issue.record(
      Comment(rawValue: message),
      sourceLocation: SourceLocation(
        fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
