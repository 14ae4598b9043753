import ExemplarCore
import Foundation

/// A line that XCTest prints about its tests.
///
/// Tests print to the same stream, and may leave their last line open. So a line of XCTest may have other text before
/// it, but never after it.
struct XCTestLogLine {
  enum Content: Equatable {
    case started(test: String)
    case ended(test: String, Verdict, seconds: Double?)
    case failed(test: String, message: String, path: String, line: Int)
    case skipped(test: String, reason: String)
    case suiteStarted(String)
    case suiteEnded(String)
    /// The number of tests that a suite ran, and of their failures.
    case executed(tests: Int, failures: Int)
  }
  enum Verdict: String {
    case passed, failed, skipped
  }

  let content: Content
  /// The text before it on the line, which a test printed.
  let printed: String

  /// Reads a line; `nil` if a test printed all of it.
  ///
  /// - Parameter isTest: Whether there is a test of that name, such as `TillTests.testOpens`.
  init?(_ line: String, isTest: (Substring) -> Bool) {
    // A failure comes first, since its message may end like another line.
    guard
      let (content, start) = Self.failure(line, isTest) ?? Self.skip(line, isTest)
        ?? Self.specs(line, isTest) ?? Self.test(line, isTest) ?? Self.suite(line)
        ?? Self.summary(line)
    else { return nil }
    self.content = content
    printed = String(line[..<start])
  }

  private typealias Found = (Content, at: String.Index)

  /// `/shop/Till.swift:7: error: TillTests.testOpens : XCTAssertTrue failed`
  private static func failure(_ line: String, _ isTest: (Substring) -> Bool) -> Found? {
    guard line.hasMark(": error: "),
      let match = line.matches(of: #/:(\d+): error: (\S+) : /#).first(where: { isTest($0.2) })
    else { return nil }
    let start = startOfPath(line[..<match.range.lowerBound])
    let content = Content.failed(
      test: String(match.2), message: String(line[match.range.upperBound...]),
      path: String(line[start..<match.range.lowerBound]), line: Int(match.1) ?? 0)
    return (content, start)
  }

  /// `/shop/Till.swift:7: TillTests.testOpens : Test skipped - not on Sundays`
  private static func skip(_ line: String, _ isTest: (Substring) -> Bool) -> Found? {
    guard line.hasMark(" : Test skipped"),
      let match = line.matches(of: #/:\d+: (\S+) : Test skipped(?: - )?/#)
        .first(where: { isTest($0.1) })
    else { return nil }
    let reason = String(line[match.range.upperBound...])
    return (
      .skipped(test: String(match.1), reason: reason),
      startOfPath(line[..<match.range.lowerBound])
    )
  }

  /// The test that stands for the specs of a class, which the tool runs: XCTest logs nothing else about it.
  private static func specs(_ line: String, _ isTest: (Substring) -> Bool) -> Found? {
    let end = " : Test skipped - " + NothingToRun.specsOfTool
    guard line.hasSuffix(end) else { return nil }
    let text = line.dropLast(end.count)
    guard let start = text.indices.first(where: { isTest(text[$0...]) }) else { return nil }
    return (.skipped(test: String(text[start...]), reason: NothingToRun.specsOfTool), start)
  }

  /// The start of the absolute path at the end of a text.
  private static func startOfPath(_ text: Substring) -> String.Index {
    // XCTest knows no place of an error that a test throws.
    if text.hasSuffix("<EXPR>") { return text.index(text.endIndex, offsetBy: -6) }
    let slashes = text.indices.filter { text[$0] == "/" }
    return slashes.first { FileManager.default.fileExists(atPath: String(text[$0...])) }
      ?? text.startIndex
  }

  /// `Test Case 'TillTests.testOpens' passed (0.1 seconds)`
  private static func test(_ line: String, _ isTest: (Substring) -> Bool) -> Found? {
    guard
      let (start, match) = tail(
        of: line, from: "Test Case '",
        #/Test Case '([^']+)' (?:(started) at.*|(passed|failed|skipped) \(([^ ()]+) s\w*\))/#),
      isTest(match.1)
    else { return nil }
    guard let verdict = match.3.flatMap({ Verdict(rawValue: String($0)) }) else {
      return (.started(test: String(match.1)), start)
    }
    let seconds = match.4.flatMap { Double($0) }
    return (.ended(test: String(match.1), verdict, seconds: seconds), start)
  }

  /// `Test Suite 'TillTests' started at 2026-03-14 09:26:53.590`
  private static func suite(_ line: String) -> Found? {
    guard
      let (start, match) = tail(
        of: line, from: "Test Suite '", #/Test Suite '([^']+)' (started|passed|failed) at.*/#)
    else { return nil }
    let name = String(match.1)
    return (match.2 == "started" ? .suiteStarted(name) : .suiteEnded(name), start)
  }

  /// `Executed 3 tests, with 1 test skipped and 2 failures (1 unexpected) in 0.1 (0.1) seconds`, behind a tab
  private static func summary(_ line: String) -> Found? {
    guard
      let (start, match) = tail(
        of: line, from: "\t Executed ",
        #/\t Executed (\d+) tests?, with (?:\d+ tests? skipped and )?(\d+) failures? \(.*/#),
      let tests = Int(match.1), let failures = Int(match.2)
    else { return nil }
    return (.executed(tests: tests, failures: failures), start)
  }

  /// The end of a line, from the last occurrence of a beginning, if all of it has that form. An expression is parsed where
  /// it is written, which takes long, so most lines do without.
  private static func tail<Output>(
    of line: String, from beginning: StaticString, _ form: @autoclosure () -> Regex<Output>
  ) -> (start: String.Index, Output)? {
    // The last scalar that a test printed may form one character with the first letter.
    guard line.hasMark(beginning),
      let start = line.range(of: "\(beginning)", options: [.backwards, .literal])?.lowerBound,
      let match = String(line[start...]).wholeMatch(of: form())
    else { return nil }
    return (start, match.output)
  }
}

extension String {
  /// Whether the text contains a mark of ASCII. Tests may print much, which is searched as bytes.
  fileprivate func hasMark(_ mark: StaticString) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      guard var start = UnsafeRawPointer(bytes.baseAddress) else { return false }
      let end = start + bytes.count
      let (first, count) = (Int32(mark.utf8Start.pointee), mark.utf8CodeUnitCount)
      while end - start >= count, let found = memchr(start, first, end - start) {
        start = UnsafeRawPointer(found)
        if end - start >= count, memcmp(start, mark.utf8Start, count) == 0 { return true }
        start += 1
      }
      return false
    }
  }
}
