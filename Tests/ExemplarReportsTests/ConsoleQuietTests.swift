import Exemplar
import ExemplarCore
import ExemplarLog
import TestSupport
import Testing

@testable import ExemplarReports

/// The quiet console, and its list of the slowest examples.
struct ConsoleQuietTests {
  private func console(
    _ events: [Event], _ change: (inout ConsoleSettings) -> Void, hasColor: Bool = true
  ) throws -> String {
    let trial = try ReportTrial()
    var context = trial.context
    context.style = Style(hasColor: hasColor)
    change(&context.console)
    trial.report(events, to: ConsoleReporter(context))
    return trial.output
  }

  /// A run of one spec whose examples took some seconds.
  private func run(
    _ seconds: [(String, Double)], repetitions: Int = 1, _ others: [Event] = []
  ) -> [Event] {
    (1...repetitions).flatMap { repetition -> [Event] in
      let events =
        [
          .runStart(examples: seconds.count, repetition: repetition, of: repetitions),
          FixtureRun.group("Cart"),
        ]
        + seconds.flatMap { name, time in
          [
            FixtureRun.started("Cart", name),
            FixtureRun.ended("Cart", name, as: .passed, after: time),
          ]
        } + others + [FixtureRun.groupEnded("Cart")]
      return events + [FixtureRun.end(of: events, notReached: 0)]
    }
  }

  @Test func aRunThatPassesIsOneLine() throws {
    let text = try console(run([("adds", 1), ("pays", 2)])) { $0.isQuiet = true }
    #expect(
      text.wholeMatch(of: #/PASSED · 2 examples: 2 passed · .* · defined order\n/#) != nil,
      "\(text)")
  }

  @Test func repetitionsThatPassAreOneLine() throws {
    let text = try console(run([("adds", 1)], repetitions: 5)) { $0.isQuiet = true }
    expect(text, equals: "PASSED · 5 repetitions: all passed\n")
  }

  /// A warning about the run questions its result; one of an example is counted.
  @Test func warningsAboutTheRunAreShown() throws {
    let warnings = [
      FixtureRun.issue(is: Issue("Nothing runs one.", phase: .planning, isWarning: true)),
      FixtureRun.issue("Cart", is: Issue("2 are named a.", phase: .planning, isWarning: true)),
      FixtureRun.issue("Cart", "adds", is: Issue("slow", isWarning: true)),
    ]
    let text = try console(run([("adds", 1)], warnings)) { $0.isQuiet = true }
    #expect(
      text.hasPrefix(
        "warning:\n  Nothing runs one.\nwarning:\n  2 are named a.\n\nPASSED · 1 example: 1 passed, 3 warnings"
      ),
      "\(text)")
  }

  /// A report in a file is as it was requested, whatever the console prints.
  @Test(arguments: ConsoleLayout.allCases)
  func onlyTheStandardOutputIsQuiet(layout: ConsoleLayout) throws {
    let format = try #require(ReportFormat.console.first { $0.name == layout.rawValue })
    let (trial, plain) = (try ReportTrial(), try ReportTrial())
    func text(_ context: ReportContext, _ path: String?, _ trial: ReportTrial) throws -> String {
      trial.report(FixtureRun.events, to: try format.reporter(path, context))
      return try path.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? trial.output
    }
    var context = trial.context
    context.console.isQuiet = true
    let file = trial.folder.appendingPathComponent("console.txt").path
    try expect(text(context, file, trial), equals: text(plain.context, nil, plain))
    try expect(
      text(context, nil, trial), equals: console(FixtureRun.events, { $0.isQuiet = true }),
      "The quiet console replaces another layout.")
  }

  @Test(arguments: [1, 2, 3, 4, 1_000, .max])
  func theSlowestAreSorted(limit: Int) throws {
    let many = (0..<500).map { number -> (String, Double) in ("row \(number)", Double(number % 10))
    }
    let few: [(String, Double)] = [("a", 20), ("b", 30), ("c", 20), ("d", 10)]
    let events = run(few + many)
    let text = try console(events, { $0.slowest = limit }, hasColor: false)
    let lines = text.split(separator: "\n").drop { $0 != "Slowest" }.dropFirst()
    let times = lines.prefix { $0.hasPrefix("  ") }
    let all = [
      "  30 s  Cart › b", "  20 s  Cart › a", "  20 s  Cart › c", "  10 s  Cart › d",
      "   9 s  Cart › row 9",
    ]
    expect(times.count, equals: min(limit, 504))
    expect(Array(times.prefix(5).map(String.init)), equals: Array(all.prefix(limit)))
    // Of those that took equally long, the first comes first.
    #expect(
      times.dropFirst(5).first.map(String.init) == (limit > 5 ? "   9 s  Cart › row 19" : nil))
  }

  @Test func rowsThatPassTogetherAreAmongTheSlowest() throws {
    let trial = try ReportTrial()
    var context = trial.context
    context.console.slowest = 2
    let reporter = ConsoleReporter(context)
    reporter.report(.event(.runStart()))
    reporter.report(.event(FixtureRun.group("Prices")))
    reporter.report(.event(FixtureRun.group("Prices", "are right", kind: .outline)))
    let rows = (1...100).map {
      PassedRows.Row("\($0)", RowReference(name: "\($0)"), duration: $0 == 50 ? 2 : 1)
    }
    reporter.report(
      .passedRows(PassedRows(in: FixtureRun.id("Prices", "are right"), ExampleContext(), rows)))
    reporter.finish()
    #expect(
      trial.output.contains(
        "Slowest\n\n  2 s  Prices › are right › 50\n  1 s  Prices › are right › 1\n\n"),
      "\(trial.output)")
  }
}
