import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// Every format on the same runs: as reviewed, and read back by a parser that is not ours, with the counts of the
/// events.
struct FormatsTests {
  /// A run that holds everything, one in which nothing ran, and one that did not begin.
  static let runs = [
    "": FixtureRun.whole, "nothing": FixtureRun.nothing, "silent": FixtureRun.silent,
  ]

  /// The formats that are one text, by the names of their golden files.
  static let formats = Dictionary(
    uniqueKeysWithValues: ReportFormat.all.filter { format in
      !(ReportFormat.console + [.github, .log]).contains { $0.name == format.name }
    }.map { ($0.path ?? "\($0.name).txt", $0) })

  @Test(arguments: formats.keys.sorted(), runs.keys.sorted())
  func isAsReviewed(file: String, run: String) throws {
    let events = try #require(Self.runs[run])
    var text = try ReportTrial().text(of: try #require(Self.formats[file]), events)
    // The page around the run is the same for all.
    if file == "report.html" { text = String(try #require(text.split(separator: Self.mark).last)) }
    try ReportTrial.expectGolden(text, run.isEmpty ? file : "\(run)-\(file)")
  }

  @Test(arguments: runs.keys.sorted())
  func gitHubIsAsReviewed(run: String) throws {
    let (output, summary) = try ReportTrial().gitHub(try #require(Self.runs[run]))
    let prefix = run.isEmpty ? "" : "\(run)-"
    try ReportTrial.expectGolden(output, "\(prefix)github.txt")
    try ReportTrial.expectGolden(summary, "\(prefix)github.md")
  }

  @Test(arguments: formats.keys.sorted().filter { $0 != "timeline.json" }, runs.keys.sorted())
  func holdsWhatTheEventsTell(file: String, run: String) throws {
    let events = try #require(Self.runs[run])
    let text = try ReportTrial().text(of: try #require(Self.formats[file]), events)
    let expected = EntryCounts(events)
    switch file {
    case "events.jsonl":
      let lines = text.split(separator: "\n").map { Data($0.utf8) }
      try expect(lines, equals: events.map { try EventLine.encode($0) })
      try expect(EntryCounts(lines.map { try EventLine.decode($0) }), equals: expected)
    case "event-stream.jsonl":
      try expect(Self.failures(inEventStream: text), equals: failures(events))
    default:
      let counts =
        switch file {
        case "junit.xml", "xunit.xml": try Self.counts(ofJUnit: text)
        case "tap.txt": Self.counts(ofTAP: text)
        case "ctrf-report.json": try Self.counts(ofCTRF: text)
        case "summary.json": try Self.counts(ofSummary: text)
        default: try Self.counts(ofPage: text)
        }
      expect(counts, equals: expected)
    }
  }

  /// The tables of the summary have the counts, and none is green.
  @Test(arguments: runs.keys.sorted())
  func gitHubHoldsWhatTheEventsTell(run: String) throws {
    let events = try #require(Self.runs[run])
    let (_, summary) = try ReportTrial().gitHub(events)
    var counts = EntryCounts(passed: 0, failed: 0, leftOut: 0, outside: 0)
    let lines = summary.split(separator: "\n")
    for (index, line) in lines.enumerated() where line.hasPrefix("|-:|") {
      func cells(_ line: Substring) -> [String] {
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      for (name, value) in zip(cells(lines[index - 1]), cells(lines[index + 1])) {
        let value = Int(value) ?? 0
        switch name {
        case "passed", "flaky": counts.passed += value
        case "failed": counts.failed += value
        case "quarantined", "skipped", "pending", "blocked": counts.leftOut += value
        case "outside examples": counts.outside += value
        default: break
        }
      }
    }
    // That a run stopped, did not finish or had nothing to run stands below the table.
    let below = summary.components(separatedBy: "<b>The run</b>").count - 1
    let issues = events.count { event in
      if case .issueRecorded(let record) = event {
        record.id == nil && record.issue.isFailure
      } else {
        false
      }
    }
    counts.outside += below - issues
    expect(counts, equals: EntryCounts(events))
    #expect(!summary.contains("✅"))
  }

  /// A run that breaks off before it is repeated has failed, however well the next one goes.
  @Test(arguments: formats.keys.sorted().filter { $0 != "timeline.json" })
  func aRunThatBrokeOffBeforeAnotherHasFailed(file: String) throws {
    let start = { (repetition: Int) -> Event in
      .runStart(order: .random, repetition: repetition, of: 2)
    }
    let example = [
      FixtureRun.group("A"), FixtureRun.started("A", "x"),
      FixtureRun.ended("A", "x", as: .passed), .groupEnd(FixtureRun.id("A")),
    ]
    var summary = RunSummary(seed: 7)
    (summary.executed, summary.passed, summary.finished) = (1, 1, true)
    let events = [start(1)] + example + [start(2)] + example + [.runEnded(summary)]
    let text = try ReportTrial().text(of: try #require(Self.formats[file]), events)
    switch file {
    case "events.jsonl": break
    case "report.html":
      // The program of the page finds the beginning of a run that follows one without an end.
      expect(text.components(separatedBy: "[\"z\",").count, equals: 2)
      expect(text.components(separatedBy: "[\"s\",").count, equals: 3)
    default: #expect(text.components(separatedBy: "The run did not finish.").count >= 2)
    }
    let (_, told) = try ReportTrial().gitHub(events)
    expect(told.components(separatedBy: "❌").count, equals: 2)
  }

  // MARK: Reading back

  private static let mark = "id=\"data\">\n"

  private static func object(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private static func counts(ofJUnit text: String) throws -> EntryCounts {
    let document = try JUnitCases(text)
    var counts = EntryCounts(passed: 0, failed: 0, leftOut: 0, outside: 0)
    for entry in document.cases {
      switch entry.verdict {
      case nil: counts.passed += 1
      case "skipped": counts.leftOut += 1
      default:
        let isOutside = entry.classname == "(run)" || entry.classname.hasSuffix("/")
        if isOutside { counts.outside += 1 } else { counts.failed += 1 }
      }
    }
    // The head has the same counts as the cases.
    let all = document.cases
    expect(
      document.counts.prefix(3),
      equals: [
        "\(all.count)", "\(all.filter { $0.verdict == "failure" }.count)",
        "\(all.filter { $0.verdict == "error" }.count)",
      ])
    return counts
  }

  private static func counts(ofTAP text: String) -> EntryCounts {
    var counts = EntryCounts(passed: 0, failed: 0, leftOut: 0, outside: 0)
    for line in text.split(separator: "\n") {
      let isOK = line.hasPrefix("ok ")
      if isOK || line.hasPrefix("not ok ") {
        if line.contains(" # SKIP") || line.contains(" # TODO") {
          counts.leftOut += 1
        } else if isOK {
          counts.passed += 1
        } else if line.contains(" › ") && !line.hasSuffix("(hooks)") {
          counts.failed += 1
        } else {
          counts.outside += 1
        }
      }
      if line.hasPrefix("Bail out!") { counts.outside += 1 }
    }
    return counts
  }

  private static func counts(ofCTRF text: String) throws -> EntryCounts {
    let results = try #require(try object(text)["results"] as? [String: Any])
    let tests = try #require(results["tests"] as? [[String: Any]])
    let summary = try #require(results["summary"] as? [String: Any])
    var counts = EntryCounts(passed: 0, failed: 0, leftOut: 0, outside: 0)
    for test in tests {
      switch test["status"] as? String {
      case "passed": counts.passed += 1
      case "failed":
        if test["rawStatus"] == nil { counts.outside += 1 } else { counts.failed += 1 }
      default: counts.leftOut += 1
      }
    }
    expect(summary["tests"] as? Int, equals: tests.count)
    expect(summary["passed"] as? Int, equals: counts.passed)
    expect(summary["failed"] as? Int, equals: counts.failed + counts.outside)
    return counts
  }

  private static func counts(ofSummary text: String) throws -> EntryCounts {
    let object = try object(text)
    let counts = try #require(object["counts"] as? [String: Int])
    func sum(_ names: String...) -> Int { names.reduce(0) { $0 + (counts[$1] ?? -1) } }
    return EntryCounts(
      passed: sum("passed", "flaky"), failed: sum("failed"),
      leftOut: sum("quarantined", "skipped", "pending", "blocked"),
      outside: sum("groupFailures", "runFailures") + ((object["reasons"] as? [String])?.count ?? -1)
    )
  }

  private static func counts(ofPage text: String) throws -> EntryCounts {
    let data = try #require(text.split(separator: mark).last).split(separator: "</script>")[0]
    var counts = EntryCounts(passed: 0, failed: 0, leftOut: 0, outside: 0)
    var hasEnd = false
    for line in data.split(separator: "\n") {
      let line = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      let details = line.last as? [String: Any]
      switch line[0] as? String {
      case "s": hasEnd = false
      case "e":
        switch line[3] as? String {
        case "passed", "flaky": counts.passed += 1
        case "failed": counts.failed += 1
        default: counts.leftOut += 1
        }
      case "G": counts.outside += details?["failed"] as? Bool == true ? 1 : 0
      case "i":
        let issues = details?["issues"] as? [[String: Any]] ?? []
        counts.outside += issues.count { $0["kind"] as? String == "failure" }
      case "z":
        hasEnd = true
        counts.outside += (details?["troubles"] as? [String])?.count ?? 0
      default: break
      }
    }
    if !hasEnd { counts.outside += 1 }
    return counts
  }

  /// How many failures were recorded, and how many runs ended with which words: the event stream has no verdict
  /// for a row.
  private static func failures(inEventStream text: String) throws -> [String] {
    var failures = 0
    var ends: [String] = []
    for line in text.split(separator: "\n") {
      guard let payload = try object(line)["payload"] as? [String: Any] else { continue }
      if let issue = payload["issue"] as? [String: Any], issue["isFailure"] as? Bool == true {
        failures += 1
      }
      if payload["kind"] as? String == "runEnded" {
        let messages = payload["messages"] as? [[String: Any]]
        ends.append("\(messages?.first?["symbol"] ?? "")")
      }
    }
    return ["\(failures)"] + ends
  }

  private func failures(_ events: [Event]) -> [String] {
    let recorded = events.count { event in
      if case .issueRecorded(let record) = event { record.issue.isFailure } else { false }
    }
    var summary = RunSummary(seed: 0)
    var troubles = 0
    var ends: [String] = []
    for event in events {
      if case .runStarted(let start) = event { summary = RunSummary(seed: start.seed) }
      summary.count(event)
      guard case .runEnded = event else { continue }
      troubles += summary.troublesOfRun.count
      ends.append(summary.isSuccess ? "pass" : "fail")
    }
    if ends.isEmpty { (troubles, ends) = (summary.troublesOfRun.count, ["fail"]) }
    return ["\(recorded + troubles)"] + ends
  }
}
