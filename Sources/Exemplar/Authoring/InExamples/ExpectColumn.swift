import ExemplarCore
import ExemplarRows
import Foundation
import Testing

/// Records an issue unless a value equals the one in a column of the running row.
///
/// ```swift
/// @Example(from: .json("pages"))
/// func renders(markdown: String) throws {
///   try expectColumn("html", equals: render(markdown))
/// }
/// ```
///
/// A row whose column is `?`, or whose key or file is missing, is pending: it fails and shows the value, and `exemplar review`
/// writes the value into the row after a person has accepted it, as it does with a value that has changed. Nothing else writes
/// it, so a first run, a retry or a run on CI never passes by itself.
///
/// Text and data are compared as they are, and other values as JSON with sorted keys: ``dumped(_:)`` makes text of values that
/// are not `Encodable`. A column can be a cell, a value of JSON or YAML, or a file of the row, such as `expected.html` in a
/// folder of a `.testSuite(_:)`, or the partner of `.files(_:with:)`.
///
/// Throws after an issue was recorded for an error in the code: a column that no row can have, or a value that cannot be
/// encoded.
///
/// A ``Scrubber`` replaces parts of the value before it is compared. An empty cell is the expected empty text; with
/// `orPendingIfEmpty: true`, it is pending too.
public func expectColumn(
  _ column: String, equals actual: some Encodable, orPendingIfEmpty isPendingIfEmpty: Bool = false,
  scrubbing scrubbers: Scrubber..., comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  column position: Int = #column
) throws {
  let comparison = ReviewedComparison(
    function: "expectColumn()", subject: .column(column), scrubbers: scrubbers, comment: comment(),
    fileID: fileID, place: Place(path: filePath, line: line, column: position))
  try comparison.compare(actual) { scope, _ in
    guard let row = Row(of: scope) else {
      throw UsageError(
        "expectColumn(\"\(column)\", equals:) is for the rows of a source, such as a file. For rows that are written as "
          + "row(…), leave out the name; without rows, write expectGolden(_:).")
    }
    return try row.expectedValue(in: column, isPendingIfEmpty: isPendingIfEmpty)
  }
}

/// Records an issue unless a value equals the last one of the running row, which is written as `row(…)` in code.
///
/// ```swift
/// outline("formats a price") { (cents: Int, _: String) in
///   try expectColumn(equals: "\(cents) ct")
/// } rows: {
///   row("nothing", 0, "0 ct")
///   row("a book", 1250, "?")
/// }
/// ```
///
/// The last value is a literal of a `String`, or `nil` for an optional one. A row with `"?"` or `nil` is pending, as in
/// ``expectColumn(_:equals:orPendingIfEmpty:scrubbing:comment:fileID:filePath:line:column:)``.
public func expectColumn(
  equals actual: some Encodable, scrubbing scrubbers: Scrubber...,
  comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) throws {
  let comparison = ReviewedComparison(
    function: "expectColumn()", subject: .lastValue, scrubbers: scrubbers, comment: comment(),
    fileID: fileID, place: Place(path: filePath, line: line, column: column))
  try comparison.compare(actual) { scope, _ in
    guard let row = scope.payload as? WrittenRow else {
      throw UsageError(
        "expectColumn() without the name of a column is for rows that are written as row(…). Name the column of "
          + "another row: expectColumn(\"expected\", equals: …).")
    }
    return try row.expectedValue()
  }
}

extension WrittenRow {
  fileprivate func expectedValue() throws(UsageError) -> ExpectedValue {
    let mirror = Mirror(reflecting: values)
    let last: Any =
      (mirror.displayStyle == .tuple ? mirror.children.map(\.value).last : nil) ?? values
    let optional = Mirror(reflecting: last)
    let isNil = optional.displayStyle == .optional && optional.children.isEmpty
    guard let text = isNil ? "" : last as? String
    else {
      throw UsageError(
        "The last value of the row is no text. Write expect(_:equals:) to compare other values.")
    }
    return ExpectedValue(
      literal: isNil ? nil : text, ofCallAt: place, named: "", mark: ExpectedValue.pendingMark)
  }
}
