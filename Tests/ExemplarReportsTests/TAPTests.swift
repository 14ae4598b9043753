import ExemplarCore
import Foundation
import Testing

@testable import ExemplarReports

struct TAPTests {
  @Test func holdsWhatTheEventsTell() throws {
    let lines = try ReportTrial().text(of: .tap).split(separator: "\n")
    let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    let summary = FixtureCounts.summary
    let all = FixtureCounts.examples + FixtureCounts.outside
    #expect(lines.first == "TAP version 13")
    #expect(lines.last == "1..\(all)")
    #expect(points.count == all)
    let todo = points.filter { $0.contains(" # TODO") }
    #expect(todo.count == summary.pending)
    #expect(
      points.filter { $0.hasPrefix("not ok") }.count - todo.count
        == summary.failed + FixtureCounts.outside)
    #expect(points.filter { $0.contains(" # SKIP") }.count == summary.skipped + summary.blocked)
  }

  /// Perl's reader finds the same, and takes no name for a directive.
  @Test(.enabled(if: ReportTrial.has("prove", "--version")))
  func isReadByProve() throws {
    let trial = try ReportTrial()
    let file = trial.folder.appendingPathComponent("run.tap")
    try Data(trial.text(of: .tap).utf8).write(to: file)
    let result = try ReportTrial.run(["prove", "--exec", "cat", file.path])
    let summary = FixtureCounts.summary
    #expect(result.status != 0)
    #expect(
      result.output.contains(
        "Failed \(summary.failed + FixtureCounts.outside)/"
          + "\(FixtureCounts.examples + FixtureCounts.outside) subtests"),
      "\(result.output)")
    #expect(result.output.contains("less \(summary.skipped + summary.blocked) skipped subtests"))
  }

  @Test(.enabled(if: ReportTrial.has("prove", "--version")))
  func aRunThatPassedIsASuccessForProve() throws {
    let trial = try ReportTrial()
    let file = trial.folder.appendingPathComponent("run.tap")
    try Data(trial.text(of: .tap, FixtureRun.long(rows: 20)).utf8).write(to: file)
    let result = try ReportTrial.run(["prove", "--exec", "cat", file.path])
    #expect(result.status == 0 && result.output.contains("Result: PASS"), "\(result.output)")
  }

  @Test(.enabled(if: ReportTrial.has("prove", "--version")))
  func aRunThatBrokeOffIsNoSuccess() throws {
    let trial = try ReportTrial()
    let file = trial.folder.appendingPathComponent("run.tap")
    let events = [
      FixtureRun.events[0], FixtureRun.group("A"), FixtureRun.started("A", "x"),
      FixtureRun.ended("A", "x", as: .passed), FixtureRun.started("A", "y"),
    ]
    let whole = try trial.text(of: .tap, events)
    #expect(whole.hasSuffix("Bail out! The run did not finish. This was running: A › y\n"))
    let killed = try ReportTrial().text(of: .tap, events, finishes: false)
    for text in [whole, killed] {
      try Data(text.utf8).write(to: file)
      #expect(try ReportTrial.run(["prove", "--exec", "cat", file.path]).status != 0)
    }
  }

  @Test func goesToTheStandardOutputByItself() throws {
    let trial = try ReportTrial()
    let request = try ReportRequest("tap", option: "--report")
    #expect(request.replacesConsole)
    trial.report(
      FixtureRun.events, to: try ReportRequest.reporters(for: [request], trial.context)[0])
    #expect(trial.output == (try ReportTrial().text(of: .tap)))
  }
}
