import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// The first and the last line of a run: specs, and tests of other libraries.
struct ConsoleCountsTests {
  /// Examples, outlines and specs; tests; those not selected; those that are left out.
  private static let runs: [([Int], String, String)] = [
    (
      [3, 1, 2, 0, 0, 0], "Running 2 examples and 1 outline of 2 specs · ",
      "PASSED · 2 examples: 2 passed · "
    ),
    (
      [3, 0, 2, 4, 0, 0], "Running 3 examples of 2 specs, and 4 tests · ",
      "PASSED · 2 examples and tests: 2 passed · "
    ),
    ([0, 0, 0, 1, 9, 0], "Running 1 test, 9 not selected · ", "PASSED · 2 tests: 2 passed · "),
    (
      [3, 0, 1, 0, 2, 1],
      "Running 3 examples of 1 spec, 2 not selected, 1 test left out by --specs · ",
      "PASSED · 2 examples: 2 passed, 1 test left out by --specs · "
    ),
    ([0, 0, 0, 0, 0, 0], "Running 0 examples of 0 specs · ", "PASSED · 2 examples: 2 passed · "),
  ]

  @Test(arguments: 0..<5)
  func statesHowManyOfEachKind(index: Int) {
    let (numbers, first, last) = Self.runs[index]
    var start = RunStarted(
      seed: 7, order: .random, specs: numbers[2], examples: numbers[0] + numbers[3],
      outlines: numbers[1], notSelected: numbers[4])
    (start.tests, start.testsLeftOut) = (numbers[3], numbers[5])
    let printed = Locked("")
    let reporter = ConsoleReporter(
      ReportContext(directory: "/shop", print: { text in printed.withLock { $0 += text } }))
    let ids: [ExampleID] = ["a", "b"].map { ExampleID(["Shop", "Till", $0]) }
    let events = ids.flatMap { [Event.exampleStart($0), .exampleEnd($0, .passed)] }
    for event in [.runStarted(start)] + events + [.runEnd(after: events)] { reporter.report(event) }
    reporter.finish()
    let lines = printed.withLock { $0 }.split(separator: "\n")
    #expect(lines.first?.hasPrefix(first) == true, "\(lines)")
    #expect(lines.last?.hasPrefix(last) == true, "\(lines)")
  }
}
