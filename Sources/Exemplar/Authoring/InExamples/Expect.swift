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
  recordDifference(
    ComparedValue(actual), ComparedValue(expected), [comment()?.rawValue].compactMap(\.self),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Records that two values differ, with their difference and then some notes.
func recordDifference(
  _ actual: ComparedValue, _ expected: ComparedValue, _ notes: [String],
  at location: SourceLocation
) {
  let (difference, areShort) = ExampleScope.explaining {
    let difference = Difference(actual, expected)?.text
    let areShort = ExplainedValue.areShort(actual.text, expected.text)
    return (difference, difference == nil || areShort)
  }
  recordDifference(
    areShort ? actual.text : "actual", areShort ? expected.text : "expected",
    [difference].compactMap(\.self) + notes, at: location)
}

/// Records an issue with the texts of two values, and lines below.
func recordDifference(
  _ actual: String, _ expected: String, _ lines: [String], at location: SourceLocation
) {
  let (actual, expected) = (ExplainedValue(text: actual), ExplainedValue(text: expected))
  #expect(
    actual == expected, lines.isEmpty ? nil : Comment(rawValue: lines.joined(separator: "\n")),
    sourceLocation: location)
}

/// Records an issue unless two values are equal within a tolerance: numbers, dates, durations, or collections of them,
/// whose elements are compared one by one.
///
/// ```swift
/// it("weighs as much") { expect(2.503, equals: 2.5, within: 0.01) }
/// it("takes as long") { expect(Duration.seconds(59), equals: .seconds(60), within: .seconds(1)) }
/// it("converts all") { expect(["CHF": 0.932], equals: ["CHF": 0.93], within: 0.005) }
/// ```
///
/// A distance that is as large as the tolerance is within it. The issue names each element that is not, with both values
/// and how far they are apart. Values that are not numbers (NaN) are never within a tolerance; an infinite one equals only
/// itself. A negative tolerance is an error, which fails the example. Conform a type of your own to
/// ``ToleranceComparable``.
public func expect<Value: ToleranceComparable>(
  _ actual: Value, equals expected: Value, within tolerance: Value.Distance,
  _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  expect(
    actual, expected, .absolute(tolerance), comment,
    SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Records an issue unless two values are equal within a tolerance that is relative to the expected one, such as 0.01 for
/// one percent of its magnitude; of collections, to each element. A negative fraction is an error, which fails the example.
public func expect<Value: RelativeToleranceComparable>(
  _ actual: Value, equals expected: Value, withinRelative fraction: Double,
  _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  expect(
    actual, expected, .relative(fraction), comment,
    SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private func expect<Value: ToleranceComparable>(
  _ actual: Value, _ expected: Value, _ tolerance: Tolerance<Value.Distance>,
  _ comment: () -> Comment?, _ location: SourceLocation
) {
  if let problem = tolerance.problem {
    Testing.Issue.record(Comment(rawValue: problem), sourceLocation: location)
    return
  }
  let deviations = actual.deviations(from: expected, beyond: tolerance)
  if deviations.isEmpty { return }
  let (texts, lines) = ExampleScope.explaining {
    let texts = (ComparedValue(actual).text, ComparedValue(expected).text)
    let isWhole = deviations.count == 1 && deviations[0].path.isEmpty
    let apart = isWhole ? deviations[0].distance.map { ["\($0) apart"] } ?? [] : nil
    return (texts, apart ?? [deviations.explanation])
  }
  let areShort = ExplainedValue.areShort(texts.0, texts.1)
  let (actual, expected) = (
    ExplainedValue(text: areShort ? texts.0 : "actual"),
    ExplainedValue(text: (areShort ? texts.1 : "expected") + " ± " + tolerance.text)
  )
  let all = lines + [comment()?.rawValue].compactMap(\.self)
  #expect(
    actual == expected, all.isEmpty ? nil : Comment(rawValue: all.joined(separator: "\n")),
    sourceLocation: location)
}
