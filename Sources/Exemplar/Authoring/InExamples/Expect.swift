import Testing

/// Records an issue unless two values are equal, with both values and their difference.
///
/// ```swift
/// it("counts letters") { expect("Emma".count, equals: 4) }
/// ```
///
/// It reports the same as `#expect(actual == expected)`, in every host. The compiler checks it like any call of a
/// function, while it expands and checks the code of each macro: in files with hundreds of expectations, calls save
/// most of the time between a change and its result. For other conditions, write `#expect`.
///
/// The first value is the one from the code under test. The issue shows the comment after the values.
public func expect<Value: Equatable>(
  _ actual: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  #expect(
    actual == expected, comment(),
    sourceLocation: SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column))
}
