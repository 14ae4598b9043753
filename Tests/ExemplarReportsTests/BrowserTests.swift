import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarReports

/// The page in a browser: opened, filtered, opened and closed by keys, the line copied, looked at by axe, on a
/// desk and on a phone, in the light and in the dark, and with 100,000 rows.
///
/// Needs Chromium, and playwright and axe-playwright-python from PyPI.
@Test(
  .enabled(
    if: ReportTrial.needsReaders
      || ProcessInfo.processInfo.environment["EXEMPLAR_SLOW_TESTS"] == "1"),
  .enabled(
    if: ReportTrial.has("python3", "-c", "import playwright, axe_playwright_python")
      && ReportTrial.has("chromium", "--version")))
func thePageWorksInABrowser() throws {
  let (fixture, large, repeated) = (try ReportTrial(), try ReportTrial(), try ReportTrial())
  let others = try (1...4).map { _ in try ReportTrial() }
  let passed = Outcome.passed
  let failed = Outcome.failed(unexpected: false)
  // Of code before this one, so that a failure after them can be new.
  fixture.history = FixtureRun.history(
    [
      ["is empty": passed, "adds": passed, "pays": failed, "syncs": passed, "waits": failed],
      ["is empty": failed, "adds": passed, "pays": passed, "waits": failed],
    ], codes: ["earlier", "earlier"])
  // The third takes over after the first has exited.
  var isGone = false
  fixture.worker = { event in
    switch event {
    case .groupStarted(let group): return group.id.name == "Cart" ? 1 : isGone ? 3 : 2
    case .exampleStarted(let start): return start.id.spec.name == "Cart" ? 1 : isGone ? 3 : 2
    case .exampleEnded(let end): return end.id.spec.name == "Cart" ? 1 : isGone ? 3 : 2
    case .issueRecorded(let record) where record.issue.cause == .endOfProcess:
      isGone = true
      return 2
    default: return 2
    }
  }
  let pages = try [
    (fixture, FixtureRun.events), (large, FixtureRun.long(rows: 100_000)),
    (repeated, FixtureRun.repeated),
    (others[0], FixtureRun.nothing), (others[1], FixtureRun.silent),
    (others[2], FixtureRun.cutShort), (others[3], FixtureRun.failedLate),
  ].map { trial, events in
    let page = trial.folder.appendingPathComponent("page.html")
    try Data(trial.text(of: .html, events).utf8).write(to: page)
    return page.path
  }
  let script = ReportTrial.golden.deletingLastPathComponent()
    .appendingPathComponent("Browser/page.py").path
  let result = try ReportTrial.run(["python3", script] + pages)
  expect(result.status, equals: 0, "\(result.output)")
  withExtendedLifetime(others) {}
}
