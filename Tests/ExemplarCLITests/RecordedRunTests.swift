import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// What `exemplar report` makes of logs.
struct RecordedRunTests {
  private static let place = Place(path: "/shop/TillSpec.swift", line: 3)

  private static func spec(_ name: String, examples: [String]) -> [Event] {
    let spec = ExampleID(["Shop", name])
    return [.groupStart(spec, at: place)]
      + examples.flatMap { example -> [Event] in
        let id = spec.appending(example)
        return [.exampleStart(id, at: place), .exampleEnd(id, duration: 0.25)]
      } + [.groupEnd(spec, duration: 1)]
  }

  private static func start(seed: UInt64 = 7, specs: Int = 1, examples: Int) -> Event {
    .runStart(seed: seed, order: .random, specs: specs, examples: examples)
  }

  private static func end(passed: Int, runFailures: Int = 0) -> Event {
    .runEnd { summary in
      (summary.executed, summary.passed, summary.duration) = (passed, passed, 2)
      summary.runFailures = runFailures
    }
  }

  /// A run of one example.
  private static let run =
    [start(examples: 1)] + spec("A till", examples: ["opens"])
    + [end(passed: 1)]

  /// Writes a log; one that is not finished is of a process that was killed.
  private func write(
    _ events: [Event], _ name: String, in folder: URL, end: ProcessEnd? = ProcessEnd(.status(0))
  ) throws -> String {
    let path = folder.appendingPathComponent(name).path
    let writer = try EventLogWriter(path: path)
    events.forEach { writer.report($0) }
    if end?.way == .status(0) { writer.finish() }
    if let end { try EventLogWriter.record(end, inLogAt: path) }
    return path
  }

  private func replay(_ path: String) throws -> [Event] {
    var events: [Event] = []
    _ = try RecordedLog(path: path).replay { events.append($0) }
    return events
  }

  @Test func aRunIsToldAsItWas() async throws {
    let path = try write(Self.run + Self.run, "a.exlog", in: temporaryFolder())
    try expect(replay(path), equals: Self.run + Self.run)
  }

  /// A log whose process ended badly is shown as a run that failed.
  @Test func aRecordedRunWithABadEndHasFailed() async throws {
    let path = try write(
      Self.run, "a.exlog", in: temporaryFolder(), end: ProcessEnd(.status(3), lastOutput: "bye"))
    let issue = Issue(
      "The process ended with status 3 after its examples had finished.\nThe last that it wrote:\nbye",
      cause: .endOfProcess)
    try expect(
      replay(path),
      equals: Self.run.dropLast() + [
        .issue(issue), Self.end(passed: 1, runFailures: 1),
      ])
  }

  @Test func whatOnlyTheToolKnewComesBeforeTheEnd() async throws {
    let folder = try temporaryFolder()
    let events = [Self.start(examples: 1)] + Self.spec("A till", examples: ["opens"])
    let found = IssueRecorded(id: nil, issue: Issue("nothing runs it", at: Self.place))
    let path = try write(
      events + [Self.end(passed: 1), .issueRecorded(found)], "a.exlog", in: folder)
    let end = Self.end(passed: 1, runFailures: 1)
    try expect(replay(path), equals: events + [.issueRecorded(found), end])
  }

  @Test func whatWasRunningHasFailed() async throws {
    let folder = try temporaryFolder()
    let id = ExampleID(["Shop", "A till", "opens"])
    let events = [
      Self.start(examples: 1), .groupStart(id.parent!, at: Self.place),
      .exampleStart(id, at: Self.place),
    ]
    let path = try write(events, "a.exlog", in: folder, end: ProcessEnd(.signal(SIGKILL)))
    let told = try replay(path)
    expect(Array(told.prefix(3)), equals: events)
    expect(told.count, equals: 5)
    let (record, end) = (try #require(told.records.first), try #require(told.ended.first))
    expect(
      record.issue.message, equals: "The process was ended by signal 9 (killed) while this ran.")
    #expect(record.id == id && end.id == id && end.outcome == .failed(unexpected: true))
  }

  /// Each log has workers of its own, and the run begins with the first of them.
  @Test func partsOfARunAreOfOtherWorkers() async throws {
    let folder = try temporaryFolder()
    let paths = ["1", "2"].map { folder.appendingPathComponent($0 + ".exlog").path }
    let begin = Date().timeIntervalSince1970
    for (path, told) in zip(paths, [[(2.0, 1), (3.0, 2), (9.0, 0)], [(1.0, 0), (4.0, 0)]]) {
      let writer = try EventLogWriter(path: path)
      writer.report(.event(Self.start(examples: 1)), from: EventOrigin(time: begin + told[0].0))
      for (index, (time, worker)) in told.dropLast().enumerated() {
        for event in Self.spec("A till", examples: ["\(path.suffix(7)) \(index)"]) {
          writer.report(.event(event), from: EventOrigin(time: begin + time, worker: worker))
        }
      }
      writer.report(.event(Self.end(passed: 1)), from: EventOrigin(time: begin + told.last!.0))
      writer.finish()
      try EventLogWriter.record(ProcessEnd(.status(0)), inLogAt: path)
    }
    let clock = EventClock()
    var told: [String] = []
    _ = try MergedLogs(paths).replay(clock) { event in
      let name: String? =
        switch event {
        case .runStarted: "begin"
        case .exampleStarted(let start): start.id.name
        case .runEnded: "end"
        default: nil
        }
      if let name {
        told.append("\(name): \(Int((clock.now - begin).rounded())) \(clock.worker)")
      }
    }
    expect(
      told,
      equals: ["begin: 1 0", "1.exlog 0: 2 1", "1.exlog 1: 3 2", "2.exlog 0: 1 3", "end: 9 0"])
  }

  @Test func partsOfARunAreToldAsOne() async throws {
    let folder = try temporaryFolder()
    let first = try write(
      [Self.start(examples: 2)] + Self.spec("A till", examples: ["opens", "closes"])
        + Self.spec("A shelf", examples: ["holds"]) + [Self.end(passed: 3)], "1.exlog", in: folder
    )
    let second = try write(
      [Self.start(examples: 1)] + Self.spec("A shelf", examples: ["stands"])
        + [Self.end(passed: 1)], "2.exlog", in: folder)
    let merged = try MergedLogs([first, second])
    var events: [Event] = []
    _ = try merged.replay { events.append($0) }
    let shelf = Self.spec("A shelf", examples: ["holds", "stands"])
    let end = Event.groupEnd(ExampleID(["Shop", "A shelf"]), duration: 2)
    expect(
      events,
      equals: [Self.start(specs: 2, examples: 3)]
        + Self.spec("A till", examples: ["opens", "closes"]) + shelf.dropLast()
        + [end, Self.end(passed: 4)])
  }

  /// Each example that ran counts once.
  @Test func aRunIsNotCountedTwice() async throws {
    let folder = try temporaryFolder()
    let first = try write(Self.run, "1.exlog", in: folder)
    let second = try write(Self.run, "2.exlog", in: folder)
    let mistake = #expect(throws: UsageError.self) { try MergedLogs([first, second]) }
    expect(
      mistake?.message,
      equals:
        "\(second) contains Shop/A till/opens, which \(first) contains too: they are logs of several "
        + "runs. Show each by itself.")
  }

  private static func repetition(_ number: Int, of count: Int, seed: UInt64) -> Event {
    .runStart(seed: seed, order: .random, repetition: number, of: count)
  }

  /// Tests that come after specs that are repeated belong to the last repetition.
  @Test func aRepeatedRunAndOtherTestsAreOne() async throws {
    let folder = try temporaryFolder()
    let spec = Self.spec("A till", examples: ["opens"]) + [Self.end(passed: 1)]
    let first = [Self.repetition(1, of: 2, seed: 3)] + spec
    let plain = try write(
      [Self.start(examples: 1)] + Self.spec("Old tests", examples: ["testFine"])
        + [Self.end(passed: 1)], "plain-tests.exlog", in: folder)
    let worker = try write(
      first + [Self.repetition(2, of: 2, seed: 7)] + spec, "worker-1.exlog", in: folder)
    var told: [Event] = []
    _ = try MergedLogs([plain, worker]).replay { told.append($0) }
    let both = Event.runStart(order: .random, specs: 2, examples: 2, repetition: 2, of: 2)
    expect(
      told,
      equals: first + [both] + spec.dropLast()
        + Self.spec("Old tests", examples: ["testFine"]) + [Self.end(passed: 2)])
    let other = try write(first + [Self.repetition(2, of: 2, seed: 7)], "other.exlog", in: folder)
    #expect(throws: UsageError.self) { try MergedLogs([worker, other]) }
  }

  /// Damage in a log behind the end of the run fails the run in every report.
  @Test func aLogThatIsDamagedBehindTheEndHasFailed() async throws {
    let late = Event.issue(Issue("late", isWarning: true))
    let path = try write(Self.run + [late], "a.exlog", in: temporaryFolder())
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(bytes.lastRange(of: Data("late".utf8)))
    bytes[place.lowerBound] ^= 0xFF
    try bytes.write(to: URL(fileURLWithPath: path))
    var told: [Event] = []
    let ending = try RecordedLog(path: path).replay { told.append($0) }
    let trouble = try #require(ending.trouble)
    expect(told.dropLast(2), equals: Self.run.dropLast()[...])
    guard case .issueRecorded(let record) = told[told.count - 2],
      case .runEnded(let summary)? = told.last
    else {
      Testing.Issue.record("\(told)")
      return
    }
    #expect(record.issue.message == trouble && !summary.isSuccess)
  }

  /// A report that was there before is not taken for one of logs that are not.
  @Test func whereThereIsNothingToShowNoReportIsGreen() async throws {
    let folder = try temporaryFolder()
    let junit = folder.appendingPathComponent("junit.xml")
    for logs in [[folder.path + "/none.exlog"], [folder.path], []] {
      try Data(#"<testsuites name="Exemplar" tests="1" failures="0" errors="0"/>"#.utf8)
        .write(to: junit)
      try await Tool.exemplar(
        ["report", "--package-path", folder.path, "--report", "junit=\(junit.path)"] + logs
      ).expect(2)
      let text = try String(contentsOf: junit, encoding: .utf8)
      #expect(text.contains(#"<error message="There is nothing to show: "#), "\(text)")
    }
  }

  /// Neither the exit status nor a report of a log without events looks like that of a success.
  @Test func anEmptyLogIsNoSuccess() async throws {
    let path = try write([], "a.exlog", in: temporaryFolder())
    try await Tool.exemplar(["report", path, "--report", "tap"]).expect(
      5, prints: "The logs contain no run.", "not ok 1")
  }

  /// The tool notes the exit of a process in the log. Readers derive the failure of the example that was running.
  @Test func anExitThatIsNotedFailsTheRunningExample() async throws {
    let file = try temporaryFolder().appendingPathComponent("run.exlog")
    let events = [Self.start(examples: 1)] + Self.spec("A till", examples: ["opens"]).prefix(2)
    let log = try RunLog(file, EventClock())
    events.forEach(log.report)
    let exit = ProcessExit(way: .signal(SIGSEGV), lastOutput: "oh no", time: EventLog.now)
    log.finish(exit)
    // Later events are not recorded.
    exit.events.forEach(log.report)
    var told: [Event] = []
    let ending = try RecordedLog(path: file.path).replay { told.append($0) }
    expect(ending.exit?.way, equals: exit.way)
    #expect(told.starts(with: events))
    expect(
      told.records.map(\.issue.message),
      equals: [
        "The process was ended by signal 11 (bad memory access) while this ran.\nThe last that it wrote:\noh no"
      ])
    expect(told.ended.last?.outcome, equals: .failed(unexpected: true))
  }

  @Test func logsOfDifferentRunsAreRefused() async throws {
    let folder = try temporaryFolder()
    let first = try write([Self.start(examples: 1)], "1.exlog", in: folder)
    let second = try write([Self.start(seed: 8, examples: 1)], "2.exlog", in: folder)
    let mistake = #expect(throws: UsageError.self) { try MergedLogs([first, second]) }
    expect(mistake?.message, equals: "\(second) is of another run: its seed is 8, not 7.")
  }

  @Test func aRunWithoutALogIsNotKept() async throws {
    let folder = try temporaryFolder()
    let record = try RunFolder(in: folder)
    try RunLog(record.log, EventClock()).finish()
    record.close()
    let empty = try RunFolder(in: folder)
    empty.close()
    expect(RunFolder.folders(in: folder).map(\.path), equals: [record.folder.path])
    expect(RunFolder.latestLogs(in: folder).map(\.path), equals: [record.log.path])
  }

  /// With --specs, no plain test is listed.
  @Test func linesThatRunAgainHaveTheOptionsOfTheRun() async throws {
    let folder = try temporaryFolder()
    let command = RunFacts.Command(specs: true, profile: "ci")
    let record = try RunFolder(in: folder)
    let id = ExampleID(["Shop", "OldTests", "testWrong"])
    let events: [Event] = [
      Self.start(examples: 1), .groupStart(id.spec, at: Self.place),
      .exampleStart(id, at: Self.place),
      .issue(Issue("wrong"), of: id),
      .exampleEnd(id, .failed(unexpected: true)),
      .groupEnd(id.spec),
    ]
    let recording = try RunLog(record.log, EventClock())
    recording.begin(RunFacts(command: command), nil)
    events.forEach(recording.report)
    recording.finish()
    let log = record.log.path
    record.close()
    expect(RunFolder.facts(ofLogAt: log)?.command, equals: command)
    expect(RunFolder.latestLogs(in: folder).map(\.path), equals: [log])
    for arguments in [[log], [record.folder.path]] {
      try await Tool.exemplar(["report"] + arguments).expect(
        prints: " test --specs --profile ci 'Shop/OldTests/testWrong'\n")
    }
    // The options of the run of another log are unknown.
    let other = try write(events, "other.exlog", in: folder)
    #expect(RunFolder.facts(ofLogAt: other) == nil)
    try await Tool.exemplar(["report", other]).expect(prints: " test 'Shop/OldTests/testWrong'\n")
  }

  /// Neither a terminal nor a job of GitHub obeys what is in a log.
  @Test func logsDoNothingToATerminal() async throws {
    let folder = try temporaryFolder()
    let evil = "\u{1B}[2J\u{0}\r::error::one\n::error::two"
    let id = ExampleID(["Shop", "A till", evil])
    let path = try write(
      [
        Self.start(examples: 1), .groupStart(id.spec, at: Self.place),
        .issue(Issue("2 are named “\(evil)”.", isWarning: true), of: id.spec),
        .exampleStart(id, at: Self.place),
        .issue(Issue(evil), of: id),
        .exampleEnd(id, .failed(unexpected: true)),
        .groupEnd(id.spec),
      ], "\u{1B}a.exlog", in: folder)
    func isPlain(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy { $0 == "\n" || !ExampleID.isControl($0) }
    }
    for report in [[], ["--report", "github"], ["--report", "dots"], ["--report", "tap"]] {
      let shown = try await Tool.exemplar(
        ["report", path] + report, environment: ["GITHUB_ACTIONS": "true"])
      #expect(isPlain(shown.output), "\(report): \(shown.output)")
      let commands = shown.output.split(separator: "\n").filter {
        $0.drop { $0 == " " }.hasPrefix("::")
      }
      #expect(commands.allSatisfy { $0.contains(#/^::(error|warning) (file|title)=/#) })
      #expect(commands.isEmpty == (report.last != "github"))
    }
    try await Tool.exemplar(["report", path]).expect(prints: "\n     ::error::two\n")
    let missing = try await Tool.exemplar(["report", folder.path + "/\u{1B}b\u{0B}"])
    #expect(missing.status == 2 && isPlain(missing.errors), "\(missing.errors)")
  }

  /// Nothing of it is left out, and nothing else is shown.
  @Test func aFailureIsShownWhole() async throws {
    let (till, cart) = (ExampleID(["Shop", "A till"]), ExampleID(["Shop", "A cart"]))
    func failing(_ id: ExampleID, _ text: String) -> [Event] {
      let output = AttachmentRecorded(
        id: id, name: AttachmentRecorded.outputName, size: text.utf8.count, text: text)
      return [
        .groupStart(id.spec, at: Self.place), .exampleStart(id, at: Self.place),
        .attachmentRecorded(output), .issue(Issue("\(id.name) is wrong."), of: id),
        .exampleEnd(id, .failed(unexpected: false)), .groupEnd(id.spec),
      ]
    }
    let lines = (1...99).map { "line \($0)\n" }.joined()
    let events =
      [Self.start(specs: 2, examples: 2)] + failing(till.appending("jams"), lines)
      + failing(cart.appending("tips"), "over\n")
    let path = try write(events + [.runEnd(after: events)], "a.exlog", in: temporaryFolder())
    let whole = try await Tool.exemplar(["report", path, "--quiet"])
    whole.expect(
      1, counts: "2 examples: 2 failed ", prints: "59 lines are left out",
      " report \(path) --failure 'Shop/A till/jams'\n")
    for name in ["Shop/A till/jams", "Shop/A till"] {
      let shown = try await Tool.exemplar(["report", path, "--failure", name])
      shown.expect(
        0, prints: "A till › jams\n", "jams is wrong.\n", "  line 99\n", "run it again: ")
      #expect((1...99).allSatisfy { shown.output.contains("  line \($0)\n") }, "\(shown.output)")
      #expect(!shown.output.contains("over"), "\(shown.output)")
    }
    try await Tool.exemplar(["report", path, "--failure", "Shop/A till/opens"]).expect(
      2,
      errors: "Shop/A till/opens did not fail in this run. "
        + "Give the id of a failure as reports print it.")
  }

  @Test func logsAreShownByTheTool() async throws {
    let folder = try temporaryFolder()
    let path = try write(
      [Self.start(examples: 1)] + Self.spec("A till", examples: ["opens"])
        + [Self.end(passed: 1)], "a.exlog", in: folder)
    let shown = try await Tool.exemplar(["report", path])
    expect(shown.status, equals: 0)
    expect(
      shown.output,
      equals: """
        Running 1 example of 1 spec · seed 7

        A till
          ✔ opens 0.25 s

        PASSED · 1 example: 1 passed · 2 s · seed 7

        """)
    let lines = try await Tool.exemplar(["report", folder.path, "--report", "json=-"])
    expect(lines.status, equals: 0)
    #expect(try [Event](lines: lines.output) == (try replay(path)))

    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.dropLast(20).write(to: URL(fileURLWithPath: path))
    let cut = try await Tool.exemplar(["report", path])
    cut.expect(5, prints: "The run did not finish.")
    #expect(cut.errors.hasPrefix("error: The end of the log \(path) is missing, from byte "))
    let none = try await Tool.exemplar(["report", "/dev/null"])
    expect(none.status, equals: 2)
    #expect(none.errors.hasPrefix("error: /dev/null is no event log."))
    try await Tool.exemplar(["report", "--package-path", folder.path]).expect(
      2, errors: "Run exemplar test first, or name a log.")
  }
}

extension FixturePackageTests {
  /// Each row is accounted for once, whatever happens to the process, and the run can be shown again.
  @Test func aWorkerThatIsKilledLosesNothing() async throws {
    let fixture = Fixture.workers
    let folder = try temporaryFolder()
    let live = folder.appendingPathComponent("live.jsonl").path
    let run = try await fixture.test(["KilledSpecs", "--report", "json=\(live)", "--seed", "7"])
    run.expect(1, prints: "last checkpoint: before the end")
    var ended: [String: Outcome] = [:]
    for end in try [Event](linesAt: live).ended {
      #expect(ended.updateValue(end.outcome, forKey: end.id.name) == nil)
    }
    expect(ended.count, equals: 20_000)
    expect(ended.removeValue(forKey: "#12346"), equals: .failed(unexpected: true))
    #expect(ended.values.allSatisfy { $0 == .passed })

    let later = folder.appendingPathComponent("later.jsonl").path
    let shown = try await fixture.exemplar("report", ["--report", "json=\(later)"])
    expect(shown.status, equals: 1)
    #expect(shown.normalized == run.normalized.drop { $0 != "R" })
    try expect([Event](linesAt: later), equals: [Event](linesAt: live))
  }
}
