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
    guard let (start, name, rest) = quotation(in: line, after: "Test Case '"), isTest(name)
    else { return nil }
    if rest.hasPrefix("started at") { return (.started(test: String(name)), start) }
    // Such as `passed`, `(0.1` and `seconds)`.
    let words = rest.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, let verdict = Verdict(rawValue: String(words[0])),
      words[1].first == "(", words[1].count > 1, words[2].first == "s", words[2].last == ")"
    else { return nil }
    return (.ended(test: String(name), verdict, seconds: Double(words[1].dropFirst())), start)
  }

  /// `Test Suite 'TillTests' started at 2026-03-14 09:26:53.590`
  private static func suite(_ line: String) -> Found? {
    guard let (start, name, rest) = quotation(in: line, after: "Test Suite '") else { return nil }
    if rest.hasPrefix("started at") { return (.suiteStarted(String(name)), start) }
    let hasEnded = rest.hasPrefix("passed at") || rest.hasPrefix("failed at")
    return hasEnded ? (.suiteEnded(String(name)), start) : nil
  }

  /// `Executed 3 tests, with 1 test skipped and 2 failures (1 unexpected) in 0.1 (0.1) seconds`, behind a tab
  private static func summary(_ line: String) -> Found? {
    guard let (start, rest) = tail(of: line, from: "\t Executed ") else { return nil }
    let words = rest.split(separator: " ", omittingEmptySubsequences: false)
    // The words `1`, `test`, `skipped` and `and` are missing if no test is.
    let failures = words.count > 7 && words[5] == "skipped" ? 7 : 3
    guard words.count > failures + 2, let tests = Int(words[0]), words[1].hasPrefix("test"),
      words[2] == "with", let count = Int(words[failures]),
      words[failures + 1].hasPrefix("failure"), words[failures + 2].first == "("
    else { return nil }
    return (.executed(tests: tests, failures: count), start)
  }

  /// The start of the last occurrence of a beginning that ends with a quotation mark, the text up to the next mark, and
  /// the text after that and a space.
  private static func quotation(
    in line: String, after beginning: StaticString
  ) -> (start: String.Index, name: Substring, rest: Substring)? {
    guard let (start, text) = tail(of: line, from: beginning),
      let end = text.firstIndex(of: "'"), end > text.startIndex
    else { return nil }
    let rest = text[text.index(after: end)...]
    return rest.first == " " ? (start, text[..<end], rest.dropFirst()) : nil
  }

  /// The start of the last occurrence of a beginning, and the text after it. There are two lines for each test, so no
  /// regular expression is used: one is parsed where it is written, which takes longer than most tests.
  private static func tail(
    of line: String, from beginning: StaticString
  ) -> (start: String.Index, rest: Substring)? {
    // The last scalar that a test printed may form one character with the first letter.
    guard line.hasMark(beginning),
      let range = line.range(of: "\(beginning)", options: [.backwards, .literal])
    else { return nil }
    let rest = line[range.upperBound...]
    return rest.utf8.contains(0x0D) ? nil : (range.lowerBound, rest)
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
