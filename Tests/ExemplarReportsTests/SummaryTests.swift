import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// The summary: one JSON object with the causes of failures, whatever happens to a run.
struct SummaryTests {
  private typealias Object = [String: Any]

  private static func object(_ text: String) throws -> Object {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
  }

  private static func summary(_ events: [Event]) throws -> Object {
    try object(ReportTrial().text(of: .summary, events))
  }

  private static func run(_ events: [Event], examples: Int = 1) -> [Event] {
    let all =
      [.runStart(examples: examples), FixtureRun.group("Cart")] + events + [
        .groupEnd(FixtureRun.id("Cart"))
      ]
    return all + [.runEnd(after: all)]
  }

  private static func failing(_ name: String, _ issue: ExemplarCore.Issue) -> [Event] {
    [
      FixtureRun.started("Cart", name), FixtureRun.issue("Cart", name, is: issue),
      FixtureRun.ended("Cart", name, as: .failed(unexpected: false)),
    ]
  }

  private static let passing = run([
    FixtureRun.started("Cart", "adds"), FixtureRun.ended("Cart", "adds", as: .passed),
  ])

  // MARK: Verdicts

  /// Runs, and the status and the verdict that the events show.
  @Test(
    arguments: [
      ("passing", passing, 0), ("failing", FixtureRun.whole, 1),
      ("not begun", FixtureRun.silent, 2),
      ("nothing", FixtureRun.nothing, 4), ("no events", [], 2),
      ("cut", Array(passing.dropLast()), 5),
      ("a repetition is missing", [Event.runStart(repetition: 1, of: 2)] + passing.dropFirst(), 5),
      (
        "a refused focus",
        [.runStart(focused: [FixtureRun.id("Cart")])] + passing.dropFirst().dropLast()
          + [.runEnd { ($0.isFocused, $0.isFocusRefused) = (true, true) }], 3
      ),
    ] as [(String, [Event], Int)])
  func statusOfTheEvents(name: String, events: [Event], status: Int) throws {
    let object = try Self.summary(events)
    expect(object["status"] as? Int, equals: status, "\(name)")
    expect(object["verdict"] as? String, equals: status == 0 ? "passed" : "failed", "\(name)")
    expect(
      object["meaning"] as? String, equals: ExitStatus(rawValue: Int32(status))?.meaning, "\(name)")
  }

  /// The status of the process wins, which is known later: a success whose coverage is too low has failed. Until then, a
  /// file is a whole object.
  @Test(arguments: [
    (Verdict?.none, 0), (.passed, 0), (.failed(.failed), 1), (.failed(.outstanding), 6),
    (.failed(nil), 1),
  ])
  func theStatusOfTheProcessWins(verdict: Verdict?, status: Int) throws {
    let trial = try ReportTrial()
    let path = trial.folder.appendingPathComponent("summary.json").path
    var context = trial.context
    context.verdicts = PendingVerdicts()
    for target in [path, nil] {
      let reporter = try ReportFormat.summary.reporter(target, context)
      trial.report(Self.passing, to: reporter)
      #expect(reporter.isComplete)
    }
    expect(trial.output, equals: "")
    let early = try Self.object(String(contentsOfFile: path, encoding: .utf8))
    expect(early["status"] as? Int, equals: 0)
    let reasons = status == 1 ? ["9 % of the lines are covered."] : []
    context.verdicts?.reasons = reasons
    context.verdicts?.print(verdict)
    for text in [try String(contentsOfFile: path, encoding: .utf8), trial.output] {
      let object = try Self.object(text)
      expect(object["status"] as? Int, equals: status)
      expect(object["reasons"] as? [String], equals: reasons)
    }
  }

  // MARK: Causes

  @Test func aCauseHasWhatIsNeededToMendIt() throws {
    let row = RowReference(
      name: "free", place: Place(path: "/shop/Tests/prices.csv", line: 14, column: 1),
      values: "price: 0")
    let issue = Issue(
      "Expectation failed: order == delivered\n− left, + right:\n− price: 8\n+ price: 9",
      at: FixtureRun.place(10), isExpected: true,
      context: ExampleContext(at: FixtureRun.place(9), row: row))
    let object = try Self.summary(Self.run(Self.failing("adds", issue)))
    let causes = try #require(object["causes"] as? [Object])
    let cause = try #require(causes.first)
    expect(causes.count, equals: 1)
    expect(cause["count"] as? Int, equals: 1)
    expect(cause["ids"] as? [String], equals: ["Shop/Cart/adds"])
    expect(cause["message"] as? String, equals: "Expectation failed: order == delivered")
    expect(cause["difference"] as? String, equals: "− price: 8\n+ price: 9")
    expect(cause["place"] as? String, equals: "Tests/CartSpec.swift:10:3")
    expect(
      cause["row"] as? [String: String],
      equals: ["name": "free", "place": "Tests/prices.csv:14:1", "values": "price: 0"])
    expect(cause["rerun"] as? String, equals: "exemplar test 'Shop/Cart/adds'")
  }

  /// The groups of the console, the largest first.
  @Test func rowsThatFailAlikeAreOneCause() throws {
    let object = try Self.summary(FixtureRun.long(rows: 5_000))
    let causes = try #require(object["causes"] as? [Object])
    expect(causes.map { $0["count"] as? Int }, equals: [5])
    expect(
      causes[0]["ids"] as? [String],
      equals: [500, 1500, 2500].map { "Shop/Prices/are round/price \($0)" })
    #expect((causes[0]["name"] as? String)?.isEmpty == false)
  }

  @Test func whatFailsOutsideExamplesComesFirst() throws {
    let object = try Self.summary(
      Self.run(
        Self.failing("adds", Issue("too dear", at: FixtureRun.place(4))) + [
          .issue(Issue("the till is open", at: FixtureRun.place(80)))
        ]))
    let causes = try #require(object["causes"] as? [Object])
    expect(causes.map { $0["message"] as? String }, equals: ["the till is open", "too dear"])
    #expect((causes[0]["ids"] as? [String])?.isEmpty == true && causes[0]["name"] == nil)
  }

  @Test func buildErrorsAreApart() throws {
    let errors = (1...12).map { line in
      Event.issue(
        Issue("cannot find 'x\(line)' in scope", at: FixtureRun.place(line), phase: .planning))
    }
    let object = try Self.summary(
      [.issue(Issue("The tests of shop do not build.", phase: .planning))] + errors)
    let found = try #require(object["buildErrors"] as? Object)
    expect(found["count"] as? Int, equals: 12)
    let first = try #require(found["first"] as? [Object])
    expect(first.count, equals: 10)
    expect(
      first[0] as? [String: String],
      equals: ["message": "cannot find 'x1' in scope", "place": "Tests/CartSpec.swift:1:3"])
    let causes = try #require(object["causes"] as? [Object])
    expect(causes.map { $0["message"] as? String }, equals: ["The tests of shop do not build."])
  }

  @Test(arguments: [false, true])
  func vanishedExamplesAreApart(fails: Bool) throws {
    let note = VanishedNote(
      count: 7,
      losses: ["prices.csv lost 4 of 40 examples: a, b", "Shop/Cart lost 3 of 9 examples"])
    var issue = Issue(note.message(since: "the run before", advice: "Look."), phase: .planning)
    issue.isWarning = !fails
    let object = try Self.summary(Self.run([.issue(issue)]))
    let vanished = try #require(object["vanished"] as? Object)
    #expect(vanished["count"] as? Int == 7 && vanished["fails"] as? Bool == fails)
    expect(vanished["losses"] as? [String], equals: note.losses)
    expect(object["status"] as? Int, equals: fails ? 1 : 0)
    expect((object["causes"] as? [Object])?.count, equals: 0)
  }

  // MARK: The schema and the size

  private static func trouble(_ text: String) throws -> String {
    let script = ReportTrial.golden.deletingLastPathComponent()
      .appendingPathComponent("Readers/summary.py").path
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "summary.json")
    let (status, output) = try ReportTrial.run(["python3", script, file.path])
    return status == 0 ? "" : output
  }

  /// 3,000 causes, ids and messages of any length: the size has a limit, and the counts are right.
  private static let huge: [Event] = {
    let long = String(repeating: "\u{1}<\"", count: 50_000)
    let text = String(repeating: "é\u{0}", count: 200)
    var events: [Event] = (0..<40).map {
      .issue(Issue("\(long)\($0)", at: FixtureRun.place($0), isWarning: $0 % 2 == 0))
    }
    for number in 0..<3_000 {
      let row = RowReference(name: text, place: Place(path: text, line: number), values: text)
      let message =
        number < 4 ? "\(number) \(long)\n− left, + right:\n− \(long)" : "\(number) \(text)"
      events += failing(
        number % 3 == 0 ? "\(number) \(text)" : "\(number)",
        Issue(
          message, at: Place(path: "/shop/\(text)", line: number), isExpected: true,
          context: ExampleContext(at: FixtureRun.place(1), row: row)))
    }
    return run(events, examples: 3_000)
  }()

  @Test func theSizeHasALimit() throws {
    let text = try ReportTrial().text(of: .summary, Self.huge)
    #expect(text.utf8.count <= 12_000, "\(text.utf8.count)")
    let object = try Self.object(text)
    let (causes, others) = (
      try #require(object["causes"] as? [Object]), try #require(object["others"] as? [String: Int])
    )
    let shown = causes.compactMap { $0["count"] as? Int }.reduce(0, +)
    expect(shown + (others["failures"] ?? 0), equals: 3_020)
    #expect(causes.count >= 2)
    expect((object["counts"] as? [String: Int])?["failed"], equals: 3_000)
  }

  /// What a validator of JSON schemas, which is not ours, says of summaries of any run; and of wrong ones.
  @Test(.enabled(if: ReportTrial.has("python3", "-c", "import jsonschema")))
  func theSchemaHolds() throws {
    let trial = try ReportTrial()
    trial.facts = [("package", "shop"), ("command", "exemplar test \"é\"")]
    let whole = try trial.text(of: .summary, FixtureRun.whole)
    try expect(Self.trouble(whole), equals: "")
    for events in [
      Self.passing, FixtureRun.silent, FixtureRun.nothing, [], Self.huge,
      FixtureRun.long(rows: 5_000), Array(FixtureRun.events.dropLast(9)),
      FixtureRun.quarantinedHook,
    ] {
      try expect(Self.trouble(ReportTrial().text(of: .summary, events)), equals: "")
    }
    for (part, wrong) in [
      (#""verdict":"failed""#, #""verdict":"passed""#), (#""status":1"#, #""status":7"#),
      (#""causes":["#, #""causes":[{"count":0,"ids":[]},"#), (#""vanished":"#, #""gone":"#),
      (#""version":1"#, #""version":1,"version":1"#), (#""seconds":"#, #""seconds":-"#),
    ] {
      let range = try #require(whole.range(of: part))
      #expect(try Self.trouble(whole.replacingCharacters(in: range, with: wrong)) != "", "\(wrong)")
    }
  }
}
