import Exemplar
import ExemplarCore
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// What changed from one recorded run to another, and the list of runs.
struct RunComparisonTests {
  private typealias Ran = RecordedFailureTests.Ran
  private static let failed = RecordedFailureTests.failed

  private static func comparison(
    _ first: [Ran], _ second: [Ran], facts: RunFacts = RunFacts(), history: [[Double]] = [],
    in folder: URL
  ) throws -> RunComparison {
    var keys = ExampleKeys()
    let runs = history.enumerated().map { index, durations in
      (
        begin: Double(index),
        marks: durations.enumerated().map { number, duration in
          (
            key: keys.key(of: RecordedFailureTests.shop.appending("abc".map(String.init)[number])),
            mark: RunMark(.passed, duration: duration)
          )
        }
      )
    }
    return try RunComparison(
      from: RecordedRun(RecordedFailureTests.record([first], facts: facts, in: folder)),
      to: RecordedRun(RecordedFailureTests.record([second], seed: 7, facts: facts, in: folder)),
      history: runs.isEmpty ? nil : RunHistory(runs))
  }

  private static func names(_ ids: [ExampleID]) -> [String] { ids.map(\.name) }

  /// A record that lacks its end does not show that nothing changed.
  @Test func aDamagedRecordIsNotCompared() async throws {
    let folder = try temporaryFolder()
    let paths = try (0..<2).map { _ in
      try RecordedFailureTests.record([[Ran(name: "a")]], in: folder)
    }
    try Data(contentsOf: URL(fileURLWithPath: paths[1])).dropLast(8).write(
      to: URL(fileURLWithPath: paths[1]))
    let error = #expect(throws: UsageError.self) {
      try RunComparison(from: RecordedRun(paths[0]), to: RecordedRun(paths[1]), history: nil)
    }
    expect(error?.message.hasSuffix(" Name another run."), equals: true)
  }

  /// Damage in the store, and what each command that reads it prints.
  @Test(arguments: [
    ("runs", 0), ("runs diff", 2), ("flaky", 0), ("bisect a", 2), ("test --cause x", 4),
  ])
  func damagedRunsAreNamed(command: String, status: Int32) async throws {
    let folder = try temporaryFolder()
    try folder.write("", to: "Package.swift")
    let records = RunFolder.folder(ofPackage: folder.path, store: folder.path + "/store")
    func run(_ words: String) async throws -> Tool.Result {
      try await Tool.exemplar(
        words.split(separator: " ").map(String.init)
          + ["--package-path", folder.path, "--store", folder.path + "/store"])
    }
    func damage(_ path: String, _ change: (inout Data) -> Void) throws {
      var data = try Data(contentsOf: URL(fileURLWithPath: path))
      change(&data)
      try data.write(to: URL(fileURLWithPath: path))
    }
    let paths = try (0..<3).map { _ in
      try RecordedFailureTests.record([[Ran(name: "a"), Ran(name: "last")]], in: records)
    }
    try damage(paths[1]) { $0[$0.lastRange(of: Data("last".utf8))!.lowerBound] ^= 1 }
    try damage(paths[2]) { $0 = Data("junk".utf8) }
    let some = try await run(command)
    expect(some.status, equals: status, "\(some.everything)")
    #expect(some.errors.contains("\(paths[2]) is no event log."), "\(some.errors)")
    if command == "runs diff" { return }
    #expect(some.errors.contains("The log \(paths[1]) is damaged at byte "), "\(some.errors)")
    #expect(some.errors.contains("warning: A recorded run is left out. "), "\(some.errors)")
    if command != "runs", command != "flaky" { return }
    // Commands that can read none do not succeed.
    for path in paths {
      try damage(path) {
        $0[$0.count - 1] ^= 1; $0 = $0.prefix(40)
      }
    }
    try await run(command).expect(
      2, errors: "No recorded run in \(records.path) can be read. Run exemplar test again.")
    if command == "runs" { try await run("runs --json").expect(2, errors: "can be read.") }
  }

  @Test func changesOfOutcomes() async throws {
    let folder = try temporaryFolder()
    let first = [
      Ran(name: "a"), Ran(name: "b", outcome: Self.failed), Ran(name: "c", outcome: Self.failed),
      Ran(name: "d", outcome: .skipped(reason: "no")), Ran(name: "gone"),
    ]
    let second = [
      Ran(name: "a", outcome: Self.failed), Ran(name: "b"), Ran(name: "c", outcome: Self.failed),
      Ran(name: "d", outcome: Self.failed), Ran(name: "e"),
      Ran(name: "f", outcome: .blocked(by: RecordedFailureTests.shop)),
    ]
    let all = try Self.comparison(first, second, in: folder)
    expect(Self.names(all.newlyFailing), equals: ["a", "d", "f"])
    expect(Self.names(all.fixed), equals: ["b"])
    #expect(Self.names(all.new) == ["e"] && Self.names(all.gone) == ["gone"])
    #expect(all.seed == 7 && all.arePartial == (false, false))
    // Parts do not show what is new or missing.
    var facts = RunFacts()
    facts.isRerun = true
    let parts = try Self.comparison(first, second, facts: facts, in: folder)
    expect(Self.names(parts.newlyFailing), equals: ["a", "d", "f"])
    #expect(parts.new.isEmpty && parts.gone.isEmpty && parts.arePartial == (true, true))
    let same = try Self.comparison(second, second, in: folder)
    #expect(same.isEmpty)
    let text = RunsDiffCommand.text(
      same, ("2", "1"),
      Invocation(packagePath: ".", command: RunFacts.Command(), buildOptions: []),
      Style(hasColor: false))
    expect(text, equals: "From run 2 to run 1\nNo example changed its outcome or became slower.\n")
  }

  /// Three times the median of at least three runs, and at least a tenth of a second longer.
  @Test func slowerExamples() async throws {
    let folder = try temporaryFolder()
    func slower(_ duration: Double, _ history: [Double]) throws -> [String] {
      let run = [Ran(name: "a", time: 0..<duration)]
      return try Self.comparison(run, run, history: history.map { [$0] }, in: folder).slower.map {
        "\($0.id.name) \($0.median.formattedSeconds)"
      }
    }
    try expect(slower(1, [0.2, 0.3, 9]), equals: ["a 0.3 s"])
    try expect(slower(0.89, [0.2, 0.3, 9]), equals: [])
    try expect(slower(1, [0.2, 0.3]), equals: [])
    try expect(slower(0.1, [0.001, 0.001, 0.001]), equals: [])
    try expect(slower(0.18, [0.05, 0.05, 0.05]), equals: ["a 0.05 s"])
    try expect(slower(0.14, [0.04, 0.04, 0.04]), equals: ["a 0.04 s"])
    try expect(slower(0.13, [0.04, 0.04, 0.04]), equals: [])
    try expect(slower(1, []), equals: [])
  }

  /// The counts are those of the repetition that the status is of.
  @Test(arguments: [
    ([true, true], "2 passed", 0), ([false, true], "1 failed, 1 passed (repetition 1 of 2)", 1),
    ([true, false, true], "1 failed, 1 passed (repetition 2 of 3)", 1),
    ([false], "1 failed, 1 passed", 1),
  ])
  func aRepeatedRunHasTheResultOfItsFailure(
    passes: [Bool], result: String, status: Int32
  ) throws {
    let runs = passes.map { [Ran(name: "a", outcome: $0 ? .passed : Self.failed), Ran(name: "b")] }
    let path = try RecordedFailureTests.record(runs, in: temporaryFolder())
    let digest = RunDigest(try RecordedRun(path), number: 1, name: "x")
    #expect(digest.result == result && digest.status == status, "\(digest)")
  }

  /// A run that repeats until something fails has come to its end then.
  @Test func aRunUntilAFailureIsNotCut() throws {
    let runs = [[Ran(name: "a", outcome: Self.failed)], [Ran(name: "a")]]
    func result(_ option: String?) throws -> String {
      var facts = RunFacts(worker: [:])
      facts.options["until-failure"] = option
      let path = try RecordedFailureTests.record(
        Array(runs.prefix(1)), of: 100, facts: facts, in: temporaryFolder())
      return RunDigest(try RecordedRun(path), number: 1, name: "x").result
    }
    try expect(result("1"), equals: "1 failed")
    try expect(result("0"), equals: "1 failed, cut")
    try expect(result(nil), equals: "1 failed, cut")
  }

  /// Programs read it, and a terminal may show it.
  @Test func invisibleCharactersAreEscapedInJSON() throws {
    let texts = ["a\u{202E}b\u{9B}31m\u{7F}\n\"\u{E0001}\\", "é 👨‍👩‍👧"]
    let json = try texts.jsonText
    try expect(JSONDecoder().decode([String].self, from: Data(json.utf8)), equals: texts)
    #expect(json.unicodeScalars.allSatisfy { $0 == "\n" || !ExampleID.isControl($0) })
  }

  @Test func runsHaveNamesAndLines() async throws {
    let folder = try temporaryFolder()
    var facts = RunFacts(worker: [.select: "A cart\nx.json:3", .tag: "!slow"])
    (facts.commit, facts.isRerun) = ("0123456789abcdef-dirty", true)
    _ = try RecordedFailureTests.record([[Ran(name: "a")]], facts: RunFacts(), in: folder)
    _ = try RecordedFailureTests.record(
      [[Ran(name: "a", outcome: Self.failed), Ran(name: "b")]], seed: 7, facts: facts, in: folder)
    let runs = RunFolder.runs(in: folder)
    let digests = try runs.enumerated().map {
      RunDigest(try RecordedRun($1.log.path), number: $0 + 1, name: $1.name)
    }
    expect(
      digests.map(\.selection), equals: ["rerun --tag '!slow' 'A cart' x.json:3", "everything"])
    expect(digests.map(\.result), equals: ["1 failed, 1 passed", "1 passed"])
    #expect(digests.map(\.executed) == [2, 1] && digests.map(\.seed) == [7, 1])
    #expect(runs.allSatisfy { $0.name.count == 8 && $0.name == $0.name.lowercased() })
    for name in ["2", "-2", runs[1].name, String(runs[1].name.prefix(7)), runs[1].log.path] {
      try expect(
        RunFolder.log(named: name, in: folder).standardizedFileURL.path,
        equals: runs[1].log.standardizedFileURL.path, "\(name)")
    }
    for name in ["0", "3", "", "zzzzzz"] {
      #expect(throws: UsageError.self) { try RunFolder.log(named: name, in: folder) }
    }
    let wide = RunsListCommand.table(digests, Style(hasColor: false), columns: nil)
    let lines = wide.split(separator: "\n")
    #expect(
      lines[1].contains("  01234567+  7     rerun --tag '!slow' 'A cart' x.json:3"), "\(wide)")
    #expect(lines[2].hasSuffix("  –          1     everything"), "\(wide)")
    let narrow = RunsListCommand.table(digests, Style(hasColor: false), columns: 40)
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count < 40 }, "\(narrow)")
  }
}
