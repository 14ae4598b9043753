import ExemplarCore
import Foundation
import Testing

@testable import ExemplarReports

/// What the page looks like is tried in a browser, by `Browser/page.py`.
struct HTMLTests {
  private func lines(_ page: String) throws -> [[Any]] {
    let data = try #require(page.split(separator: "id=\"data\">\n", maxSplits: 1).last)
    let text = data.split(separator: "</script>").first ?? ""
    return try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [Any])
    }
  }

  @Test func holdsWhatTheEventsTell() throws {
    let lines = try lines(try ReportTrial().text(of: .html))
    let states = lines.filter { $0[0] as? String == "e" }.compactMap { $0[3] as? String }
    let summary = FixtureCounts.summary
    let counts = [
      "passed": summary.passed, "failed": summary.failed, "flaky": summary.flaky,
      "skipped": summary.skipped, "pending": summary.pending, "blocked": summary.blocked,
    ]
    #expect(states.count == FixtureCounts.examples)
    for (state, count) in counts { #expect(states.filter { $0 == state }.count == count) }
  }

  /// What became of examples in earlier runs stands before them, and once for all that have the same past.
  @Test func tellsOfEarlierRuns() throws {
    let trial = try ReportTrial()
    trial.history = FixtureRun.history([
      ["a": .passed, "c": .failed(unexpected: true)],
      ["a": .passed, "b": .passed, "c": .flaky], ["c": .skipped(reason: "")],
    ])
    var events = [FixtureRun.group("Cart")]
    for name in ["a", "b", "new", "newer", "c"] {
      events += [FixtureRun.started("Cart", name), FixtureRun.ended("Cart", name, as: .passed)]
    }
    let lines = try lines(try trial.text(of: .html, events)).filter { $0[0] as? String != "g" }
    let told = lines.map { $0.dropFirst().compactMap { $0 as? String }.joined(separator: " ") }
    #expect(
      told == [
        "2026-03-14T09:26:53Z", "", "pp-", "a passed", "p-", "b passed", "", "new passed",
        "newer passed", "fxs", "c passed",
      ])
    #expect(
      lines[1][1] as? [String] == [
        "1970-01-01T00:00:00Z", "1970-01-01T00:00:01Z", "1970-01-01T00:00:02Z",
      ])
    // Only of what takes long is said how long it took.
    let times = lines.compactMap { ($0.last as? [String: Any])?["times"] as? [Double] }
    #expect(times == [[1000, 2, 0]])
  }

  /// Nothing in the run can end the script that holds it, and nothing is fetched.
  @Test func standsAlone() throws {
    let page = try ReportTrial().text(of: .html)
    #expect(page.components(separatedBy: "</script>").count == 3)
    #expect(!page.contains("src=\"http"))
    #expect(!page.contains("@import"))
    #expect(page.contains("default-src 'none'"))
  }

  @Test func picturesStandInThePage() throws {
    let trial = try ReportTrial()
    let picture = trial.folder.appendingPathComponent("cover.png")
    try Data([1, 2, 3]).write(to: picture)
    let id = FixtureRun.id("A", "x")
    let page = try trial.text(
      of: .html,
      [
        FixtureRun.group("A"), FixtureRun.started("A", "x"),
        .attachmentRecorded(
          AttachmentRecorded(id: id, name: "cover.png", size: 3, path: picture.path)),
        FixtureRun.ended("A", "x", as: .passed),
      ])
    #expect(page.contains("\"picture\":\"data:image/png;base64,AQID\""))
  }
}
