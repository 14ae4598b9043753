import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import Testing

@testable import ExemplarCLI

/// What failed in some run and has not passed since, which is what `--only-failures` runs.
struct UnresolvedFailuresTests {
  private static let till = ExampleID(["Shop", "The till"])

  /// A run; of a part of the examples, if some were not selected.
  private static func run(
    _ outcomes: [(String, Outcome)], notSelected: Int = 0, failing group: Bool = false,
    finished: Bool = true
  ) -> [Event] {
    var events: [Event] = [
      .runStarted(
        RunStarted(
          seed: 1, order: .defined, specs: 1, examples: outcomes.count, notSelected: notSelected)),
      .groupStarted(GroupStarted(id: till, place: Place(path: "Till.swift"))),
    ]
    for (name, outcome) in outcomes {
      let id = till.appending(name)
      events += [
        .exampleStarted(ExampleStarted(id, ExampleContext())),
        .exampleEnded(ExampleEnded(id: id, outcome: outcome)),
      ]
    }
    guard finished else {
      return events + [.exampleStarted(ExampleStarted(till.appending("sinks"), ExampleContext()))]
    }
    var summary = RunSummary(seed: 1)
    summary.finished = true
    return events + [.groupEnded(GroupEnded(id: till, failed: group)), .runEnded(summary)]
  }

  private static func outstanding(after runs: [Event]...) -> Set<String> {
    var outstanding = UnresolvedFailures()
    for (number, events) in runs.enumerated() {
      var verdicts = Verdicts(since: outstanding)
      for event in events { verdicts.note(event) }
      outstanding.count(verdicts, ofRun: "\(number)")
    }
    return outstanding.ids
  }

  private static let failed = Outcome.failed(unexpected: false)

  @Test func whatFailsIsOutstandingUntilItPasses() {
    let first = Self.run([("opens", Self.failed), ("jams", Self.failed), ("rings", .passed)])
    #expect(Self.outstanding(after: first) == ["Shop/The till/opens", "Shop/The till/jams"])
    #expect(
      Self.outstanding(after: first, Self.run([("opens", .passed)], notSelected: 2))
        == ["Shop/The till/jams"])
    #expect(
      Self.outstanding(after: first, Self.run([("jams", .flaky)], notSelected: 2))
        == ["Shop/The till/opens"])
    #expect(
      Self.outstanding(after: first, Self.run([("rings", Self.failed)], notSelected: 2)).count == 3)
  }

  @Test func blockedExamplesAndGroupsAreOutstandingToo() {
    let blocked = Self.run([("opens", .blocked(by: Self.till))], failing: true)
    #expect(Self.outstanding(after: blocked) == ["Shop/The till/opens", "Shop/The till"])
    #expect(
      Self.outstanding(after: blocked, Self.run([("opens", .passed)], notSelected: 1)).isEmpty)
  }

  @Test func aRunOfEverythingForgetsWhatIsGone() {
    let first = Self.run([("opens", Self.failed), ("jams", Self.failed)])
    #expect(
      Self.outstanding(after: first, Self.run([("opens", Self.failed)]))
        == ["Shop/The till/opens"])
    // One that was of a part, or broke off, knows nothing of the rest.
    #expect(
      Self.outstanding(after: first, Self.run([("opens", .passed)], finished: false)).count == 1)
  }

  @Test func aRunWhoseToolWasKilledIsReadFromItsLog() async throws {
    try await withTemporaryFolder { folder in
      #expect(UnresolvedFailures(in: folder) == UnresolvedFailures())
      func record(_ events: [Event]) throws -> String {
        let record = try RunRecord(in: folder)
        let writer = try EventLogWriter(path: record.log.path)
        for event in events { writer.report(event) }
        writer.finish()
        record.close()
        return record.folder.lastPathComponent
      }
      let first = try record(Self.run([("opens", Self.failed), ("jams", Self.failed)]))
      let afterFirst = UnresolvedFailures(in: folder)
      #expect(afterFirst.ids == ["Shop/The till/opens", "Shop/The till/jams"])
      #expect(afterFirst.latestRun == first)
      let report = UnresolvedFailuresReport(afterFirst, run: "9999", in: folder)
      for event in Self.run([("jams", .passed)], notSelected: 1) { report.report(event) }
      report.finish()
      #expect(UnresolvedFailures(in: folder).ids == ["Shop/The till/opens"])
      // What runs before the last one that is counted is not read again.
      _ = try record(Self.run([("rings", Self.failed)]))
      #expect(UnresolvedFailures(in: folder).ids == ["Shop/The till/opens"])
      let list = try UnresolvedFailures(in: folder).listed(in: folder)
      #expect(try String(contentsOfFile: list, encoding: .utf8) == "Shop/The till/opens")
    }
  }

  @Test func theLineThatRunsThemAgainIsShort() {
    let rerun = Invocation.rerunFailed(
      packagePath: "my shop", profile: "ci", buildOptions: ["--scratch-path", "b"])
    #expect(
      rerun(7).hasSuffix(
        " test --package-path 'my shop' --profile ci --only-failures --seed 7 -- --scratch-path b"))
  }
}
