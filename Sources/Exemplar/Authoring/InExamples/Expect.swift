import ExemplarCore
import Testing

/// Records an issue unless two values are equal, with both values and their difference.
///
/// ```swift
/// it("counts letters") { expect("Emma".count, equals: 4) }
/// it("reads a number") { try expect(ISBN("9780141439587").isbn13, equals: "9780141439587") }
/// ```
///
/// It reports the same as `#expect(actual == expected)`, in every host, and more of large values: Swift Testing keeps only
/// the first ten elements of a collection and no values at all after `try`. The compiler checks it like any call of a
/// function, while it expands and checks the code of each macro: in files with hundreds of expectations, calls save
/// most of the time between a change and its result. For other conditions, write `#expect`.
///
/// The first value is the one from the code under test. The issue shows the comment after the values.
public func expect<Value: Equatable>(
  _ actual: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if actual == expected { return }
  let values = (ComparedValue(actual), ComparedValue(expected))
  let (difference, areShort) = ExampleScope.explaining {
    let difference = Difference(values.0, values.1)?.text
    let areShort = ExplainedValue.areShort(values.0.text, values.1.text)
    return (difference, difference == nil || areShort)
  }
  let (actual, expected) = (
    ExplainedValue(text: areShort ? values.0.text : "actual"),
    ExplainedValue(text: areShort ? values.1.text : "expected")
  )
  let lines = [difference, comment()?.rawValue].compactMap(\.self)
  #expect(
    actual == expected, lines.isEmpty ? nil : Comment(rawValue: lines.joined(separator: "\n")),
    sourceLocation: SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column))
}
