import ExemplarCore
import Testing

/// Cleans up after the example that is running, however it ends.
///
/// ```swift
/// it("lends a book") {
///   let loan = try await library.lend("Emma")
///   cleanup { try await library.take(back: loan) }
///   #expect(loan.title == "Emma")
/// }
/// ```
///
/// It can stand anywhere in an example or in a hook. It runs after the `afterEach` hooks, or for the
/// hooks around all examples of a group, after the `afterAll` hooks; what was registered last runs
/// first. What fails in it fails the example, or the group.
public func cleanup(
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  column: Int = #column, _ body: @escaping @Sendable () async throws -> Void
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
