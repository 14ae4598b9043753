import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import TestSupport
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
    var events: [Event] = [.runStarted(start), .groupStart(till, at: Place(path: "Till.swift"))]
    for (name, outcome) in outcomes {
      let id = till.appending(name)
      events += [.exampleStart(id), .exampleEnd(id, outcome, duration: 0.25)]
    }
    let running = Event.exampleStart(till.appending("sinks"))
    return events
      + (finished
        ? [.groupEnd(till, failed: group), .runEnd(seed: 1)] : [running])
  }

  private static func store(_ folder: URL, _ platform: String? = nil) -> RunStore {
    RunStore(in: folder, of: platform) { Testing.Issue.record("\($0)") }
  }

  private static func add(
    _ events: [Event], as run: String, in folder: URL, on platform: String? = nil
  ) throws {
    let store = store(folder, platform)
    let run = try folder.subfolder(run)
    var results = RunResults(since: store.state)
    if let platform {
      let log = try RunLog(run.appendingPathComponent("run.exemplar"), EventClock())
      log.begin(RunFacts(command: RunFacts.Command(platform: platform)), nil)
      log.finish()
      FolderLock(run, creating: true)?.release()
    }
    for event in events {
      results.record(.event(event), at: Double(run.lastPathComponent.utf8.count))
    }
    store.add(results, of: run)
  }

  private static func add(_ outcomes: Outcomes, as run: String, in folder: URL) throws {
    try add(events(outcomes), as: run, in: folder)
  }

  /// Writes the log of a run whose tool has exited.
  private static func log(
    _ events: [Event], in folder: URL, on platform: String? = nil, end: ProcessEnd? = nil
  ) throws -> String {
    let record = try RunFolder(in: folder)
    let log = try RunLog(record.log, EventClock())
    log.begin(RunFacts(command: RunFacts.Command(platform: platform)), nil)
    events.forEach(log.report)
    log.finish()
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
      .state.history(before: date)
    var keys = ExampleKeys()
    let marks = names.map { name in
      String((history?.marks(of: keys.key(of: till.appending(name))) ?? []).map(\.letter))
    }
    return (marks, warnings.withLock { $0 })
  }

  // MARK: History

  @Test func eachRunIsRemembered() async throws {
    let folder = try temporaryFolder()
    expect(Self.history(of: "opens", in: folder).marks, equals: [""])
    try Self.add([("opens", .passed), ("jams", Self.failed)], as: "1", in: folder)
    try Self.add([("jams", .flaky), ("rings", .skipped(reason: ""))], as: "22", in: folder)
    // Several outcomes in one run are one mark.
    try Self.add(
      [("opens", .blocked(by: Self.till)), ("rings", .passed), ("rings", Self.failed)],
      as: "333", in: folder)
    expect(
      Self.history(of: "opens", "jams", "rings", "sinks", in: folder).marks,
      equals: ["p-b", "fx-", "sx", ""])
    // The report of the second run shows the first.
    expect(Self.history(of: "opens", "jams", in: folder, before: 2).marks, equals: ["p", "f"])
  }

  @Test("a failure on another platform is not resolved by a run that skips it here")
  func platforms() async throws {
    let folder = try temporaryFolder()
    try Self.add(Self.events([("jams", Self.failed)]), as: "1", in: folder, on: "iPad")
    try Self.add(Self.events([("jams", .skipped(reason: "only for iPad"))]), as: "22", in: folder)
    expect(Self.store(folder, "iPad").state.outstanding, equals: ["Shop/The till/jams"])
    #expect(Self.store(folder).state.outstanding.isEmpty)
    // The log of a run whose tool was killed belongs to the platform of the run.
    _ = try Self.log(Self.events([("opens", Self.failed)]), in: folder, on: "iPhone")
    #expect(Self.store(folder).state.outstanding.isEmpty)
    expect(Self.store(folder, "iPad").state.outstanding.count, equals: 1)
    expect(Self.store(folder, "iPhone").state.outstanding, equals: ["Shop/The till/opens"])
  }

  @Test func durationsKeepSixDigits() {
    for duration in [0, 1e-7, 0.001_234_56, 12.345_6, 86_400] {
      let mark = RunMark(.passed, duration: duration)
      #expect(abs(mark.duration - duration) <= duration * 1e-6)
      expect(mark.letter, equals: "p")
    }
    expect(RunMark(Self.failed, duration: .nan).duration, equals: 0)
    expect(RunMark(Self.failed, duration: .infinity).letter, equals: "f")
    expect(RunMark(.passed, duration: -1).letter, equals: "p")
  }

  /// What is outstanding stays, on each platform, when the runs beyond the limits are removed.
  @Test(arguments: [
    (RunFolder.Limits(runs: 3), 3), (RunFolder.Limits(bytes: -4), 4),
    // The folder of the first run has no time in its name.
    (RunFolder.Limits(seconds: -1), 1), (RunFolder.Limits(), 6),
  ])
  func olderRunsAreRemoved(limits: RunFolder.Limits, count: Int) async throws {
    let folder = try temporaryFolder()
    try Self.add(Self.events([("jams", Self.failed)]), as: "0", in: folder, on: "iPad")
    for run in 1...5 {
      _ = try Self.log(Self.events([("opens", Self.failed)]), in: folder)
      expect(Self.store(folder).state.outstanding.count, equals: 1, "\(run)")
    }
    var limits = limits
    if limits.bytes < 0 {
      // As many runs as that.
      let newest = try #require(RunFolder.folders(in: folder).last).path
      let files = try FileManager.default.contentsOfDirectory(atPath: newest)
      let sizes = try files.map {
        try FileManager.default.attributesOfItem(atPath: "\(newest)/\($0)")[.size] as? Int ?? 0
      }
      let size = sizes.reduce(0, +)
      limits.bytes = -limits.bytes * size + size / 2
    }
    let record = try RunFolder(in: folder, limits: limits)
    defer { record.close() }
    expect(Self.store(folder).state.outstanding, equals: ["Shop/The till/opens"])
    expect(Self.store(folder, "iPad").state.outstanding, equals: ["Shop/The till/jams"])
    // The new run has a folder too.
    expect(RunFolder.folders(in: folder).count, equals: count + 1)
  }

  /// The outcomes of the last runs make the history, as far as there is room for them.
  @Test func theHistoryHasALimit() async throws {
    let folder = try temporaryFolder()
    for run in ["1", "22", "333"] {
      try Self.add([("opens", run == "1" ? Self.failed : .passed)], as: run, in: folder)
    }
    expect(Self.history(of: "opens", in: folder).marks, equals: ["fpp"])
    var state = Self.store(folder).state
    state.trim(keeping: ["22", "333"], bytes: 24)
    expect(state.history()?.runs, equals: [2, 3])
    state.trim(keeping: ["22", "333"], bytes: 23)
    #expect(state.history()?.runs == [3] && state.contains("22"))
    state.trim(keeping: ["22"], bytes: 24)
    #expect(state.history() == nil && !state.contains("333"))
  }

  /// A store that a CI cache has restored has lost the times of its files, and keeps its order: neither does a failure
  /// disappear, nor is a run too old.
  @Test(arguments: [0, 4_000_000_000])
  func timesOfFilesDoNotMatter(time: Int) async throws {
    let folder = try temporaryFolder()
    // The run that began first is recorded last.
    for run in ["2026-11-02T10-00-00.000000Z-1", "2026-11-03T10-00-00.000000Z-2"] {
      try Self.add([("jams", .passed)], as: run, in: folder)
    }
    try Self.add([("jams", Self.failed)], as: "2026-11-01T10-00-00.000000Z-3", in: folder)
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(time))],
        ofItemAtPath: folder.path + "/" + path)
    }
    expect(Self.store(folder).state.outstanding, equals: ["Shop/The till/jams"])
    expect(Self.store(folder).state.runs.map(\.name.last), equals: ["1", "2", "3"])
    for run in RunFolder.folders(in: folder) { FolderLock(run, creating: true)?.release() }
    let limits = RunFolder.Limits(seconds: Date().timeIntervalSince1970)
    let record = try RunFolder(in: folder, limits: limits)
    record.close()
    expect(RunFolder.folders(in: folder).count, equals: 3)
    // By the time of its name, each is too old for this limit.
    try RunFolder(in: folder, limits: RunFolder.Limits(seconds: 0)).close()
    expect(RunFolder.folders(in: folder), equals: [])
    expect(Self.store(folder).state.outstanding, equals: ["Shop/The till/jams"])
  }

  /// The failures of earlier runs stay outstanding even if the state is damaged, as after a power failure, or missing: the
  /// logs have the same results.
  @Test(arguments: ["", "[]", "bplist00", nil])
  func aDamagedStateIsReadFromTheLogsAgain(damage: String?) async throws {
    let folder = try temporaryFolder()
    for outcomes in [[("jams", Self.failed)], [("opens", Self.failed)]] as [Outcomes] {
      _ = try Self.log(Self.events(outcomes, notSelected: 1), in: folder)
    }
    let warnings = Locked<[String]>([])
    let store = RunStore(in: folder) { text in warnings.withLock { $0.append(text) } }
    let state = store.state
    expect(state.outstanding, equals: ["Shop/The till/jams", "Shop/The till/opens"])
    let file = RunFolder.state(in: folder, of: nil)
    if let damage {
      try Data(damage.utf8).write(to: file)
    } else {
      try FileManager.default.removeItem(at: file)
    }
    // The new file of a process that was killed before it took the place of the old one.
    let remains = try folder.write("bplist", to: ".exemplar-1")
    expect(store.state, equals: state)
    expect(store.state, equals: state)
    #expect(!FileManager.default.fileExists(atPath: remains.path))
    let warning =
      "The state of earlier runs, \(file.path), is damaged. It is read from their logs again."
    #expect(warnings.withLock { $0 } == (damage == nil ? [] : [warning]))
  }

  @Test func aRunWithoutAWritableFolderGoesOn() async throws {
    let folder = try temporaryFolder()
    let warnings = Locked<[String]>([])
    let report = RunResultsReport(
      of: folder.appendingPathComponent("run"),
      in: RunStore(in: try folder.write("no folder", to: "store")) { text in
        warnings.withLock { $0.append(text) }
      })
    Self.events([("opens", .passed)]).forEach(report.report)
    report.finish()
    #expect(report.isComplete)
    expect(warnings.withLock { $0.map { $0.prefix(24) } }, equals: ["The run is not recorded:"])
  }

  // MARK: Outstanding examples

  private static let both: Outcomes = [("opens", failed), ("jams", failed)]

  /// Runs, and the names of the failures that remain.
  @Test(arguments: [
    ([events(both + [("rings", .passed)])], "jams opens"),
    ([events(both), events([("opens", .passed)], notSelected: 2)], "jams"),
    ([events(both), events([("jams", .flaky)], notSelected: 2)], "opens"),
    ([events(both), events([("rings", failed)], notSelected: 2)], "jams opens rings"),
    // A failing group is outstanding too.
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
  func failuresStayUntilTheyPass(runs: [[Event]], outstanding: String) async throws {
    let folder = try temporaryFolder()
    for (number, run) in runs.enumerated() { try Self.add(run, as: "\(number)", in: folder) }
    let names = Self.store(folder).state.outstanding.map { ExampleID(text: $0).name }
    expect(names.sorted().joined(separator: " "), equals: outstanding)
  }

  @Test func theLineThatRunsThemAgainIsShort() {
    let invocation = Invocation(
      packagePath: "my shop", command: RunFacts.Command(profile: "ci", platform: "iPad"),
      buildOptions: ["--scratch-path", "b"])
    #expect(
      invocation.rerunFailed(seed: 7).hasSuffix(
        " test --package-path 'my shop' --profile ci --platform iPad --only-failures --seed 7 -- --scratch-path b"
      ))
  }

  // MARK: Runs whose tools were killed

  @Test func aRunWhoseToolWasKilledIsReadFromItsLog() async throws {
    let folder = try temporaryFolder()
    let record = try RunFolder(in: folder)
    let writer = try EventLogWriter(path: record.log.path)
    let events = Self.events([("opens", .passed), ("jams", Self.failed)], finished: false)
    events.forEach(writer.report)
    // A run in progress records itself.
    expect(Self.history(of: "opens", in: folder).marks, equals: [""])
    record.close()
    // The example that was running is run again, but the history does not show a failure.
    let state = RunStore(in: folder).state
    expect(state.outstanding, equals: ["Shop/The till/jams", "Shop/The till/sinks"])
    expect(state.latestRun, equals: record.folder.lastPathComponent)
    expect(Self.history(of: "opens", "jams", "sinks", in: folder).marks, equals: ["p", "f", ""])
    let crash = ProcessEnd(.signal(11), lastOutput: "")
    let crashed = try Self.log(Self.events([], finished: false), in: folder, end: crash)
    expect(Self.history(of: "opens", "sinks", in: folder).marks, equals: ["p-", "f"])
    expect(RunStore(in: folder).state.latestRun, equals: crashed)
  }

  /// Its failures are not known, so a rerun of failures must not seem to have all of them.
  @Test func aKilledRunThatCannotBeReadIsNamed() async throws {
    let folder = try temporaryFolder()
    let record = try RunFolder(in: folder)
    try Data("junk".utf8).write(to: record.log)
    record.close()
    let (_, warnings) = Self.history(of: "opens", in: folder)
    expect(
      warnings,
      equals: [
        "The failures of an earlier run are not known. \(record.log.path) is no event log. Give a file that "
          + "--report log=PATH or exemplar test has written."
      ])
    // Many are one warning.
    for _ in 0..<2 {
      let other = try RunFolder(in: folder)
      try Data("junk".utf8).write(to: other.log)
      other.close()
    }
    let (_, all) = Self.history(of: "opens", in: folder)
    expect(all.count, equals: 1)
    let begin =
      "The failures of 3 earlier runs are not known. The first of them: \(record.log.path) is"
    expect(all.first?.hasPrefix(begin), equals: true)
  }

  @Test func aReportAddsToTheFailuresOfEarlierRuns() async throws {
    let folder = try temporaryFolder()
    let store = RunStore(in: folder) { Testing.Issue.record("\($0)") }
    expect(store.state, equals: PackageState())
    _ = try Self.log(Self.events(Self.both), in: folder)
    let run = try folder.subfolder("9999")
    let report = RunResultsReport(of: run, in: store, since: store.state)
    Self.events([("jams", .passed)], notSelected: 1).forEach(report.report)
    report.finish()
    expect(store.state.outstanding, equals: ["Shop/The till/opens"])
    expect(store.state.durations, equals: [Self.till: 0])
    let list = try RerunRequest.outstanding(in: store.state).list(in: folder)
    try expect(String(contentsOfFile: list, encoding: .utf8), equals: "Shop/The till/opens")
  }
}

/// Runs that are recorded at the same time, or late.
struct SimultaneousRunsTests {
  private static func results(
    _ name: String, _ outcome: Outcome, since state: PackageState, isPart: Bool = true
  ) -> RunResults {
    var results = RunResults(since: state, scope: isPart ? .selection : .everything)
    for event in [
      Event.runStart(seed: 1, notSelected: isPart ? 3 : 0),
      .exampleEnd(ExampleID(["Shop", "The till", name]), outcome), .runEnd(seed: 1),
    ] { results.record(.event(event), at: 1) }
    return results
  }

  /// Four runs end at the same time, in any order: each has its failure, and settles that of the round before.
  @Test func eachFailureOfRunsThatEndAtTheSameTimeIsKept() async throws {
    let folder = try temporaryFolder()
    for round in 0..<100 {
      let state = RunStore(in: folder).state
      await withTaskGroup { group in
        for index in 0..<4 {
          group.addTask {
            let store = RunStore(in: folder) { Testing.Issue.record("\($0)") }
            let run = try! folder.subfolder("\(1000 + round)-\(index)")
            let outcome =
              (round + index).isMultiple(of: 2) ? .passed : Outcome.failed(unexpected: false)
            store.add(Self.results("\(index)", outcome, since: state), of: run)
          }
        }
      }
      let failed = (0..<4).filter { !(round + $0).isMultiple(of: 2) }.map {
        "Shop/The till/\($0)"
      }
      expect(RunStore(in: folder).state.outstanding, equals: Set(failed), "\(round)")
    }
  }

  /// A run of everything that began before another one found a failure, and ended after it, does not settle it.
  @Test func aRunSettlesOnlyWhatWasOutstandingWhenItBegan() async throws {
    let folder = try temporaryFolder()
    let store = RunStore(in: folder) { Testing.Issue.record("\($0)") }
    let runs = try ["1", "2"].map(folder.subfolder)
    let everything = Self.results("opens", .passed, since: store.state, isPart: false)
    store.add(Self.results("jams", .failed(unexpected: false), since: store.state), of: runs[1])
    store.add(everything, of: runs[0])
    expect(store.state.outstanding, equals: ["Shop/The till/jams"])
    expect(store.state.latestRun, equals: "1")
  }

  /// The outcomes of an earlier run are read from its log again: its failures count, and it settles nothing.
  @Test func aRunThatIsReadLateSettlesNothing() async throws {
    let folder = try temporaryFolder()
    let record = try RunFolder(in: folder)
    let log = try RunLog(record.log, EventClock())
    log.begin(RunFacts(), nil)
    log.report(.runStart(seed: 1))
    let (jams, opens) = (
      ExampleID(["Shop", "The till", "jams"]), ExampleID(["Shop", "The till", "opens"])
    )
    log.report(.exampleEnd(jams))
    log.report(.exampleEnd(opens, .failed(unexpected: false)))
    log.report(.runEnd(seed: 1))
    log.finish()
    let store = RunStore(in: folder) { Testing.Issue.record("\($0)") }
    let later = try folder.subfolder("9999")
    store.add(Self.results("jams", .failed(unexpected: false), since: store.state), of: later)
    record.close()
    expect(store.state.outstanding, equals: [jams.text, opens.text])
  }
}
