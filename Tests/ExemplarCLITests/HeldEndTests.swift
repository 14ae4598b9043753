import ExemplarCore
import ExemplarLog
import Foundation
import Testing

@testable import ExemplarCLI

/// A run is no success in any report if its processes do not end as they should.
struct HeldEndTests {
  private static let start = Event.runStarted(
    RunStarted(seed: 1, order: .defined, specs: 1, examples: 1))
  private static let issue = ExemplarCore.Issue("It ended with status 3.", cause: .endOfProcess)

  private static func end(failed: Int = 0, runFailures: Int = 0) -> Event {
    var summary = RunSummary(seed: 1)
    (summary.failed, summary.runFailures, summary.finished) = (failed, runFailures, true)
    return .runEnded(summary)
  }

  private static func told(_ events: [Event], _ trouble: ExemplarCore.Issue?) async -> (
    events: [Event], Bool
  ) {
    let told = Locked<[Event]>([])
    let held = HeldEnd(EventSink { event in told.withLock { $0.append(event) } })
    events.forEach { held.note($0) }
    #expect(told.withLock { $0.last } != Self.end())
    let isTold = await held.release(trouble)
    await held.release(trouble)
    return (told.withLock { $0 }, isTold)
  }

  @Test func whatIsFineIsToldAsItWas() async {
    #expect(await Self.told([Self.start, Self.end()], nil) == ([Self.start, Self.end()], false))
  }

  @Test func aBadEndFailsTheRun() async {
    let issue = Event.issueRecorded(IssueRecorded(id: nil, issue: Self.issue))
    #expect(
      await Self.told([Self.start, Self.end()], Self.issue)
        == ([Self.start, issue, Self.end(runFailures: 1)], true))
  }

  @Test func aRunThatFailedHasFailedOnce() async {
    let events = [Self.start, Self.end(failed: 1)]
    #expect(await Self.told(events, Self.issue) == (events, false))
  }

  @Test func whatIsToldAfterTheEndComesBeforeIt() async {
    let late = Event.issueRecorded(IssueRecorded(id: nil, issue: Issue("late")))
    #expect(
      await Self.told([Self.start, Self.end(), late], Self.issue)
        == ([Self.start, late, Self.end(runFailures: 1)], false))
  }

  @Test func eachRepetitionHasItsEnd() async {
    let events = [Self.start, Self.end(failed: 1), Self.start, Self.end()]
    #expect(await Self.told(events, nil) == (events, false))
  }

  @Test func aRunThatNeverEndedIsGivenNoEnd() async {
    #expect(await Self.told([Self.start], Self.issue) == ([Self.start], false))
  }

  /// A run of which repetitions are missing is no success, however well the last of them went.
  @Test func aRunThatLacksRepetitionsHasFailed() async {
    func start(_ repetition: Int) -> Event {
      .runStarted(
        RunStarted(
          seed: 1, order: .defined, specs: 1, examples: 1, repetition: repetition, repetitions: 3))
    }
    let events = [start(1), Self.end(), start(2), Self.end()]
    let issue = Issue("The run ended after repetition 2 of 3.", cause: .endOfProcess)
    #expect(
      await Self.told(events, nil)
        == (
          events.dropLast() + [
            .issueRecorded(IssueRecorded(id: nil, issue: issue)), Self.end(runFailures: 1),
          ], false
        ))
    let stopped = [start(1), Self.end(failed: 1)]
    #expect(await Self.told(stopped, nil) == (stopped, false))
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
        "A process ended with status 3 after its examples had finished.\nThe last that it wrote:\nbye",
        cause: .endOfProcess)
      #expect(
        events == [
          Self.start, .issueRecorded(IssueRecorded(id: nil, issue: issue)),
          Self.end(runFailures: 1),
        ])
    }
  }
}
