import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct JUnitTests {
  private let trial: ReportTrial
  private let text: String

  init() throws {
    trial = try ReportTrial()
    text = try trial.text(of: .junit)
  }

  /// The report may go to the standard output of a job.
  @Test func noLineIsACommandOfGitHub() throws {
    let id = FixtureRun.id("Cart", "adds")
    let evil = "one\n::error::two\n  :::three"
    let events: [Event] = [
      FixtureRun.events[0], FixtureRun.group("Cart"), FixtureRun.started("Cart", "adds"),
      .issue(Issue(evil), of: id),
      .attachment("log", of: id, size: 1, text: evil),
      FixtureRun.ended("Cart", "adds", as: .failed(unexpected: true)),
      .groupEnd(FixtureRun.id("Cart")),
    ]
    let text = try ReportTrial().text(of: .junit, events + [FixtureRun.end(of: events)])
    #expect(!text.contains(#/\n\s*::/#), "\(text)")
    let document = try XMLDocument(xmlString: text)
    let texts = try document.nodes(forXPath: "//error | //system-out").compactMap(\.stringValue)
    expect(texts.count { $0.contains(evil) }, equals: 2, "\(texts)")
  }

  /// Names come back as they were: what XML cannot hold is written so that it can be told apart.
  @Test func namesComeBack() throws {
    let names = try JUnitCases(text).cases.filter { $0.classname == "Shop.Names" }.map(\.name)
    let back = names.map { name in
      name.replacing(#/\\u\{([0-9A-F]+)\}/#) { match in
        String(UnicodeScalar(UInt32(match.output.1, radix: 16)!)!)
      }
    }
    expect(back.map { Array($0.utf8) }, equals: FixtureRun.awkwardNames.map { Array($0.utf8) })
  }

  @Test(.enabled(if: ReportTrial.has("xmllint", "--version")))
  func isValid() throws {
    let schema = ReportTrial.golden.appendingPathComponent("junit.xsd").path
    for format in [ReportFormat.junit, .xunit] {
      let text = try ReportTrial().text(of: format)
      let result = try ReportTrial.run(
        ["xmllint", "--noout", "--schema", schema, "-"], input: text)
      expect(result.status, equals: 0, "\(result.output)")
    }
    let invalid = text.replacing("<skipped ", with: "<skiped ")
    #expect(
      try ReportTrial.run(["xmllint", "--noout", "--schema", schema, "-"], input: invalid).status
        != 0)
  }

  /// A reader of others finds the same.
  @Test(.enabled(if: ReportTrial.has("python3", "-c", "import junitparser")))
  func isReadByOthers() throws {
    let script = """
      import junitparser, sys
      xml = junitparser.JUnitXml.fromstring(sys.stdin.buffer.read())
      cases = [case for suite in xml for case in suite]
      kinds = [type(r).__name__ for case in cases for r in case.result]
      print(len(cases), xml.tests, sum(s.tests for s in xml), kinds.count("Failure"),
        kinds.count("Error"), kinds.count("Skipped"))
      """
    let result = try ReportTrial.run(["python3", "-c", script], input: text)
    expect(result.output, equals: "34 34 34 8 6 9\n")
  }

  /// A report that is read during the run, or after the process was killed, states that the run is incomplete.
  @Test(arguments: [0, 1, 6, 24, 60, 90])
  func isADocumentAtAnyTime(count: Int) throws {
    let events = Array(FixtureRun.events.prefix(count))
    // Each event comes a second after the last, so that all of them are written.
    let trial = try ReportTrial()
    let path = trial.folder.appendingPathComponent("killed.xml").path
    var context = trial.context
    let time = Locked(0.0)
    context.now = {
      time.withLock {
        $0 += 1; return $0
      }
    }
    let reporter = try ReportFormat.junit.reporter(path, context)
    trial.report(events, to: reporter, finishes: false)
    let document = try JUnitCases(String(contentsOfFile: path, encoding: .utf8))
    expect(document.cases.last?.name, equals: "issue 1")
    expect(document.cases.last?.verdict, equals: "error")
    let ended = events.filter { if case .exampleEnded = $0 { true } else { false } }.count
    expect(document.cases.filter { !$0.classname.hasSuffix("/") }.count, equals: ended + 1)
    reporter.finish()
    try expect(
      String(contentsOfFile: path, encoding: .utf8).contains("did not finish"), equals: count > 0)
  }

  /// The rest of a longer, earlier report would be read as a part of this one.
  @Test func isSplitWhereAskedAndReplacesThePartsOfAnEarlierRun() throws {
    let trial = try ReportTrial()
    let path = trial.folder.appendingPathComponent("part-{n}.xml").path
    func write(limit: Int) throws {
      let fold = try JUnitFold(path: path, limit: limit, trial.context)
      trial.report(
        FixtureRun.events, to: try FoldReporter(fold, path: "-", opensFile: false, trial.context))
    }
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: trial.folder.path).sorted()
    }
    try write(limit: 4000)
    try expect(files(), equals: ["part-1.xml", "part-2.xml", "part-3.xml", "part-4.xml"])
    let cases = try files().flatMap { file in
      try JUnitCases(String(contentsOf: trial.folder.appendingPathComponent(file), encoding: .utf8))
        .cases
    }
    expect(cases.map(\.name), equals: try JUnitCases(text).cases.map(\.name))
    // The output of others stays.
    let other = trial.folder.appendingPathComponent("part-5.xml")
    try Data("<testsuites/>".utf8).write(to: other)
    try write(limit: JUnitFile.usualLimit)
    try expect(files(), equals: ["part-1.xml", "part-5.xml"])
  }

  /// A document that is read between two repetitions, or after the process was killed there, is of no success.
  @Test func aRunIsNotOverBetweenRepetitions() throws {
    let trial = try ReportTrial()
    let path = trial.folder.appendingPathComponent("killed.xml").path
    let reporter = try ReportFormat.junit.reporter(path, trial.context)
    let start = RunStarted(
      seed: 7, order: .random, specs: 1, examples: 1, repetition: 1, repetitions: 2)
    var summary = RunSummary(seed: 7)
    summary.finished = true
    trial.report([.runStarted(start), .runEnded(summary)], to: reporter, finishes: false)
    try expect(JUnitCases(String(contentsOfFile: path, encoding: .utf8)).cases.count, equals: 1)
    var second = start
    second.repetition = 2
    trial.report([.runStarted(second), .runEnded(summary)], to: reporter)
    #expect(try JUnitCases(String(contentsOfFile: path, encoding: .utf8)).cases.isEmpty)
  }

  /// Repetitions have the same names; CI systems drop what they take for seen.
  @Test func repetitionsStayApart() throws {
    let second = FixtureRun.events.map { event -> Event in
      guard case .runStarted(var start) = event else { return event }
      start.repetition = 2
      return .runStarted(start)
    }
    let all = try JUnitCases(ReportTrial().text(of: .junit, FixtureRun.events + second)).cases
    expect(all.count, equals: 70)
    expect(Set(all.map { [$0.classname, $0.name] }).count, equals: all.count)
  }

  @Test func aNameOfAMegabyteIsWhole() throws {
    let name = String(repeating: "long \u{0} name <", count: 80_000)
    let events = [
      FixtureRun.group("A"), FixtureRun.started("A", name),
      FixtureRun.ended("A", name, as: .passed),
    ]
    let text = try ReportTrial().text(of: .junit, events)
    let found = try #require(try JUnitCases(text).cases.first?.name)
    expect(found.replacing("\\u{0}", with: "\u{0}"), equals: name)
  }
}
