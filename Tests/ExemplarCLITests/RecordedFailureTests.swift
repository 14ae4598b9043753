import Exemplar
import ExemplarCore
import ExemplarLog
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// A failure in a recorded run, and the examples before and beside it.
struct RecordedFailureTests {
  static let failed = Outcome.failed(unexpected: false)
  static let shop = ExampleID(["Shop", "Till"])

  /// An example of a run: its name, its outcome, its worker, and its beginning and end in seconds.
  struct Ran {
    var name: String
    var outcome = Outcome.passed
    var worker = 1
    var time = 0.0..<1.0
  }

  /// Writes the log of a run.
  static func record(
    _ runs: [[Ran]], of count: Int? = nil, seed: UInt64 = 1, facts: RunFacts? = nil, in folder: URL
  ) throws -> String {
    let record = try RunFolder(in: folder)
    defer { record.close() }
    let writer = try EventLogWriter(path: record.log.path)
    if let facts { writer.write(section: RunFacts.section, facts.text) }
    for (index, run) in runs.enumerated() {
      var start = RunStarted(seed: seed, order: .random, specs: 1, examples: run.count)
      (start.repetition, start.repetitions) = (index + 1, count ?? runs.count)
      writer.report(.event(.runStarted(start)), from: EventOrigin(time: 0))
      var summary = RunSummary(seed: seed)
      for ran in run {
        let end = ExampleEnded(
          id: shop.appending(ran.name), outcome: ran.outcome,
          duration: ran.time.upperBound - ran.time.lowerBound)
        summary.count(.exampleEnded(end))
        writer.report(
          .event(.exampleEnded(end)),
          from: EventOrigin(time: 1000 + ran.time.upperBound, worker: ran.worker))
      }
      summary.finished = true
      writer.report(.event(.runEnded(summary)), from: EventOrigin(time: 2000))
    }
    writer.finish()
    return record.log.path
  }

  private static func recorded(
    _ runs: [[Ran]], seed: UInt64 = 1, in folder: URL
  ) throws -> RecordedRun {
    try RecordedRun(record(runs, seed: seed, in: folder))
  }

  @Test func aFailureHasThoseBeforeItAndThoseBesideIt() async throws {
    let folder = try temporaryFolder()
    let run = try Self.recorded(
      [
        [Ran(name: "z", outcome: Self.failed)],
        [
          Ran(name: "a", time: 0..<1), Ran(name: "early", worker: 2, time: 0..<2),
          Ran(name: "s", outcome: .skipped(reason: "no"), time: 1..<2),
          Ran(name: "b", time: 1..<3), Ran(name: "beside", worker: 2, time: 2..<4),
          Ran(name: "z", outcome: Self.failed, time: 3..<5),
          Ran(name: "long", worker: 3, time: 1..<6), Ran(name: "after", time: 5..<6),
        ], [Ran(name: "z")],
      ], seed: 9, in: folder)
    let failure = try #require(try RecordedFailure(of: "Till/z", in: run))
    expect(failure.id, equals: Self.shop.appending("z"))
    expect(failure.before.map(\.name), equals: ["a", "b"])
    expect(failure.beside.map(\.name), equals: ["beside", "long"])
    #expect(failure.processes == 3 && failure.seed == 9)
    #expect(try RecordedFailure(of: "Shop/Till/a", in: run) == nil)
  }

  @Test func aPartOfSeveralIdsIsAmbiguous() async throws {
    let folder = try temporaryFolder()
    let run = try Self.recorded(
      [["a", "aa"].map { Ran(name: $0, outcome: Self.failed) }], in: folder)
    try expect(RecordedFailure(of: "Shop/Till/a", in: run)?.id.name, equals: "a")
    let error = #expect(throws: UsageError.self) { try RecordedFailure(of: "Till", in: run) }
    expect(
      error?.message,
      equals:
        "“Till” is a part of several ids that failed. Give one of them:\n  Shop/Till/a\n  Shop/Till/aa"
    )
  }

  /// A seed by which one process runs two specs in the order in which the tool started them.
  @Test func aSeedExpressesTheOrderOfSpecs() async throws {
    func key(_ spec: String, _ seed: UInt64) -> UInt64 {
      ["Shop", spec].reduce(PathHash()) { $0.appending($1) }.key(seed: seed)
    }
    let folder = try temporaryFolder()
    let run = try Self.recorded([[Ran(name: "z", outcome: Self.failed)]], seed: 5, in: folder)
    let failure = try #require(try RecordedFailure(of: "z", in: run))
    let specs = (0..<5).map { "Spec \($0)" }
    for first in specs {
      for second in specs where first != second {
        let ids = [first, second].map { ExampleID(["Shop", $0, "an example"]) }
        let seed = try #require(failure.seed(for: ids))
        #expect(key(first, seed) < key(second, seed))
        #expect(seed == 5 || key(first, 5) > key(second, 5))
      }
    }
    let many = (0..<40).map { ExampleID(["Shop", "Spec \($0)", "an example"]) }
    #expect(failure.seed(for: many) == nil)
  }
}
