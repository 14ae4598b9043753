import Exemplar
import Foundation
import Testing

@testable import ExemplarLog

/// The program on the page about recorded runs reads what this version writes.
struct DocumentedFormatTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test func aProgramOfAnotherLanguageReadsALog() async throws {
    let page = try String(
      contentsOf: Self.tests.appendingPathComponent(
        "../../Sources/Exemplar/Exemplar.docc/RecordedRuns.md"), encoding: .utf8)
    let program = try #require(page.firstMatch(of: /```python\n((?:.|\n)*?)```/)).output.1
    let log = Self.tests.appendingPathComponent("Corpus/version-7.exlog").path
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", String(program), log]
    process.standardOutput = output
    try process.run()
    let lines = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    expect(process.terminationStatus, equals: 0)
    var expected = ""
    for case .exampleEnded(let end) in try EventLog(path: log) {
      let kind =
        switch end.outcome {
        case .passed: "passed"
        case .flaky: "flaky"
        case .quarantined: "quarantined"
        case .failed: "failed"
        case .skipped: "skipped"
        case .pending: "pending"
        case .blocked: "blocked"
        }
      expected += "\(kind) "
      expected += String(format: "%.9f", end.duration)
      expected += " \(end.id.components.joined(separator: "/"))\n"
    }
    expect(lines, equals: expected)
    #expect(!expected.isEmpty)
  }
}
