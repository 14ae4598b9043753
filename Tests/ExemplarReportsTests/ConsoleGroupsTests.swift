import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// Groups of failures in the console.
struct ConsoleGroupsTests {
  typealias Issue = ExemplarCore.Issue

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
          .issue(
            Issue(
              "Expectation failed: (tax\(outline)(price) → \(number)) == (expected → \(number + 1))",
              at: Place(path: code, line: outline, column: 5), isExpected: true, context: context),
            of: id),
          .exampleEnd(id, .failed(unexpected: false)),
        ]
      }
      let outlines = (1...10).map { "have tax \($0)" }
      let all: [Event] =
        [
          .runStart(examples: 10),
          FixtureRun.group("Prices"),
        ] + outlines.map { FixtureRun.group("Prices", $0, kind: .outline) } + rows
        + outlines.map { FixtureRun.groupEnded("Prices", $0) } + [FixtureRun.groupEnded("Prices")]
      self.trial = trial
      events = all + [FixtureRun.end(of: all, notReached: 0)]
    }

    /// The console's output about the first outlines, with changed issues.
    func text(of outlines: Int, _ change: (inout Issue) -> Void) -> String {
      let names = Set((1...outlines).map { "have tax \($0)" })
      var some = events.compactMap { event -> Event? in
        switch event {
        case .exampleStarted(let start):
          return names.contains(start.id.parent?.name ?? "") ? event : nil
        case .issueRecorded(var record):
          guard names.contains(record.id?.parent?.name ?? "") else { return nil }
          change(&record.issue)
          return .issueRecorded(record)
        case .exampleEnded(var end):
          guard names.contains(end.id.parent?.name ?? "") else { return nil }
          var issue = Issue("")
          change(&issue)
          if issue.isQuarantined {
            end.outcome = .quarantined(reason: "SHOP-12 until 9999-12-31")
          }
          return .exampleEnded(end)
        case .runEnded: return nil
        default: return event
        }
      }
      some.append(FixtureRun.end(of: some, notReached: 0))
      return text(of: some)
    }

    func text(_ change: (inout ReportContext) -> Void = { _ in }) -> String {
      text(of: events, change)
    }

    private func text(of events: [Event], _ change: (inout ReportContext) -> Void = { _ in })
      -> String
    {
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
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 56, "\(text)")
    let group = """
        1  Prices › have tax 1: 180 fail alike, such as row 1, row 2, row 3
           Expectation failed: (tax1(price) → 1) == (expected → 2)
             at PricesSpec.swift:1:5  #expect(tax1(price) == expected)
             row row 1 at prices.csv:2  row 1,1,2
           run these again: exemplar test --cause
      """
    #expect(text.contains(group), "\(text)")
    #expect(text.components(separatedBy: "fail alike").count == 11)
    #expect(text.components(separatedBy: "exemplar test --cause ").count == 11)
    let short = """
        4  Prices › have tax 4: 180 fail alike, such as row 1, row 2, row 3 · exemplar test --cause\u{20}
      """
    #expect(text.contains(short), "\(text)")
    #expect(
      text.contains(
        "\n     Expectation failed: (tax4(price) → 1) == (expected → 2)  at PricesSpec.swift:4:5\n")
    )
    #expect(text.contains("1799 examples: 1799 failed"))
  }

  /// Up to three causes are shown in full, and of more, the others with each of their issues.
  @Test(arguments: [3, 4])
  func fewCausesAreShownInFull(count: Int) throws {
    let many = try ManyFailures()
    let text = many.text(of: count) { issue in issue.message += "\nthe second line" }
    #expect(text.components(separatedBy: "run these again: ").count == 4, "\(text)")
    #expect(text.components(separatedBy: "\n     the second line").count == 4, "\(text)")
    #expect(
      text.contains("(expected → 2) …  at PricesSpec.swift:4:5\n") == (count == 4))
    #expect(text.contains("All details of each failure with --verbose") == (count == 4))
  }

  @Test func failuresInQuarantineAreGrouped() throws {
    let many = try ManyFailures()
    let text = many.text(of: 1) { issue in (issue.isKnown, issue.isQuarantined) = (true, true) }
    #expect(
      text.contains(
        """
        Quarantined

          1  Prices › have tax 1: 180 fail alike, such as row 1, row 2, row 3
             Expectation failed: (tax1(price) → 1) == (expected → 2)
        """), "\(text)")
    #expect(
      text.contains(
        "run these again: exemplar test 'Shop/Prices/have tax 1'  # with everything else in it"))
  }

  /// The tree counts them, as it counts failed rows, since they are shown below.
  @Test func manyRowsInQuarantineAreOneLine() throws {
    let text = try ManyFailures().text(of: 1) { ($0.isKnown, $0.isQuarantined) = (true, true) }
    #expect(text.contains("  ✔ have tax 1 180 rows, 180 quarantined\n"), "\(text)")
    #expect(!text.contains("⚑"))
  }

  /// Examples that a failing hook of their quarantined group kept from running belong to that hook.
  @Test func examplesBehindAQuarantinedHookAreCounted() throws {
    let trial = try ReportTrial()
    trial.report(FixtureRun.quarantinedHook, to: ConsoleReporter(trial.context))
    #expect(
      trial.output.contains(
        """
        Quarantined

          1  Till › locked
             Threw an error: PowerCut()
               at Till.swift:3 (in beforeAll)
               quarantined for SHOP-12 until 9999-12-31
             blocked: 2 examples

        """.replacing("\n\n\n", with: "\n")), "\(trial.output)")
    #expect(!trial.output.contains("2  Till"), "\(trial.output)")
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
    #expect(text.split(separator: "\n").count == 71)
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
    #expect(trial.output.components(separatedBy: "Run one alone, such as the first: ").count == 2)
  }
}
