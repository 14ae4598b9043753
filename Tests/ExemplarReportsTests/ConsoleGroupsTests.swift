import ExemplarCore
import Foundation
import Testing

@testable import ExemplarReports

/// Groups of failures in the console.
struct ConsoleGroupsTests {
  /// 1,799 rows of ten outlines over one file that fail, each outline by an expectation of its own.
  private struct ManyFailures {
    let trial: ReportTrial
    let events: [Event]

    init() throws {
      let trial = try ReportTrial()
      func file(_ name: String, _ lines: [String]) throws -> String {
        let path = trial.folder.appendingPathComponent(name).path
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
        return path
      }
      let code = try file(
        "PricesSpec.swift", (1...10).map { "    #expect(tax\($0)(price) == expected)" })
      let data = try file(
        "prices.csv", ["name,price,expected"] + (1...200).map { "row \($0),\($0),\($0 + 1)" })
      let failing = (0..<1_799).map { (outline: $0 % 10 + 1, row: $0 / 10 + 1) }
      let rows = failing.flatMap { outline, number -> [Event] in
        let row = RowReference(
          name: "row \(number)", place: Place(path: data, line: number + 1),
          values: "price: \(number), expected: \(number + 1)")
        let context = ExampleContext(at: Place(path: code, line: outline), row: row)
        let id = FixtureRun.id("Prices", "have tax \(outline)", "row \(number)")
        return [
          .exampleStarted(ExampleStarted(id, context)),
          .issueRecorded(
            IssueRecorded(
              id: id,
              issue: Issue(
                "Expectation failed: (tax\(outline)(price) → \(number)) == (expected → \(number + 1))",
                at: Place(path: code, line: outline, column: 5), isExpected: true,
                context: context))),
          .exampleEnded(ExampleEnded(id: id, outcome: .failed(unexpected: false))),
        ]
      }
      let outlines = (1...10).map { "have tax \($0)" }
      let all: [Event] =
        [
          .runStarted(RunStarted(seed: 7, order: .defined, specs: 1, examples: 10)),
          FixtureRun.group("Prices"),
        ] + outlines.map { FixtureRun.group("Prices", $0, isOutline: true) } + rows
        + outlines.map { FixtureRun.groupEnded("Prices", $0) } + [FixtureRun.groupEnded("Prices")]
      self.trial = trial
      events = all + [FixtureRun.end(of: all, notReached: 0)]
    }

    func text(_ change: (inout ReportContext) -> Void = { _ in }) -> String {
      var context = trial.context
      context.directory = trial.folder.path
      context.rerunCause = { "exemplar test --cause \($0)" }
      change(&context)
      let printed = Locked("")
      context.print = { text in printed.withLock { $0 += text } }
      trial.report(events, to: ConsoleReporter(context))
      return printed.withLock { $0 }
    }
  }

  @Test func manyFailuresOfTenCausesTakeOneScreen() throws {
    let many = try ManyFailures()
    let text = many.text()
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 80, "\(text)")
    let group = """
        1  Prices › have tax 1: 180 fail alike, such as row 1, row 2, row 3
           Expectation failed: (tax1(price) → 1) == (expected → 2)
             at PricesSpec.swift:1:5  #expect(tax1(price) == expected)
             row row 1 at prices.csv:2  row 1,1,2
           run these again: exemplar test --cause
      """
    #expect(text.contains(group), "\(text)")
    #expect(text.components(separatedBy: "fail alike").count == 11)
    #expect(text.contains("1799 examples: 1799 failed"))
  }

  @Test func verboseShowsEachFailure() throws {
    let text = try ManyFailures().text { $0.console.isVerbose = true }
    #expect(text.components(separatedBy: "run it again: ").count == 1_800)
    #expect(!text.contains("alike"))
    #expect(
      text.contains(
        """
               at PricesSpec.swift:1:5
                 #expect(tax1(price) == expected)
                 ^
               row row 1 at prices.csv:2 · price: 1, expected: 2
                 row 1,1,2
        """), "\(text.prefix(2_000))")
  }

  @Test func quietShowsEachCause() throws {
    let text = try ManyFailures().text { $0.console.isQuiet = true }
    #expect(
      text.hasPrefix(
        """
        failed: Shop/Prices/have tax 1/row 1
          alike: 179 more, such as Shop/Prices/have tax 1/row 2, Shop/Prices/have tax 1/row 3
          Expectation failed: (tax1(price) → 1) == (expected → 2)
            at PricesSpec.swift:1:5  #expect(tax1(price) == expected)
            row row 1 at prices.csv:2  row 1,1,2
          run these again: exemplar test --cause
        """), "\(text)")
    #expect(text.split(separator: "\n").count == 61)
  }

  /// Where no record of the run exists, the line names the outline.
  @Test func withoutARecordTheOutlineIsNamed() throws {
    let text = try ManyFailures().text { $0.rerunCause = nil }
    #expect(
      text.contains("exemplar test 'Shop/Prices/have tax 1'  # with everything else in it\n"),
      "\(text)")
  }

  /// One failure among many that are alike is shown by itself, wherever it is.
  @Test(arguments: [0, 57, 1_798])
  func aDifferentFailureIsShown(position: Int) throws {
    let many = try ManyFailures()
    var number = -1
    let events = many.events.map { event -> Event in
      guard case .issueRecorded(var record) = event else { return event }
      number += 1
      if number == position { record.issue.message += "\nodd one" }
      return .issueRecorded(record)
    }
    let trial = try ReportTrial()
    trial.report(events, to: ConsoleReporter(trial.context))
    #expect(trial.output.contains("\n     odd one\n"), "\(trial.output)")
    #expect(trial.output.components(separatedBy: "run it again").count == 2)
  }
}
