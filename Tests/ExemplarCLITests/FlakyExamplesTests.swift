import Exemplar
import Foundation
import Testing

@testable import ExemplarCLI

/// What `exemplar flaky` derives from recorded runs.
struct FlakyExamplesTests {
  private typealias Ran = RecordedFailureTests.Ran
  private static let failed = RecordedFailureTests.failed
  private static let shop = RecordedFailureTests.shop

  /// Writes the log of a run, with its commit and the time of its build.
  private static func record(
    _ runs: [[Ran]], seed: UInt64 = 1, code: (commit: String?, build: Double)? = nil,
    sources: String? = "5", in folder: URL
  ) throws {
    var facts = RunFacts()
    (facts.commit, facts.build, facts.sources) = (code?.commit, code?.build, sources)
    facts.changes = code?.commit?.hasSuffix("-dirty") == true ? "7" : nil
    _ = try RecordedFailureTests.record(runs, seed: seed, facts: facts, in: folder)
  }

  private static func flaky(
    in folder: URL, warn: (String) -> Void = { Testing.Issue.record("\($0)") }
  ) -> FlakyExamples {
    FlakyExamples(in: RunFolder.folders(in: folder).flatMap(RunFolder.logs), warn: warn)
  }

  @Test func anExampleThatPassedAndFailedWithTheSameCodeIsFlaky() async throws {
    let folder = try temporaryFolder()
    let code = (commit: "abc" as String?, build: 1.0)
    try Self.record([[Ran(name: "a"), Ran(name: "b")]], code: code, in: folder)
    try Self.record(
      [[Ran(name: "a", outcome: Self.failed), Ran(name: "b")]], seed: 7, code: code, in: folder)
    try Self.record([[Ran(name: "a")]], code: code, in: folder)
    try folder.write("junk", to: "z/run.exemplar")
    var warnings: [String] = []
    let flaky = Self.flaky(in: folder) { warnings.append($0) }
    expect(flaky.runs, equals: 3)
    #expect(
      warnings.count == 1 && warnings[0].hasPrefix("A recorded run is left out. ")
        && warnings[0].contains("is no event log"))
    let finding = try #require(flaky.findings.first)
    expect(flaky.findings.count, equals: 1)
    expect(finding.id, equals: Self.shop.appending("a"))
    #expect((finding.passed, finding.failed, finding.retried) == (2, 1, 0))
    #expect(finding.seed == 7 && !finding.hasFailedAlone)
    #expect(abs(finding.since - 1001) < 0.01)
  }

  /// A change of the code explains why an example passes now; runs of which the code is unknown prove nothing.
  @Test(arguments: [(("abc", 1.0), ("abd", 1.0)), (("abc", 1), ("abc", 2)), (nil, nil)])
  func otherCodeMakesNoExampleFlaky(first: (String?, Double)?, second: (String?, Double)?)
    async throws
  {
    let folder = try temporaryFolder()
    try Self.record([[Ran(name: "a")]], code: first, in: folder)
    try Self.record([[Ran(name: "a", outcome: Self.failed)]], code: second, in: folder)
    #expect(Self.flaky(in: folder).findings.isEmpty)
  }

  /// A change of rows makes no new build, and code without a digest is not known.
  @Test(arguments: ["6", nil])
  func otherSourcesMakeNoExampleFlaky(sources: String?) async throws {
    let folder = try temporaryFolder()
    try Self.record([[Ran(name: "a")]], code: ("abc", 1), sources: sources, in: folder)
    try Self.record(
      [[Ran(name: "a", outcome: Self.failed)]], code: ("abc", 1),
      sources: sources == nil ? nil : "5",
      in: folder)
    #expect(Self.flaky(in: folder).findings.isEmpty)
  }

  @Test func retriesAndRepetitionsOfOneRunCount() async throws {
    let folder = try temporaryFolder()
    try Self.record(
      [[Ran(name: "a", outcome: .flaky), Ran(name: "c", outcome: Self.failed)]], in: folder)
    try Self.record([[Ran(name: "b")], [Ran(name: "b", outcome: Self.failed)]], in: folder)
    let findings = Self.flaky(in: folder).findings
    expect(findings.map(\.id.name), equals: ["a", "b"])
    #expect(findings[0].retried == 1 && !findings[0].hasFailedAlone)
    #expect(findings[1].hasFailedAlone)
  }

  @Test func theTimeOfABuildIsThatOfItsLastProgram() async throws {
    let folder = try temporaryFolder()
    #expect(RunFacts.build(of: []) == nil)
    #expect(RunFacts.build(of: [folder.appendingPathComponent("none")]) == nil)
    let programs = try ["a", "b"].map { name in
      let program = folder.appendingPathComponent(name)
      try Data().write(to: program)
      let date = Date(timeIntervalSince1970: name == "a" ? 2_000_000_000 : 1_900_000_000)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: program.path)
      return program
    }
    expect(RunFacts.build(of: programs), equals: 2_000_000_000)
  }

  /// The code of a test target that Swift Build has built is in a library beside a program that stays the same.
  @Test func theCodeOfAProgramMayBeInALibrary() async throws {
    let folder = try temporaryFolder()
    let runner = folder.appendingPathComponent("ShopTests-test-runner")
    expect(runner.testCode, equals: runner)
    let library = folder.appendingPathComponent("ShopTests.so")
    for (file, time) in [(runner, 1_900_000_000.0), (library, 2_000_000_000)] {
      try Data().write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: file.path)
    }
    expect(runner.testCode.path, equals: library.path)
    expect(RunFacts.build(of: [runner]), equals: 2_000_000_000)
  }

  /// Changes that are not committed are code too: what they break is not flaky, and what fails with them alone is.
  @Test func changesOfACommitAreOtherCode() async throws {
    let folder = try temporaryFolder()
    try Self.record([[Ran(name: "a")]], code: ("abc", 1), in: folder)
    try Self.record([[Ran(name: "a", outcome: Self.failed)]], code: ("abc-dirty", 1), in: folder)
    #expect(Self.flaky(in: folder).findings.isEmpty)
    try Self.record([[Ran(name: "a")]], code: ("abc-dirty", 1), in: folder)
    expect(Self.flaky(in: folder).findings.map(\.id.name), equals: ["a"])
  }
}
