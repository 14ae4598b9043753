import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// Texts of authors look the same with the line ends of Windows, which are one character to Swift.
struct LineEndTests {
  private static func events(_ end: String) -> [Event] {
    var failure = Issue("first\(end)second\(end)third", at: FixtureRun.place(3))
    failure.checkpoint = "opened\(end)the shelf"
    let warning = Issue("odd\(end)twice", at: FixtureRun.place(4), isWarning: true)
    let events: [Event] = [
      .runStart(), FixtureRun.group("Cart"), FixtureRun.started("Cart", "adds"),
      FixtureRun.issue("Cart", "adds", is: failure),
      FixtureRun.issue("Cart", "adds", is: warning),
      FixtureRun.ended("Cart", "adds", as: .failed(unexpected: false)),
      FixtureRun.started("Cart", "syncs"),
      FixtureRun.ended("Cart", "syncs", as: .skipped(reason: "no\(end)network")),
      FixtureRun.groupEnded("Cart", failed: true),
    ]
    return events + [FixtureRun.end(of: events, notReached: 0)]
  }

  private static func console(_ events: [Event]) -> String {
    let text = Locked("")
    let context = ReportContext(
      directory: "/shop", now: { 0 }, print: { part in text.withLock { $0 += part } })
    let reporter = ConsoleReporter(context)
    events.forEach(reporter.report)
    reporter.finish()
    return text.withLock { $0 }
  }

  @Test func theConsoleIndentsEachLine() {
    let text = Self.console(Self.events("\r\n"))
    expect(text, equals: Self.console(Self.events("\n")))
    #expect(text.contains("\n     first\n     second\n     third\n"))
    #expect(text.contains("\n       last checkpoint: opened the shelf\n"))
    #expect(text.contains("skipped: no network\n"))
    #expect(!text.unicodeScalars.contains("\r"))
  }

  @Test(arguments: ["junit", "tap"])
  func reportsHaveTheSameLines(format: String) throws {
    let format = try #require(ReportFormat.all.first { $0.name == format })
    let texts = try ["\r\n", "\n"].map { try ReportTrial().text(of: format, Self.events($0)) }
    #expect(texts[0].contains("second"))
    expect(texts[0], equals: texts[1])
  }
}
