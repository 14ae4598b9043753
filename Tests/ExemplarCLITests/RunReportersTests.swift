import Exemplar
import ExemplarCore
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Reports hear of a run whatever becomes of it.
struct RunReportersTests {
  /// The events that a report has received, as lines.
  private final class Listener: Reporter {
    let events = Locked<[Event]>([])
    let ends = Locked(0)
    func report(_ event: Event) { events.withLock { $0.append(event) } }
    func finish() { ends.withLock { $0 += 1 } }
  }

  private static let start = Event.runStart(seed: 1)

  @Test func whoHeardNothingIsToldWhy() {
    let listener = Listener()
    let reports = RunReporters([listener])
    reports.finish(orIfSilent: .runDidNotBegin(ExitStatus.interrupted))
    reports.finish(orIfSilent: .nothingRan("There is nothing to run."))
    let issue = Issue("The run was interrupted before it began.", phase: .planning)
    expect(listener.events.withLock { $0 }, equals: [.issue(issue)])
    expect(listener.ends.withLock { $0 }, equals: 1)
  }

  @Test func whoHeardSomethingIsToldNothingElse() {
    let listener = Listener()
    let reports = RunReporters([listener])
    reports.report(Self.start)
    reports.finish(orIfSilent: .nothingRan("There is nothing to run."))
    expect(listener.events.withLock { $0 }, equals: [Self.start])
  }

  /// What the tool says itself stands on the terminal once.
  @Test func theConsoleIsNotTold() {
    let printed = Locked("")
    let reports = RunReporters()
    let console = ConsoleReporter(ReportContext(print: { text in printed.withLock { $0 += text } }))
    reports.add(console, isLive: true, console.report)
    reports.finish(orIfSilent: .nothingRan("There is nothing to run."))
    expect(printed.withLock { $0 }, equals: "")
  }

  /// No report of a run without events is green.
  @Test(arguments: [
    .runDidNotBegin(ExitStatus.interrupted), .runDidNotBegin(ExitStatus.couldNotStart),
    .runDidNotBegin(ExitStatus.nothingRan), .runDidNotBegin(CocoaError(.fileReadNoSuchFile)),
    [Event].nothingRan("No specs were found."),
  ])
  func noReportIsGreen(events: [Event]) async throws {
    let folder = try temporaryFolder()
    let names = ["junit", "xunit", "tap", "ctrf", "swift-testing", "html", "json"]
    let requests = try names.map {
      try ReportRequest("\($0)=\(folder.appendingPathComponent($0).path)", option: "--report")
    }
    RunReporters(try ReportRequest.reporters(for: requests, ReportContext()))
      .finish(orIfSilent: events)
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    for name in ["junit", "xunit"] { #expect(try text(name).contains(#/ errors="[1-9]/#)) }
    #expect(try text("tap").contains("not ok 1"))
    #expect(try text("ctrf").contains(#/"failed":[1-9]/#))
    #expect(try text("swift-testing").contains(#""isFailure":true"#))
    #expect(
      try text("html").contains(#""kind":"failure""#)
        || text("html").contains(#""isSuccess":false"#))
    try expect(text("json").split(separator: "\n").count, equals: events.count)
  }
}
