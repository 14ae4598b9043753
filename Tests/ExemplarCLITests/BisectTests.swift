import Exemplar
import Foundation
import TestSupport
import Testing

extension FixturePackageTests {
  /// Runs specs with one seed after another until the example fails, and returns the arguments.
  private static func failing(_ id: String, _ arguments: [String]) async throws -> [String] {
    for seed in 1...20 {
      let arguments = arguments + ["--jobs", "1", "--seed", "\(seed)"]
      let result = try await Fixture.workers.exemplar("test", arguments)
      if result.status == 2 { break }
      if result.status == 1, result.output.contains(id) { return arguments }
    }
    throw CocoaError(.featureUnsupported)
  }

  /// The arguments of the line that a search ends with.
  private static func line(_ output: String) throws -> [String] {
    let match = try #require(
      output.firstMatch(of: #/exemplar test --package-path \S+ (.*) -- /#), "\(output)")
    let parts = match.1.split(separator: "'", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }

  /// A row leaves state behind that makes a row of another spec fail.
  @Test func aRowThatMakesAnotherFailIsFound() async throws {
    let id = "BisectSpecs/Evening/closes/#1"
    let paths = ["BisectSpecs/Counter", "BisectSpecs/Cellar", "BisectSpecs/Evening/closes"]
    _ = try await Self.failing(id, paths)
    let found = try await Fixture.workers.exemplar("bisect", [id])
    found.expect(
      0, prints: "\(id) fails after 1 of ", "\n  BisectSpecs/Counter/serves/#23\n",
      "run 1: alone: passes, about ")
    let runs = found.output.matches(of: #/\nrun \d+: /#).count
    #expect(runs <= 8 + 4 && found.output.contains("\n\(runs) runs. Run it again:\n"))

    // The line runs these two, and the second fails.
    let line = try Self.line(found.output)
    expect(line.suffix(2), equals: ["BisectSpecs/Counter/serves/#23", id])
    let again = try await Fixture.workers.exemplar("test", line)
    expect(again.status, equals: 1)
    expect(
      again.counts?.hasPrefix("2 examples: 1 passed, 1 failed"), equals: true, "\(again.output)")

    // It passes without them, so it is flaky.
    try await Fixture.workers.exemplar("test", ["BisectSpecs/Evening/closes"]).expect(0)
    let flaky = try await Fixture.workers.exemplar("flaky")
    expect(flaky.status, equals: 1)
    let entry = flaky.output.split(separator: "\n").first { $0.hasPrefix(id + ": ") } ?? ""
    #expect(entry.contains("exemplar bisect --package-path "), "\(flaky.output)")
    #expect(entry.contains(", only with others: "))
  }

  @Test func twoExamplesThatAreNeededTogetherAreFound() async throws {
    let id = "BisectSpecs/Evening/is safe"
    let paths = ["BisectSpecs/Counter", "BisectSpecs/Cellar", id]
    _ = try await Self.failing(id, paths)
    let found = try await Fixture.workers.exemplar("bisect", ["Evening/is safe"])
    found.expect(
      0, prints: " fails after 2 of 60 examples:\n", "\n  BisectSpecs/Counter/hands out the key\n",
      "\n  BisectSpecs/Cellar/stops the alarm\n")
    let again = try await Fixture.workers.exemplar("test", Self.line(found.output))
    expect(
      again.counts?.hasPrefix("3 examples: 2 passed, 1 failed"), equals: true, "\(again.output)")
  }

  @Test func anExampleThatFailsBesideAnotherIsFound() async throws {
    let id = "BisectSpecs/Parallel inventory/finds no lock"
    let folder = try temporaryFolder()
    let lock = ["LOCK": folder.path]
    let run = try await Fixture.workers.exemplar(
      "test", ["BisectSpecs/Parallel*", "--jobs", "2"], environment: lock)
    try #require(run.status == 1, "\(run.everything)")
    let found = try await Fixture.workers.exemplar("bisect", [id], environment: lock)
    found.expect(
      0, prints: "\(id) fails beside 1 of ", "\n  BisectSpecs/Parallel delivery/holds the lock\n")
    let again = try await Fixture.workers.exemplar(
      "test", Self.line(found.output), environment: lock)
    expect(
      again.counts?.hasPrefix("2 examples: 1 passed, 1 failed"), equals: true, "\(again.output)")
  }

  @Test func aSearchForNothingEndsAtOnce() async throws {
    let run = try await Fixture.workers.exemplar("test", ["BisectSpecs/Evening", "--jobs", "1"])
    expect(run.status, equals: 1)
    let alone = try await Fixture.workers.exemplar("bisect", ["BisectSpecs/Evening/fails"])
    alone.expect(1, prints: " fails alone: no other example is the cause.\n")
    expect(alone.output.matches(of: #/run \d+: /#).count, equals: 1)

    try await Fixture.workers.exemplar("bisect", ["BisectSpecs/Evening/opens"]).expect(
      2,
      errors:
        "” failed in no recorded run. Give the id of an example or a row as reports print it, or another run "
        + "by --run; exemplar report shows the last one.")
    // A log of examples that are not in the package.
    let folder = try temporaryFolder()
    let log = try RecordedFailureTests.record(
      [[RecordedFailureTests.Ran(name: "z", outcome: RecordedFailureTests.failed)]], in: folder)
    try await Fixture.workers.exemplar("bisect", ["Shop/Till/z", "--run", log]).expect(
      2,
      errors: "did not run: it no longer exists, or is left out here. Run exemplar list to see why."
    )
    try await Fixture.workers.exemplar("bisect", ["x", "--repeat", "0"]).expect(
      2, errors: "would run nothing. Give a number from 1.")
    try await Fixture.workers.exemplar("bisect", [""]).expect(
      errors: "The id is empty. Give the id of an example that failed.")
  }

  @Test func anInterruptedSearchPrintsItsBest() async throws {
    let id = "BisectSpecs/Evening/counts"
    let run = try await Fixture.workers.exemplar(
      "test",
      ["BisectSpecs/Counter", "BisectSpecs/Cellar", id, "--jobs", "1", "--order", "defined"])
    try #require(run.status == 1, "\(run.everything)")
    let count = try temporaryFolder().path + "/count"
    let found = try await Fixture.workers.exemplar("bisect", [id], environment: ["COUNT": count])
    found.expect(
      130, prints: "Interrupted. The fewest so far:\n\(id) fails after 8 of 60",
      "\n  BisectSpecs/Counter/serves/#23\n", "--order defined")
    let again = try await Fixture.workers.exemplar("test", Self.line(found.output))
    expect(
      again.counts?.hasPrefix("9 examples: 8 passed, 1 failed"), equals: true, "\(again.output)")
  }
}
