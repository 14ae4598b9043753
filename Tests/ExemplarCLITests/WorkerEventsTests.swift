import ExemplarCore
import ExemplarReports
import Foundation
import Testing

@testable import ExemplarCLI

/// What the tool makes of what a worker tells, and of a worker that tells no more.
struct WorkerEventsTests {
  private static let id = ExampleID(["Shop", "till", "counts"])

  /// The events that are read of these bytes, and how many lines were none.
  private func read(_ chunks: [Data]) async throws -> (events: [Event], unreadable: Int) {
    try await withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("events").path
      try #require(mkfifo(path, 0o600) == 0)
      let reader = try EventReader(path: path)
      let events = Locked([Event]())
      async let reading: Void = reader.read { event in events.withLock { $0.append(event) } }
      let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      for chunk in chunks { try writer.write(contentsOf: chunk) }
      reader.finish()
      await reading
      return (events.withLock { $0 }, reader.unreadableLines)
    }
  }

  private static func issue(_ message: String) -> Event {
    .issueRecorded(IssueRecorded(id: id, issue: Issue(message)))
  }

  @Test func linesMayComeInPiecesOfAnySize() async throws {
    let events = (1...20).map { Self.issue("book \($0)") }
    let bytes = try Data(events.flatMap { try EventLine.encode($0) + [0x0A] })
    for size in [1, 7, 100, bytes.count] {
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        bytes[$0..<min($0 + size, bytes.count)]
      }
      let result = try await read(chunks)
      #expect(result.events == events)
      #expect(result.unreadable == 0)
    }
  }

  /// Each byte is looked at once: otherwise this takes minutes.
  @Test func aLineMayBeLong() async throws {
    let events = [Self.issue(String(repeating: "x", count: 16 << 20)), Self.issue("short")]
    let result = try await read(try events.map { try EventLine.encode($0) + [0x0A] })
    #expect(result.events == events)
  }

  @Test func aLineThatBreaksOffIsCounted() async throws {
    let event = Self.issue("whole")
    let line = try EventLine.encode(event)
    let result = try await read([line + [0x0A], line.prefix(10)])
    #expect(result.events == [event])
    #expect(result.unreadable == 1)
  }

  @Test func aCrashTellsHowLongItsExampleRan() {
    let time = Locked(5.0)
    var stream = RunStream(stopsAtFailure: false, now: { time.withLock { $0 } })
    stream.take(.runStarted(RunStarted(seed: 1, order: .defined, specs: 1, examples: 1)))
    stream.take(
      .exampleStarted(ExampleStarted(Self.id, ExampleContext(at: Place(path: "Till.swift")))))
    time.withLock { $0 = 7.5 }
    let events = stream.events(
      forEnd: Worker.End(status: .signaled(SIGSEGV), errorTail: ""))
    let ended = events.compactMap { event in
      if case .exampleEnded(let end) = event { end } else { nil }
    }
    #expect(
      ended == [
        ExampleEnded(id: Self.id, outcome: .failed(unexpected: true), duration: 2.5)
      ])
  }

  @Test func whatAKilledToolLeftIsSwept() throws {
    let parent = FileManager.default.temporaryDirectory
      .appendingPathComponent("exemplar-sweep-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: parent) }
    let left = parent.appendingPathComponent("exemplar-worker-left")
    let other = parent.appendingPathComponent("exemplar-worker-without-a-lock")
    for folder in [left, other] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Data().write(to: left.appendingPathComponent("lock"))
    let first = try WorkerFolder(in: parent)
    let second = try WorkerFolder(in: parent)
    let exists = { FileManager.default.fileExists(atPath: $0) }
    #expect(!exists(left.path))
    #expect(exists(other.path))
    #expect(exists(first.url.path) && exists(second.url.path))
    first.remove()
    second.remove()
    #expect(!exists(first.url.path) && !exists(second.url.path))
  }

  @Test func sourcesAddTheirFindingsToEachRun() {
    let issue = Issue("“shelf” is made by describe", at: Place(path: "Shelf.swift", line: 3))
    var summary = RunSummary(seed: 1)
    summary.finished = true
    for isStrict in [false, true] {
      let findings = SourceFindings([issue], isStrict: isStrict)
      let start = Event.runStarted(RunStarted(seed: 1, order: .defined, specs: 1, examples: 1))
      #expect(findings.adding(to: start).count == 2)
      guard case .runEnded(let end)? = findings.adding(to: .runEnded(summary)).first else {
        Testing.Issue.record("The run does not end.")
        continue
      }
      #expect(end.isSuccess == !isStrict)
      #expect((end.warnings, end.runFailures) == (isStrict ? (0, 1) : (1, 0)))
    }
  }
}
