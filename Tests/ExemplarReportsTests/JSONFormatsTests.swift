import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarReports

/// Formats that are JSON, read back by a parser that is not ours.
struct JSONFormatsTests {
  private typealias Object = [String: Any]

  private func object(_ text: some StringProtocol) throws -> Object {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
  }

  // MARK: CTRF

  /// A report that is written later has the times of its run.
  @Test func ctrfEndsWithTheRun() throws {
    let trial = try ReportTrial()
    let path = trial.folder.appendingPathComponent("ctrf.json").path
    let time = Locked(0.0)
    var context = trial.context
    context.now = { time.withLock { $0 } }
    for events in [FixtureRun.events, FixtureRun.events.dropLast(5)] {
      let reporter = try ReportFormat.ctrf.reporter(path, context)
      for (number, event) in events.enumerated() {
        time.withLock { $0 = 1_000 + Double(number) }
        reporter.report(event)
      }
      time.withLock { $0 = 9_000 }
      reporter.finish()
      let report = try object(try String(contentsOfFile: path, encoding: .utf8))
      let results = try #require(report["results"] as? Object)
      let summary = try #require(results["summary"] as? Object)
      expect(summary["start"] as? Int, equals: 1_000_000)
      expect(summary["stop"] as? Int, equals: (999 + events.count) * 1_000)
      let tests = try #require(results["tests"] as? [Object])
      #expect(tests.allSatisfy { ($0["start"] as? Int ?? 0) < 2_000_000 })
    }
  }

  /// The fields that the schema of CTRF requires, and none that it forbids.
  @Test func ctrfHasTheFieldsOfItsSchema() throws {
    let tests =
      try #require(
        (try object(ReportTrial().text(of: .ctrf))["results"] as? Object)?["tests"] as? [Object])
    let known: Set = [
      "name", "status", "duration", "start", "stop", "suite", "message", "trace", "rawStatus",
      "tags",
      "filePath", "line", "retries", "flaky", "stdout", "attachments", "parameters", "extra",
    ]
    let ids = tests.compactMap { ($0["extra"] as? Object)?["id"] as? String }
    let names = ids.filter { $0.hasPrefix("Shop/Names/") }.map { ExampleID(text: $0).name }
    expect(names.map { Array($0.utf8) }, equals: FixtureRun.awkwardNames.map { Array($0.utf8) })
    for test in tests {
      #expect(Set(test.keys).isSubset(of: known))
      #expect(Set(test.keys).isSuperset(of: ["name", "status", "duration"]))
      expect((test["name"] as? String)?.isEmpty, equals: false)
      #expect(test["duration"] is Int)
    }
  }

  /// What a validator of JSON schemas, which is not ours, says of reports of whole runs, of one that broke off
  /// and of one in which nothing ran; and of reports that are wrong.
  @Test(.enabled(if: ReportTrial.has("python3", "-c", "import jsonschema")))
  func ctrfIsValid() throws {
    let script = ReportTrial.golden.deletingLastPathComponent()
      .appendingPathComponent("Readers/ctrf.py").path
    func trouble(_ text: String) throws -> String {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(
        "\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(text.utf8).write(to: file)
      let (status, output) = try ReportTrial.run(["python3", script, file.path])
      return status == 0 ? "" : output
    }
    let whole = try ReportTrial().text(of: .ctrf)
    try expect(trouble(whole), equals: "")
    try expect(trouble(ReportTrial().text(of: .ctrf, FixtureRun.long(rows: 2000))), equals: "")
    try expect(
      trouble(ReportTrial().text(of: .ctrf, Array(FixtureRun.events.dropLast(9)))), equals: "")
    try expect(trouble(ReportTrial().text(of: .ctrf, [])), equals: "")
    for (part, wrong) in [
      (#""status":"passed""#, #""status":"fine""#), (#""status":"passed""#, #""status":"failed""#),
      (#""flaky":true"#, #""flakey":true"#), (#""flaky":true"#, #""flaky":true,"flaky":true"#),
      (#""specVersion":"1.0.0""#, #""specVersion":"1""#), (#""start":"#, #""start":0."#),
    ] {
      let range = try #require(whole.range(of: part))
      #expect(try trouble(whole.replacingCharacters(in: range, with: wrong)) != "", "\(wrong)")
    }
  }

  // MARK: Swift Testing's event stream

  /// Each repetition counts for itself.
  @Test func aRepetitionThatWasCutShortHasNotPassed() throws {
    let events = FixtureRun.repeated
    let second = try #require(events.lastIndex { if case .runStarted = $0 { true } else { false } })
    let whole = Array(events[second...])
    let text = try ReportTrial().text(of: .swiftTesting, Array(whole + whole.dropLast(3)))
    let end = try #require(text.split(separator: "\n").last)
    #expect(end.contains("runEnded") && end.contains("examples failed."))
  }

  /// Each function has the form of id by which editors find it in its file.
  @Test func theEventStreamHasIdsThatEditorsRead() throws {
    let ids = try ReportTrial().text(of: .swiftTesting).split(separator: "\n").map(object)
      .compactMap { $0["payload"] as? Object }
      .filter { $0["kind"] as? String == "function" }.compactMap { $0["id"] as? String }
    #expect(ids.contains("Shop.Cart/adds()/CartSpec.swift:9:3"))
    #expect(ids.contains("Shop.Prices/are right(_:)/CartSpec.swift:1:3"))
    #expect(
      ids.allSatisfy {
        $0.wholeMatch(of: #/[^.\/]+\.[^\/]+(\/[^\/]+)*\((_:)?\)\/[^\/]+\.swift:\d+:\d+/#) != nil
      },
      "\(ids)")
    expect(Set(ids).count, equals: ids.count)
  }

  // MARK: Timeline

  @Test func theTimelineHoldsWhatTheEventsTell() throws {
    let trace = try object(try ReportTrial().text(of: .timeline))
    let entries = try #require(trace["traceEvents"] as? [Object])
    let spans = entries.filter { $0["ph"] as? String == "X" }
    let ended = FixtureRun.events.count { if case .exampleEnded = $0 { true } else { false } }
    expect(spans.filter { $0["cat"] as? String == "example" }.count, equals: ended)
    expect(spans.filter { $0["cat"] as? String == "hooks" }.count, equals: 2)
    // On one lane, spans lie in one another or apart, else nobody could draw them.
    let lanes = Dictionary(grouping: spans) { $0["tid"] as? Int ?? 0 }
    expect(lanes.count, equals: 2)
    for spans in lanes.values {
      let ranges = spans.map { span -> (Double, Double) in
        let begin = (span["ts"] as? NSNumber)?.doubleValue ?? -1
        return (begin, begin + ((span["dur"] as? NSNumber)?.doubleValue ?? 0))
      }
      for a in ranges {
        for b in ranges where a.0 < b.0 { #expect(b.0 >= a.1 || b.1 <= a.1) }
      }
    }
  }
}
