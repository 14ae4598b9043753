import ExemplarCore
import ExemplarLog
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// A run is no success in any report if its processes do not end as they should.
struct DeferredRunEndTests {
  private static let start = Event.runStart(seed: 1)
  private static let issue = ExemplarCore.Issue("It ended with status 3.", cause: .endOfProcess)

  private static func end(failed: Int = 0, runFailures: Int = 0) -> Event {
    .runEnd(seed: 1) { ($0.failed, $0.runFailures) = (failed, runFailures) }
  }

  private static func repetition(_ repetition: Int) -> Event {
    .runStart(seed: 1, repetition: repetition, of: 3)
  }

  private static let late = Event.issue(Issue("late"))
  private static let lack = Event.issue(
    Issue("The run ended after repetition 2 of 3.", cause: .endOfProcess))

  /// Events, the issue at their end, and the events that are emitted; `nil` for the same.
  @Test(
    arguments: [
      ([start, end()], nil, nil),
      ([start, end()], issue, [start, .issue(issue), end(runFailures: 1)]),
      // A run that has failed does not fail twice, and one without an end gets none.
      ([start, end(failed: 1)], issue, nil),
      ([start], issue, nil),
      // Events after the end come before it.
      ([start, end(), late], issue, [start, late, end(runFailures: 1)]),
      ([start, end(failed: 1), start, end()], nil, nil),
      // A run that lacks repetitions is not a success, however well the last of them went.
      (
        [repetition(1), end(), repetition(2), end()], nil,
        [repetition(1), end(), repetition(2), lack, end(runFailures: 1)]
      ),
      ([repetition(1), end(failed: 1)], nil, nil),
    ] as [([Event], ExemplarCore.Issue?, [Event]?)])
  func theEndIsWithheld(events: [Event], issue: ExemplarCore.Issue?, emitted: [Event]?) {
    var all: [Event] = []
    var deferred = DeferredRunEnd()
    for event in events { deferred.receive(.event(event)) { $0.forEach { all.append($0) } } }
    #expect(all.last != Self.end())
    let isReported = deferred.release(issue ?? deferred.lackOfRepetitions) {
      $0.forEach { all.append($0) }
    }
    deferred.release(issue) { $0.forEach { all.append($0) } }
    #expect(all == emitted ?? events)
    #expect(isReported == all.contains { $0 == issue.map { Event.issue($0) } || $0 == Self.lack })
  }

  @Test(arguments: [false, true])
  func findingsInSourcesPrecedeEachEnd(isStrict: Bool) async {
    let found = Issue("“shelf” is made by describe", at: Place(path: "Shelf.swift", line: 3))
    let findings = SourceFindings(isStrict: isStrict) { [found] }
    let events = await withCheckedContinuation { continuation in
      // It may wait, which a task must not.
      Thread.detachNewThread {
        var all: [Event] = []
        var deferred = DeferredRunEnd(findings: findings.wait)
        for event in [Self.repetition(1), Self.end(), Self.repetition(2), Self.end()] {
          deferred.receive(.event(event)) { $0.forEach { all.append($0) } }
        }
        deferred.release(nil) { $0.forEach { all.append($0) } }
        continuation.resume(returning: all)
      }
    }
    var issue = found
    issue.isWarning = !isStrict
    let end = Event.runEnd(seed: 1) {
      ($0.warnings, $0.runFailures) = isStrict ? (0, 1) : (1, 0)
    }
    #expect(
      events == [Self.repetition(1), .issue(issue), end, Self.repetition(2), .issue(issue), end])
  }

  /// A log whose process ended badly is shown as a run that failed.
  @Test func aRecordedRunWithABadEndHasFailed() async throws {
    let path = try temporaryFolder().path + "/worker-1.exlog"
    let writer = try EventLogWriter(path: path)
    for event in [Self.start, Self.end()] { writer.report(event) }
    writer.finish()
    try EventLogWriter.record(ProcessEnd(.status(3), lastOutput: "bye"), inLogAt: path)
    var events: [Event] = []
    _ = try RecordedLog(path: path).replay { events.append($0) }
    let issue = Issue(
      "The process ended with status 3 after its examples had finished.\nThe last that it wrote:\nbye",
      cause: .endOfProcess)
    #expect(events == [Self.start, .issue(issue), Self.end(runFailures: 1)])
  }
}
