import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import Testing

@testable import ExemplarCLI

/// The records of runs: the history of examples, which reports show, and the failures that `--only-failures` runs.
struct RunStoreTests {
  private static let till = ExampleID(["Shop", "The till"])
  private static let failed = Outcome.failed(unexpected: false)
  private typealias Outcomes = [(String, Outcome)]

  /// A run; of a part of the examples, if some were not selected.
  private static func events(
    _ outcomes: Outcomes, notSelected: Int = 0, failing group: Bool = false, finished: Bool = true
  ) -> [Event] {
    let start = RunStarted(
      seed: 1, order: .defined, specs: 1, examples: outcomes.count, notSelected: notSelected)
    var events: [Event] = [
      .runStarted(start), .groupStarted(GroupStarted(id: till, place: Place(path: "Till.swift"))),
    ]
    for (name, outcome) in outcomes {
      let id = till.appending(name)
      events += [
        .exampleStarted(ExampleStarted(id, ExampleContext())),
        .exampleEnded(ExampleEnded(id: id, outcome: outcome, duration: 0.25)),
      ]
    }
    var summary = RunSummary(seed: 1)
    summary.finished = true
    let running = Event.exampleStarted(ExampleStarted(till.appending("sinks"), ExampleContext()))
    return events
      + (finished
        ? [.groupEnded(GroupEnded(id: till, failed: group)), .runEnded(summary)] : [running])
  }

  private static func add(_ events: [Event], as run: String, to store: RunStore) {
    var outcomes = RunOutcomes(since: store.state)
    for event in events { outcomes.record(.event(event), at: Double(run.utf8.count)) }
    store.add(outcomes, ofRun: run)
  }

  private static func add(_ outcomes: Outcomes, as run: String, in folder: URL) {
    add(events(outcomes), as: run, to: RunStore(in: folder) { Testing.Issue.record("\($0)") })
  }

  /// Writes the log of a run whose tool has exited.
  private static func log(
    _ events: [Event], in folder: URL, end: ProcessEnd? = nil
  ) throws -> String {
    let record = try RunRecord(in: folder)
    let writer = try EventLogWriter(path: record.log.path)
    events.forEach(writer.report)
    writer.finish()
    if let end { try EventLogWriter.record(end, inLogAt: record.log.path) }
    record.close()
    return record.folder.lastPathComponent
  }

  /// The marks of examples, and the warnings.
  private static func history(
    of names: String..., in folder: URL, before date: Double = .infinity
  ) -> (marks: [String], warnings: [String]) {
    let warnings = Locked<[String]>([])
    let history = RunStore(in: folder) { text in warnings.withLock { $0.append(text) } }
      .history(before: date)
    var keys = ExampleKeys()
    let marks = names.map { name in
      String((history?.marks(of: keys.key(of: till.appending(name))) ?? []).map(\.letter))
    }
    return (marks, warnings.withLock { $0 })
  }

  private static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent("exemplar/history"), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  // MARK: History

  @Test func eachRunIsRemembered() async throws {
    try await withTemporaryFolder { folder in
      #expect(Self.history(of: "opens", in: folder).marks == [""])
      Self.add([("opens", .passed), ("jams", Self.failed)], as: "1", in: folder)
      Self.add([("jams", .flaky), ("rings", .skipped(reason: ""))], as: "22", in: folder)
      // Several outcomes in one run are one mark.
      Self.add(
        [("opens", .blocked(by: Self.till)), ("rings", .passed), ("rings", Self.failed)],
        as: "333", in: folder)
      #expect(
        Self.history(of: "opens", "jams", "rings", "sinks", in: folder).marks
          == ["p-b", "fx-", "sx", ""])
      // The report of the second run shows the first.
      #expect(Self.history(of: "opens", "jams", in: folder, before: 2).marks == ["p", "f"])
    }
  }

  @Test("a failure on another platform is not resolved by a run that skips it here")
  func platforms() async throws {
    try await withTemporaryFolder { folder in
      func store(_ platform: String?) -> RunStore {
        RunStore(in: folder, of: platform) { Testing.Issue.record("\($0)") }
      }
      Self.add(Self.events([("jams", Self.failed)]), as: "1", to: store("iPad"))
      Self.add(Self.events([("jams", .skipped(reason: "only for iPad"))]), as: "22", to: store(nil))
      #expect(store("iPad").state.unresolved == ["Shop/The till/jams"])
      #expect(store(nil).state.unresolved.isEmpty)
      // The log of a run whose tool was killed belongs to the platform of the run.
      let record = try RunRecord(in: folder, of: RunRecord.Command(platform: "iPhone"))
      let writer = try EventLogWriter(path: record.log.path)
      Self.events([("opens", Self.failed)]).forEach(writer.report)
      writer.finish()
      record.close()
      #expect(store(nil).state.unresolved.isEmpty && store("iPad").state.unresolved.count == 1)
      #expect(store("iPhone").state.unresolved == ["Shop/The till/opens"])
    }
  }

  @Test func durationsKeepSixDigits() {
    for duration in [0, 1e-7, 0.001_234_56, 12.345_6, 86_400] {
      let mark = RunMark(.passed, duration: duration)
      #expect(abs(mark.duration - duration) <= duration * 1e-6)
      #expect(mark.letter == "p")
    }
    #expect(RunMark(Self.failed, duration: .nan).duration == 0)
    #expect(RunMark(Self.failed, duration: .infinity).letter == "f")
    #expect(RunMark(.passed, duration: -1).letter == "p")
  }

  /// If more files than there is room for exist, older runs lose their marks, and no log is read again.
  @Test func olderRunsAreForgotten() async throws {
    try await withTemporaryFolder { folder in
      let runs = (0..<RunStore.limit + 5).map { "run \(1000 + $0)" }
      // Simultaneous runs end in any order.
      for run in runs.shuffled() { Self.add([("opens", .passed)], as: run, in: folder) }
      let kept = try Self.files(in: folder).map { $0.deletingPathExtension().lastPathComponent }
      #expect(kept == Array(runs.suffix(RunStore.limit)))
      let last =
        try FileManager.default.attributesOfItem(
          atPath: Self.files(in: folder).last!.path)[.size] as? Int
      let store = RunStore(in: folder, sizeLimit: 2 * last! + 100) { Testing.Issue.record("\($0)") }
      Self.add(Self.events([("opens", Self.failed)]), as: "run 2000", to: store)
      #expect(Self.history(of: "opens", in: folder).marks == ["pf"])
      #expect(try Self.files(in: folder).count == RunStore.limit)
    }
  }

  @Test func unreadableRecordsAreLeftOutWithAWarning() async throws {
    try await withTemporaryFolder { folder in
      for run in ["1", "22", "333", "4444"] { Self.add([("opens", .passed)], as: run, in: folder) }
      let files = try Self.files(in: folder)
      try Data(try Data(contentsOf: files[0]).dropLast(3)).write(to: files[0])
      try Data("[]".utf8).write(to: files[1])
      let later = try PropertyListEncoder().encode(["version": 3])
      try later.write(to: files[2])
      func warning(_ file: URL, _ reason: String) -> String {
        "The history of an earlier run, \(file.path), is left out: \(reason)."
      }
      let newer = warning(files[2], "a later version of Exemplar wrote it, in form 3")
      let damaged = files[..<2].map { warning($0, "it is damaged") }
      #expect(Self.history(of: "opens", in: folder) == (["p"], damaged + [newer]))
      // Damaged files are removed; a later version still needs its own.
      #expect(Self.history(of: "opens", in: folder) == (["p"], [newer]))
    }
  }

  @Test func aRunWithoutAWritableFolderGoesOn() async throws {
    try await withTemporaryFolder { folder in
      try Data().write(to: folder.appendingPathComponent("exemplar"))
      let warnings = Locked<[String]>([])
      let report = RunOutcomesReport(
        run: "1", in: RunStore(in: folder) { text in warnings.withLock { $0.append(text) } })
      Self.events([("opens", .passed)]).forEach(report.report)
      report.finish()
      #expect(report.isComplete)
      #expect(warnings.withLock { $0.map { $0.prefix(30) } } == ["The outcomes could not be save"])
    }
  }

  // MARK: Unresolved failures

  private static let both: Outcomes = [("opens", failed), ("jams", failed)]

  /// Runs, and the names of the failures that remain.
  @Test(arguments: [
    ([events(both + [("rings", .passed)])], "jams opens"),
    ([events(both), events([("opens", .passed)], notSelected: 2)], "jams"),
    ([events(both), events([("jams", .flaky)], notSelected: 2)], "opens"),
    ([events(both), events([("rings", failed)], notSelected: 2)], "jams opens rings"),
    // A failing group is unresolved too.
    ([events([("opens", .blocked(by: till))], failing: true)], "The till opens"),
    (
      [
        events([("opens", .blocked(by: till))], failing: true),
        events([("opens", .passed)], notSelected: 1),
      ], ""
    ),
    // A run of everything forgets examples that no longer exist. A partial or incomplete run does not.
    ([events(both), events([("opens", failed)])], "opens"),
    ([events(both), events([("opens", .passed)], finished: false)], "jams"),
  ])
  func failuresStayUntilTheyPass(runs: [[Event]], unresolved: String) async throws {
    try await withTemporaryFolder { folder in
      let store = RunStore(in: folder) { Testing.Issue.record("\($0)") }
      for (number, run) in runs.enumerated() { Self.add(run, as: "\(number)", to: store) }
      let names = store.state.unresolved.map { ExampleID(text: $0).name }
      #expect(names.sorted().joined(separator: " ") == unresolved)
    }
  }

  @Test func theLineThatRunsThemAgainIsShort() {
    let invocation = Invocation(
      packagePath: "my shop", command: RunRecord.Command(profile: "ci", platform: "iPad"),
      buildOptions: ["--scratch-path", "b"])
    #expect(
      invocation.rerunFailed(seed: 7).hasSuffix(
        " test --package-path 'my shop' --profile ci --platform iPad --only-failures --seed 7 -- --scratch-path b"
      ))
  }

  // MARK: Runs whose tools were killed

  @Test func aRunWhoseToolWasKilledIsReadFromItsLog() async throws {
    try await withTemporaryFolder { folder in
      let record = try RunRecord(in: folder)
      let writer = try EventLogWriter(path: record.log.path)
      let events = Self.events([("opens", .passed), ("jams", Self.failed)], finished: false)
      events.forEach(writer.report)
      // A run in progress records itself.
      #expect(Self.history(of: "opens", in: folder).marks == [""])
      record.close()
      // The example that was running is run again, but the history does not show a failure.
      let state = RunStore(in: folder).state
      #expect(state.unresolved == ["Shop/The till/jams", "Shop/The till/sinks"])
      #expect(state.latestRun == record.folder.lastPathComponent)
      #expect(Self.history(of: "opens", "jams", "sinks", in: folder).marks == ["p", "f", ""])
      let crash = ProcessEnd(.signal(11), lastOutput: "")
      let crashed = try Self.log(Self.events([], finished: false), in: folder, end: crash)
      #expect(Self.history(of: "opens", "sinks", in: folder).marks == ["p-", "f"])
      #expect(RunStore(in: folder).state.latestRun == crashed)
    }
  }

  @Test func aReportAddsToTheFailuresOfEarlierRuns() async throws {
    try await withTemporaryFolder { folder in
      let store = RunStore(in: folder) { Testing.Issue.record("\($0)") }
      #expect(store.state == PackageState())
      _ = try Self.log(Self.events(Self.both), in: folder)
      let report = RunOutcomesReport(run: "9999", in: store, since: store.state)
      Self.events([("jams", .passed)], notSelected: 1).forEach(report.report)
      report.finish()
      #expect(store.state.unresolved == ["Shop/The till/opens"])
      #expect(store.state.durations == [Self.till: 0])
      let list = try RerunRequest.failures(of: store.state).list(in: folder)
      #expect(try String(contentsOfFile: list, encoding: .utf8) == "Shop/The till/opens")
    }
  }
}
