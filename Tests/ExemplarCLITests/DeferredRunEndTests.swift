import ExemplarCore
import ExemplarLog
import Foundation
import Testing

@testable import ExemplarCLI

/// A run is no success in any report if its processes do not end as they should.
struct DeferredRunEndTests {
  private static let start = Event.runStarted(
    RunStarted(seed: 1, order: .defined, specs: 1, examples: 1))
  private static let issue = ExemplarCore.Issue("It ended with status 3.", cause: .endOfProcess)

  private static func end(failed: Int = 0, runFailures: Int = 0) -> Event {
    var summary = RunSummary(seed: 1)
    (summary.failed, summary.runFailures, summary.finished) = (failed, runFailures, true)
    return .runEnded(summary)
  }

  private static func told(_ events: [Event], _ issue: ExemplarCore.Issue?) -> (
    events: [Event], Bool
  ) {
    var told: [Event] = []
    var deferred = DeferredRunEnd()
    for event in events { deferred.receive(event) { told.append($0) } }
    #expect(told.last != Self.end())
    let isTold = deferred.release(issue ?? deferred.lackOfRepetitions) { told.append($0) }
    deferred.release(issue) { told.append($0) }
    return (told, isTold && issue != nil)
  }

  @Test func whatIsFineIsToldAsItWas() {
    #expect(Self.told([Self.start, Self.end()], nil) == ([Self.start, Self.end()], false))
  }

  @Test func aBadEndFailsTheRun() {
    let issue = Event.issueRecorded(IssueRecorded(id: nil, issue: Self.issue))
    #expect(
      Self.told([Self.start, Self.end()], Self.issue)
        == ([Self.start, issue, Self.end(runFailures: 1)], true))
  }

  @Test func aRunThatFailedHasFailedOnce() {
    let events = [Self.start, Self.end(failed: 1)]
    #expect(Self.told(events, Self.issue) == (events, false))
  }

  @Test func whatIsToldAfterTheEndComesBeforeIt() {
    let late = Event.issueRecorded(IssueRecorded(id: nil, issue: Issue("late")))
    #expect(
      Self.told([Self.start, Self.end(), late], Self.issue)
        == ([Self.start, late, Self.end(runFailures: 1)], false))
  }

  @Test func eachRepetitionHasItsEnd() {
    let events = [Self.start, Self.end(failed: 1), Self.start, Self.end()]
    #expect(Self.told(events, nil) == (events, false))
  }

  @Test func aRunThatNeverEndedIsGivenNoEnd() {
    #expect(Self.told([Self.start], Self.issue) == ([Self.start], false))
  }

  /// A run of which repetitions are missing is no success, however well the last of them went.
  @Test func aRunThatLacksRepetitionsHasFailed() {
    func start(_ repetition: Int) -> Event {
      .runStarted(
        RunStarted(
          seed: 1, order: .defined, specs: 1, examples: 1, repetition: repetition, repetitions: 3))
    }
    let events = [start(1), Self.end(), start(2), Self.end()]
    let issue = Issue("The run ended after repetition 2 of 3.", cause: .endOfProcess)
    #expect(
      Self.told(events, nil)
        == (
          events.dropLast() + [
            .issueRecorded(IssueRecorded(id: nil, issue: issue)), Self.end(runFailures: 1),
          ], false
        ))
    let stopped = [start(1), Self.end(failed: 1)]
    #expect(Self.told(stopped, nil) == (stopped, false))
  }

  /// A log whose process ended badly is shown as a run that failed.
  @Test func aRecordedRunWithABadEndHasFailed() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("worker-1.exlog").path
      let writer = try EventLogWriter(path: path)
      for event in [Self.start, Self.end()] { writer.report(event) }
      writer.finish()
      try EventLogWriter.note(ProcessEnd(.status(3), lastOutput: "bye"), inLogAt: path)
      var events: [Event] = []
      _ = try RecordedLog(path: path).replay { events.append($0) }
      let issue = Issue(
        "The process ended with status 3 after its examples had finished.\nThe last that it wrote:\nbye",
        cause: .endOfProcess)
      #expect(
        events == [
          Self.start, .issueRecorded(IssueRecorded(id: nil, issue: issue)),
          Self.end(runFailures: 1),
        ])
    }
  }
}
