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

  @Test func isAsReviewed() throws {
    let page = try ReportTrial().text(of: .html)
    let data = try #require(page.split(separator: "id=\"data\">\n", maxSplits: 1).last)
    try ReportTrial.expectGolden(String(data), "html.txt")
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
