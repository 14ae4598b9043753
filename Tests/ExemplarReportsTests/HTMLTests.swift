import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// The lines of the run in the page. `Browser/page.py` tests the page itself.
struct HTMLTests {
  private func lines(_ page: String) throws -> [[Any]] {
    let data = try #require(page.split(separator: "id=\"data\">\n", maxSplits: 1).last)
    let text = data.split(separator: "</script>").first ?? ""
    return try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [Any])
    }
  }

  /// Commas and colons in a value do not make columns. Values that have no columns are one cell without a name.
  @Test func hasTheColumnsOfARowAsData() throws {
    let nested = RowColumn("expected", "{value: 1, other: {value: 2}}")
    let rows = [
      RowReference(
        name: "a", values: "cut", columns: [RowColumn("price", "\"8.50\"", read: "8.5"), nested]),
      RowReference(name: "b", values: "(x: 1, y: 2)"), RowReference(name: "c"),
    ]
    let events = rows.flatMap { row in
      let context = ExampleContext(row: row)
      return [
        FixtureRun.started("Prices", row.name),
        FixtureRun.issue("Prices", row.name, is: Issue("torn", context: context)),
        FixtureRun.ended("Prices", row.name, as: .failed(unexpected: true)),
      ]
    }
    let lines = try lines(try ReportTrial().text(of: .html, events)).filter { $0.count == 7 }
    let shown = lines.map { ($0[6] as? [String: Any])?["row"] as? [String: Any] }
    expect(
      shown.map { $0?["columns"] as? [[String]] },
      equals: [
        [["price", "\"8.50\"", "8.5"], ["expected", "{value: 1, other: {value: 2}}"]],
        [["", "(x: 1, y: 2)"]], nil,
      ])
  }

  /// Of pictures that differ, the page has both as data; of other bytes, nothing.
  @Test func hasThePicturesThatDiffer() throws {
    let png = "iVBORw0KGgoAAAAN"
    let values: [(old: String?, new: String, form: ReviewedValue.Form)] = [
      (png + "b", png + "a", .bytes), (nil, "R0lGODlhAQ", .bytes), ("AAAA", "/9j/AA", .bytes),
      (png, "AAAA", .bytes), (png, png, .text),
      (png, png + String(repeating: "A", count: 5_400_000), .bytes),
    ]
    let events = values.enumerated().flatMap { index, value in
      var issue = Issue("It differs.")
      issue.reviewed = ReviewedValue(
        .file, at: Place(path: "/shop/a.png"), named: "a.png", old: value.old, new: value.new,
        form: value.form, isPending: value.old == nil)
      return [
        FixtureRun.started("Charts", "\(index)"), FixtureRun.issue("Charts", "\(index)", is: issue),
        FixtureRun.ended("Charts", "\(index)", as: .failed(unexpected: false)),
      ]
    }
    let lines = try lines(try ReportTrial().text(of: .html, events)).filter { $0.count == 7 }
    let pictures = lines.map { line in
      let issues = (line[6] as? [String: Any])?["issues"] as? [[String: Any]]
      return issues?[0]["pictures"] as? [String: String]
    }
    expect(
      pictures,
      equals: [
        [
          "before": "data:image/png;base64,\(png)b", "now": "data:image/png;base64,\(png)a",
        ], ["now": "data:image/gif;base64,R0lGODlhAQ"], ["now": "data:image/jpeg;base64,/9j/AA"],
        nil, nil, nil,
      ])
  }

  /// Node checks the syntax of the script where it is installed. Tests in a browser run it.
  @Test(.enabled(if: (try? ReportTrial.run(["node", "--version"]))?.status == 0))
  func theScriptIsWellFormed() throws {
    let script = HTMLFold.page.head.split(separator: "<script>")[1].split(separator: "</script>")[0]
    let result = try ReportTrial.run(["node", "--check", "-"], input: String(script))
    expect(result.status, equals: 0, "\(result.output)")
  }

  /// The outcomes of examples in earlier runs come before them, once for all examples that share them.
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
    expect(
      told,
      equals: [
        "2026-03-14T09:26:53Z", "", "pp-", "a passed", "p-", "b passed", "", "new passed",
        "newer passed", "fxs", "c passed",
      ])
    #expect(
      lines[1][1] as? [String] == [
        "1970-01-01T00:00:00Z", "1970-01-01T00:00:01Z", "1970-01-01T00:00:02Z",
      ])
    // One of the earlier runs of the same code failed.
    expect((lines.last?.last as? [String: Any])?["flaky"] as? Bool, equals: true)
    // Short durations are left out.
    let times = lines.compactMap { ($0.last as? [String: Any])?["times"] as? [Double] }
    expect(times, equals: [[1000, 2, 0]])
  }

  /// An example that edits broke, mended and broke again is not flaky, on the page as in `exemplar flaky`.
  @Test(arguments: [
    (["f", "p"], ["1", "2"], "f", false), (["p", "f"], ["1", ReportTrial.code], "f", false),
    (["p"], [ReportTrial.code], "f", true), (["f", "p"], ["1", "1"], "p", true),
    (["p", "p"], [nil, nil], "f", false), (["x"], ["1"], "p", true), (["x"], [nil], "p", true),
    (["q", "s"], [ReportTrial.code, ReportTrial.code], "p", false),
  ])
  func onlyOutcomesOfOneCodeMakeAnExampleFlaky(
    past: [String], codes: [String?], now: String, isFlaky: Bool
  ) throws {
    let outcomes: [String: Outcome] = [
      "p": .passed, "f": .failed(unexpected: false), "x": .flaky, "s": .skipped(reason: ""),
      "q": .quarantined(reason: ""),
    ]
    let trial = try ReportTrial()
    trial.history = FixtureRun.history(past.map { ["a": outcomes[$0]!] }, codes: codes)
    let events = [
      FixtureRun.group("Cart"), FixtureRun.started("Cart", "a"),
      FixtureRun.ended("Cart", "a", as: outcomes[now]!),
    ]
    let details = try lines(trial.text(of: .html, events)).last?.last as? [String: Any]
    expect(details?["flaky"] as? Bool == true, equals: isFlaky)
  }

  /// A page that is sent to others names what ran, even if the run is killed.
  @Test func namesThePackageAndTheCommand() throws {
    let trial = try ReportTrial()
    trial.facts = [("package", "Shop"), ("command", "swift run exemplar test 'a</script>b'")]
    let lines = try lines(try trial.text(of: .html, [.runStart()]))
    expect(
      lines.first { $0[0] as? String == "f" }?.last as? [[String]],
      equals: [["package", "Shop"], ["command", "swift run exemplar test 'a</script>b'"]])
    trial.facts = []
    #expect(try !self.lines(trial.text(of: .html)).contains { $0[0] as? String == "f" })
  }

  /// Nothing in the run can end the script that holds it, and nothing is fetched.
  @Test func standsAlone() throws {
    let page = try ReportTrial().text(of: .html)
    expect(page.components(separatedBy: "</script>").count, equals: 3)
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
        .attachment("cover.png", of: id, size: 3, path: picture.path),
        FixtureRun.ended("A", "x", as: .passed),
      ])
    #expect(page.contains("\"picture\":\"data:image/png;base64,AQID\""))
  }
}
