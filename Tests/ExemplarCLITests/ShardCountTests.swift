import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// How many shards a run needs, by what is recorded of earlier ones.
struct ShardCountTests {
  private static let specs = ["One", "Two"].map { ExampleID(["Shop", $0]) }

  /// The record of a run of two specs side by side: each begins within a second, sets up for another one, and runs two
  /// examples of two seconds. Three seconds precede them, and one follows.
  private static func record(in folder: URL) throws -> String {
    let file = folder.appendingPathComponent("run.exemplar")
    let clock = EventClock()
    let log = try RunLog(file, clock)
    log.begin(RunFacts(), nil)
    let begin = clock.now
    var events: [(Double, Event)] = [
      (3, .runStart(seed: 1, order: .random, examples: 4)),
      (3, .groupStart(ExampleID(["Shop", "hooks of several specs"]))),
    ]
    for (spec, delay) in zip(specs, [0.0, 1]) {
      let (a, b) = (spec.appending("a"), spec.appending("b"))
      let own: [(Double, Event)] = [
        (3, .groupStart(spec)), (4, .hooksStart(spec, .beforeAll, at: Place(path: "S.swift"))),
        (5, .hooksEnd(spec, .beforeAll)), (5, .exampleStart(a)), (7, .exampleEnd(a, duration: 2)),
        (7, .exampleStart(b)), (9, .exampleEnd(b, duration: 2)), (9, .groupEnd(spec, duration: 6)),
      ]
      events += own.map { ($0.0 + delay, $0.1) }
    }
    events += [
      (11, .groupEnd(ExampleID(["Shop", "hooks of several specs"]))), (11, .runEnd(seed: 1)),
    ]
    for (time, event) in events.enumerated().sorted(by: {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }).map(\.element) {
      clock.set(time: begin + time)
      log.report(event)
    }
    log.finish()
    return file.path
  }

  @Test func aRecordShowsWhatARunTakesBesideItsExamples() throws {
    var durations = RecordedDurations()
    try durations.add(logAt: Self.record(in: temporaryFolder()))
    let ids = Self.specs.flatMap { [$0.appending("a"), $0.appending("b")] }
    expect(durations.weights(of: ids), equals: [2, 2, 2, 2])
    // One second each of the beginning and of the hooks.
    expect(durations.setUps(around: ids), equals: 4, within: 0.01)
    // Twelve seconds of work in seven.
    expect(durations.run.start, equals: 4, within: 0.05)
    expect(durations.run.width, equals: 12.0 / 7, within: 0.01)
  }

  @Test func noNumberOfShardsShortensWhatEachOfThemTakes() async throws {
    let record = try Self.record(in: temporaryFolder())
    try await Tool.exemplar(["shards", "--target", "2s", "--durations", record]).expect(
      2,
      errors:
        "No number of shards takes 2 s: in the recorded runs, everything besides tests took 4"
    )
  }

  @Test func theLongestShardIsEstimated() {
    let ids = (0..<4).map { ExampleID(["Shop", "One", "\($0)"]) }
    var durations = RecordedDurations()
    for id in ids.dropLast() { durations.record(3, of: id) }
    durations.record(1, ofStartOf: ids[0].spec)
    durations.record(start: 10, width: 2)
    for (count, shards, text) in [
      (1, [1, 1, 1, 1], "1 shard: the longest takes about 16.5 s, 10 s of that besides tests."),
      (2, [1, 2, 1, 2], "2 shards: the longest takes about 13.5 s, 10 s of that besides tests."),
      // No process divides an example.
      (4, [1, 2, 3, 4], "4 shards: the longest takes about 13 s, 10 s of that besides tests."),
    ] {
      let plan = ShardCount(count, of: Array(zip(ids, shards)), durations)
      expect(plan.text(for: 20), equals: text)
      expect(
        plan.text(for: 11),
        equals: text + " More do not help: one test, or a group that stays together, takes longer.")
    }
  }
}
