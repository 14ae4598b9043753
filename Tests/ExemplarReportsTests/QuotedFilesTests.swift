import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarReports

/// The lines of code and data below failures.
struct QuotedFilesTests {
  private func marked(
    _ text: String, line: Int = 1, column: Int = 0, changed: Double = 100, began: Double = 200
  ) throws -> [String]? {
    let trial = try ReportTrial()
    let file = trial.folder.appendingPathComponent("file.swift").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: changed)], ofItemAtPath: file)
    var files = QuotedFiles(since: began)
    return files.line(at: Place(path: file, line: line, column: column))?.marked
  }

  @Test func theCaretIsBelowTheColumn() throws {
    try expect(
      marked("let a = 1\n  #expect(a == 2)\n", line: 2, column: 3),
      equals: ["#expect(a == 2)", "^"])
    try expect(
      marked("\tlet b = try #require(a)", column: 14),
      equals: [
        "let b = try #require(a)", "            ^",
      ])
    try expect(marked("first\r\n\tsecond\r\n", line: 2, column: 2), equals: ["second", "^"])
    // A character of two columns, after one of four bytes.
    try expect(marked("日𝄞 x", column: 9), equals: ["日𝄞 x", "    ^"])
    try expect(marked("  indented", column: 1), equals: ["indented", "^"])
    try expect(marked("no column"), equals: ["no column"])
    try expect(marked("short", column: 99), equals: ["short"])
  }

  @Test func longLinesAreShortenedAroundTheColumn() throws {
    let text = String(repeating: "a", count: 200) + "X" + String(repeating: "b", count: 200)
    let lines = try #require(try marked(text, column: 201))
    #expect(lines[0].count == 102 && lines[0].hasPrefix("…") && lines[0].hasSuffix("…"))
    let caret = try #require(lines[1].firstIndex(of: "^"))
    let column = lines[1].distance(from: lines[1].startIndex, to: caret)
    expect(Array(lines[0])[column], equals: "X")
  }

  @Test func whatMayBeAnotherLineIsNotQuoted() throws {
    try expect(marked("a\nb", line: 2), equals: ["b"])
    #expect(try marked("a\nb", line: 2, changed: 201) == nil, "changed after the run began")
    #expect(try marked("a\nb", line: 3) == nil)
    #expect(try marked("a\n", line: 2) == nil)
    #expect(try marked("", line: 1) == nil)
    #expect(try marked("[\n  {\n", line: 2) == nil, "a bracket alone")
    var files = QuotedFiles(since: .infinity)
    for path in ["/dev/zero", "/no/such/file", "/tmp", "", "Package.swift"] {
      #expect(files.line(at: Place(path: path, line: 1)) == nil)
    }
  }

  /// More files than are kept in memory, in any order.
  @Test func manyFiles() throws {
    let trial = try ReportTrial()
    var files = QuotedFiles(since: .infinity)
    let paths = (0..<30).map { trial.folder.appendingPathComponent("\($0).csv").path }
    for (number, path) in paths.enumerated() {
      try Data("name\nrow \(number)\n".utf8).write(to: URL(fileURLWithPath: path))
    }
    for (number, path) in Array(paths.enumerated()) + paths.enumerated().reversed() {
      expect(files.line(at: Place(path: path, line: 2))?.text, equals: "row \(number)")
    }
  }
}
