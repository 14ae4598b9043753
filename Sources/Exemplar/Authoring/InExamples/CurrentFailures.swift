import ExemplarCore
import Testing

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
  if let scope = ExampleScope.current { return scope.failures }
  Testing.Issue.record(
    """
    currentFailures() was called outside an example, so there is nothing that could have failed. Call \
    it in the body of an example or in a hook.
    """,
    sourceLocation: SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column))
  return []
}
