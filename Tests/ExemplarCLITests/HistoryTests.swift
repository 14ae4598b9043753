import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import Testing

@testable import ExemplarCLI

/// What became of examples in earlier runs, which reports show.
struct HistoryTests {
  private static let till = ExampleID(["Shop", "The till"])
  private static let failed = Outcome.failed(unexpected: false)

  private static func events(_ outcomes: [(String, Outcome)]) -> [Event] {
    [.runStarted(RunStarted(seed: 1, order: .defined, specs: 1, examples: outcomes.count))]
      + outcomes.flatMap { name, outcome -> [Event] in
        let id = till.appending(name)
        return [
          .exampleStarted(ExampleStarted(id, ExampleContext())),
          .exampleEnded(ExampleEnded(id: id, outcome: outcome, duration: 0.25)),
        ]
      }
  }

  /// Notes a run, as its tool does at its end.
  private static func note(_ outcomes: [(String, Outcome)], as run: String, in folder: URL) {
    var file = HistoryFile()
    for event in events(outcomes) { file.note(event, at: Double(run.utf8.count)) }
    HistoryFolder(in: folder) { Testing.Issue.record("\($0)") }.note(file, ofRun: run)
  }

  /// What the history tells of examples, and what it warns of.
  private static func history(
    of names: String..., in folder: URL, before date: Double = .infinity
  ) -> (pasts: [String], warnings: [String]) {
    let warnings = Locked<[String]>([])
    let history = HistoryFolder(in: folder) { text in warnings.withLock { $0.append(text) } }
      .history(before: date)
    var keys = ExampleKeys()
    let pasts = names.map { name in
      String((history?.marks(of: keys.key(of: till.appending(name))) ?? []).map(\.letter))
    }
    return (pasts, warnings.withLock { $0 })
  }

  private static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent("exemplar/history"), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  @Test func eachRunIsRemembered() async throws {
    try await withTemporaryFolder { folder in
      #expect(Self.history(of: "opens", in: folder).pasts == [""])
      Self.note([("opens", .passed), ("jams", Self.failed)], as: "1", in: folder)
      Self.note([("jams", .flaky), ("rings", .skipped(reason: ""))], as: "22", in: folder)
      Self.note([("opens", .blocked(by: Self.till))], as: "333", in: folder)
      #expect(
        Self.history(of: "opens", "jams", "rings", "sinks", in: folder).pasts
          == ["p-b", "fx-", "s-", ""])
      // Whoever shows the second run knows the first.
      #expect(Self.history(of: "opens", "jams", in: folder, before: 2).pasts == ["p", "f"])
    }
  }

  @Test func whatRanSeveralTimesInOneRunIsOneMark() async throws {
    try await withTemporaryFolder { folder in
      Self.note(
        [("opens", .passed), ("jams", Self.failed), ("opens", Self.failed), ("jams", Self.failed)],
        as: "1", in: folder)
      #expect(Self.history(of: "opens", "jams", in: folder).pasts == ["x", "f"])
    }
  }

  @Test func durationsKeepSixDigits() {
    for duration in [0, 1e-7, 0.001_234_56, 12.345_6, 86_400] {
      let mark = RunMark(.passed, duration: duration)
      #expect(abs(mark.duration - duration) <= duration * 1e-6)
      #expect(mark.hasPassed)
    }
    #expect(RunMark(Self.failed, duration: .nan).duration == 0)
    #expect(RunMark(Self.failed, duration: .infinity).letter == "f")
    #expect(RunMark(.passed, duration: -1).letter == "p")
  }

  /// A tool that was killed has noted nothing. What still ran then has not failed by that.
  @Test func aRunWhoseToolWasKilledIsReadFromItsLog() async throws {
    try await withTemporaryFolder { folder in
      let record = try RunRecord(in: folder)
      let writer = try EventLogWriter(path: record.log.path)
      let running = ExampleStarted(Self.till.appending("sinks"), ExampleContext())
      for event in Self.events([("opens", .passed), ("jams", Self.failed)]) {
        writer.report(event)
      }
      writer.report(.exampleStarted(running))
      // As long as it runs, nobody else tells what became of it.
      #expect(Self.history(of: "opens", in: folder).pasts == [""])
      record.close()
      #expect(Self.history(of: "opens", "jams", "sinks", in: folder).pasts == ["p", "f", ""])
      // Where it is known how the process ended, what ran has.
      let crashed = try RunRecord(in: folder)
      let log = try EventLogWriter(path: crashed.log.path)
      for event in Self.events([]) + [.exampleStarted(running)] { log.report(event) }
      try EventLogWriter.note(
        ProcessEnd(.signal(11), lastOutput: ""), inLogAt: crashed.log.path)
      crashed.close()
      #expect(Self.history(of: "opens", "sinks", in: folder).pasts == ["p-", "f"])
    }
  }

  /// What had to go for later runs is not read from its log again, as long as that is there.
  @Test func whatWasForgottenIsNotReadAgain() async throws {
    try await withTemporaryFolder { folder in
      let limit = HistoryFile.size(of: 3) + HistoryFile.size(of: 1)
      let history = HistoryFolder(in: folder, sizeLimit: limit)
      func record(_ run: String, _ count: Int) throws {
        let record = RunRecord.runs(in: folder).appendingPathComponent(run)
        try FileManager.default.createDirectory(at: record, withIntermediateDirectories: true)
        try Data().write(to: record.appendingPathComponent("lock"))
        let log = try EventLogWriter(path: record.appendingPathComponent("run.exlog").path)
        let outcomes = (0..<count).map { ("example \($0)", Outcome.passed) }
        Self.events(outcomes).forEach(log.report)
        log.finish()
      }
      func files() throws -> [String] { try Self.files(in: folder).map(\.lastPathComponent) }
      func change() throws -> Date? {
        let path = folder.appendingPathComponent("exemplar/history").path
        return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      }
      // Those of tools that were killed are read.
      try record("1", 2)
      history.complete()
      #expect(try files() == ["1.exhistory"])
      try record("3", 3)
      history.complete()
      #expect(try files() == ["3.exhistory"])
      let date = try change()
      history.complete()
      #expect(try change() == date)
      // There is room for a short one, though it began before.
      try record("2", 1)
      history.complete()
      #expect(try files() == ["2.exhistory", "3.exhistory"])
      #expect(RunRecord.folders(in: folder).count == 3)
    }
  }

  @Test func whatIsDamagedIsLeftOutWithAWarning() async throws {
    try await withTemporaryFolder { folder in
      for run in ["1", "22", "333", "4444"] { Self.note([("opens", .passed)], as: run, in: folder) }
      let files = try Self.files(in: folder)
      var data = try Data(contentsOf: files[0])
      data[28] ^= 1
      try data.write(to: files[0])
      try Data(try Data(contentsOf: files[1]).dropLast(3)).write(to: files[1])
      try Data("[]".utf8).write(to: files[2])
      let (pasts, warnings) = Self.history(of: "opens", in: folder)
      #expect(pasts == ["p"])
      #expect(
        warnings == [
          "The history of an earlier run, \(files[0].path), is left out: it is damaged.",
          "The history of an earlier run, \(files[1].path), is left out: it is damaged.",
          "The history of an earlier run, \(files[2].path), is left out: it is not a history file of Exemplar.",
        ])
      // It is said once.
      #expect(Self.history(of: "opens", in: folder) == (["p"], []))
    }
  }

  @Test func thatOfALaterVersionStays() async throws {
    try await withTemporaryFolder { folder in
      Self.note([("opens", .passed)], as: "1", in: folder)
      let file = try #require(try Self.files(in: folder).first)
      var data = try Data(contentsOf: file)
      data[8] = 2
      try data.write(to: file)
      for _ in 0..<2 {
        #expect(
          Self.history(of: "opens", in: folder) == (
            [""],
            [
              "The history of an earlier run, \(file.path), is left out: a later version of Exemplar wrote "
                + "it, in form 2."
            ]
          ))
      }
    }
  }

  @Test func theOldestAreForgotten() async throws {
    try await withTemporaryFolder { folder in
      let runs = (0..<HistoryFolder.limit + 5).map { "run \(1000 + $0)" }
      // Runs side by side end in any order.
      for run in runs.shuffled() { Self.note([("opens", .passed)], as: run, in: folder) }
      let kept = try Self.files(in: folder).map { $0.deletingPathExtension().lastPathComponent }
      #expect(kept == Array(runs.suffix(HistoryFolder.limit)))
    }
  }

  @Test func whereItCannotBeWrittenTheRunIsToldAndGoesOn() async throws {
    try await withTemporaryFolder { folder in
      try Data().write(to: folder.appendingPathComponent("exemplar"))
      let warnings = Locked<[String]>([])
      let report = HistoryReport(
        run: "1", in: HistoryFolder(in: folder) { text in warnings.withLock { $0.append(text) } })
      for event in Self.events([("opens", .passed)]) { report.report(event) }
      report.finish()
      #expect(report.isComplete)
      #expect(
        warnings.withLock {
          $0.map { $0.hasPrefix("The outcomes could not be saved") }
        }
          == [true])
    }
  }
}
