import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// The output of each layout of the console for runs that end in different ways, word for word.
struct ConsoleLayoutTests {
  static let runs: [String: [Event]] = [
    "passing": whole([
      start(2), FixtureRun.group("Cart"), FixtureRun.started("Cart", "is empty"),
      FixtureRun.ended("Cart", "is empty", as: .passed), FixtureRun.started("Cart", "adds"),
      FixtureRun.ended("Cart", "adds", as: .passed, after: 0.25),
      .groupEnd(FixtureRun.id("Cart"), duration: 0.5),
    ]),
    "failing": FixtureRun.events,
    "disabled": whole([
      start(2), FixtureRun.group("Cart"), FixtureRun.started("Cart", "prints"),
      FixtureRun.ended("Cart", "prints", as: .skipped(reason: "no printer"), attempts: 0),
      FixtureRun.started("Cart", "ships"),
      FixtureRun.ended("Cart", "ships", as: .pending(reason: "next year"), attempts: 0),
      .groupEnd(FixtureRun.id("Cart")),
    ]),
    // The report of the tool about a process that exited.
    "crashing": [
      start(3), FixtureRun.group("Cart"), FixtureRun.started("Cart", "is empty"),
      FixtureRun.ended("Cart", "is empty", as: .passed), FixtureRun.started("Cart", "adds"),
      FixtureRun.issue(
        "Cart", "adds",
        is: Issue(
          "The process was ended by signal 11 while this ran.\nThe last that it wrote:\nadding",
          at: FixtureRun.place(9), cause: .endOfProcess)),
      FixtureRun.ended("Cart", "adds", as: .failed(unexpected: true), after: 0.5),
    ],
    "huge": FixtureRun.long(rows: 25_000),
    "focused": whole([
      .runStart(notSelected: 1, focused: [FixtureRun.id("Cart", "adds")]),
      FixtureRun.group("Cart"), FixtureRun.started("Cart", "adds"),
      FixtureRun.ended("Cart", "adds", as: .passed), FixtureRun.groupEnded("Cart"),
    ]),
    "broken": [
      start(3), FixtureRun.group("Cart"), FixtureRun.started("Cart", "is empty"),
      FixtureRun.ended("Cart", "is empty", as: .passed), FixtureRun.started("Cart", "adds"),
      FixtureRun.issue("Cart", "adds", is: Issue("1 != 2", at: FixtureRun.place(10))),
    ],
    "broken-hooks": [
      start(3), FixtureRun.group("Cart"), FixtureRun.hooks("Cart", in: .beforeAll),
      FixtureRun.hooksEnded("Cart", in: .beforeAll), FixtureRun.started("Cart", "is empty"),
      FixtureRun.ended("Cart", "is empty", as: .passed), FixtureRun.group("Cart", "full"),
      FixtureRun.hooks("Cart", "full", in: .beforeAll),
      FixtureRun.group("Till"), FixtureRun.hooks("Till", in: .afterAll),
      FixtureRun.hooks("Till", in: .cleanup),
    ],
    "not-begun": [
      FixtureRun.issue(
        is: Issue(
          "The process ended with status 1 before the run had finished.", cause: .endOfProcess))
    ],
    // Such a name makes one character with the separator before it.
    "accented": whole(
      [start(1)]
        + ["\u{301}accent", "\u{200D}joiner"].flatMap { name in
          [
            FixtureRun.group(name), FixtureRun.group(name, name),
            FixtureRun.started(name, name, name),
            FixtureRun.ended(name, name, name, as: .passed), FixtureRun.groupEnded(name, name),
            FixtureRun.groupEnded(name),
          ]
        }),
  ]

  private static func start(_ examples: Int) -> Event {
    .runStart(order: .random, examples: examples)
  }

  private static func whole(_ events: [Event]) -> [Event] {
    return events + [.runEnd(after: events) { $0.duration = 0.5 }]
  }

  @Test(arguments: ConsoleLayout.allCases, runs.keys.sorted())
  func isAsReviewed(layout: ConsoleLayout, run: String) throws {
    let format = try #require(ReportFormat.console.first { $0.name == layout.rawValue })
    let trial = try ReportTrial()
    let reporter = try format.reporter(nil, trial.context)
    trial.report(try #require(Self.runs[run]), to: reporter)
    #expect(reporter.isComplete)
    // A mark for each of 25,000 rows is no text to review.
    let text =
      layout == .dots && run == "huge"
      ? trial.output.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated().filter { $0.offset < 5 || $0.offset > 345 }.map(\.element)
        .joined(separator: "\n") : trial.output
    try ReportTrial.expectGolden(text, "console-\(layout.rawValue)-\(run).txt")
  }

  @Test(arguments: ConsoleLayout.allCases)
  func canBeAFileToo(layout: ConsoleLayout) throws {
    let format = try #require(ReportFormat.console.first { $0.name == layout.rawValue })
    let trial = try ReportTrial()
    trial.report(FixtureRun.events, to: try format.reporter(nil, trial.context))
    try expect(ReportTrial().text(of: format), equals: trial.output)
  }

  /// Whatever is shown in between, no failure is left out.
  @Test(arguments: ConsoleLayout.allCases)
  func eachTellsEveryFailure(layout: ConsoleLayout) throws {
    let format = try #require(ReportFormat.console.first { $0.name == layout.rawValue })
    let trial = try ReportTrial()
    trial.report(FixtureRun.events, to: try format.reporter(nil, trial.context))
    for event in FixtureRun.events {
      guard case .issueRecorded(let record) = event, record.issue.isFailure else { continue }
      let message = record.issue.message.split(separator: "\n").first ?? ""
      var plain = PlainText(guardsCommands: false)
      #expect(trial.output.contains(plain.string(of: String(message))))
    }
  }
}
