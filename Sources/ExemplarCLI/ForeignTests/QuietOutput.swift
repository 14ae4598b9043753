import Foundation

/// The output of plain tests in the quiet console: without lines of the runtime about a crash, which the failure has,
/// and those of XCTest about measured times.
enum QuietOutput {
  /// Returns what remains of lines, the last of which may have no end.
  static func lines(_ output: Data) -> Data {
    var lines = LineBuffer()
    var isAfterCrash = false
    return lines.lines(output, isLast: true).reduce(into: Data()) { rest, line in
      let text = String(decoding: line.prefix(1_000), as: UTF8.self)
        .trimmingCharacters(in: .newlines)
      // An empty line follows the one about the crash report.
      isAfterCrash = isOfCrash(text) || isAfterCrash && text.isEmpty
      if !isAfterCrash, !isMeasurement(text) { rest += line }
    }
  }

  private static func isOfCrash(_ line: String) -> Bool {
    line.hasPrefix("*** Signal ") && line.contains(": Backtracing from 0x")
      || CrashReport.fatalError(in: line) != nil
  }

  /// `/shop/Till.swift:7: Test Case 'TillTests.testSpeed' measured [Time, seconds] average: …`
  private static func isMeasurement(_ line: String) -> Bool {
    line.contains("Test Case '") && line.contains("' measured [")
  }
}
