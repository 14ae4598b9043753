import Exemplar
import ExemplarCore
import ExemplarLog
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The handling of the events of a worker, and of a worker that has stopped reporting.
struct WorkerEventsTests {
  private static let id = ExampleID(["Shop", "till", "counts"])

  private static let shop = Place(path: "Till.swift", line: 3)
  private static let start: [Event] = [
    .runStart(seed: 1),
    .groupStart(id.parent!, at: shop),
    .exampleStart(id, at: shop),
  ]

  private func withLogPath(_ body: (String) async throws -> Void) async throws {
    try await body(temporaryFolder().appendingPathComponent("worker.exlog").path)
  }

  @Test func aLogIsReadFromItsFirstEventToTheEndOfTheWorker() async throws {
    try await withLogPath { path in
      let follower = LogFollower(path: path)
      let events = Locked([Event]())
      async let reading = follower.read { batches in
        events.withLock { events in
          for batch in batches { batch.events.forEach { events.append($0) } }
        }
      }
      // It waits until there is a log.
      try await Task.sleep(for: .milliseconds(5))
      let writer = try EventLogWriter(path: path)
      Self.start.forEach { writer.report($0) }
      writer.follow(ExampleStep(id: Self.id, phase: .body, attempt: 1, checkpoint: "paid"))
      follower.finish()
      let result = await reading
      expect(events.withLock { $0 }, equals: Self.start)
      expect(result.running.map(\.id), equals: [Self.id])
      expect(result.running.map(\.checkpoint), equals: ["paid"])
      #expect(result.exists && result.trouble == nil)
    }
  }

  @Test func aWorkerWithoutALogHasToldNothing() async throws {
    try await withLogPath { path in
      let follower = LogFollower(path: path)
      follower.finish()
      let result = await follower.read { _ in
        Testing.Issue.record("There is nothing to tell.")
      }
      #expect(!result.exists && result.trouble == nil)
    }
  }

  @Test func aLogThatCannotBeReadIsNamed() async throws {
    try await withLogPath { path in
      let writer = try EventLogWriter(path: path)
      Self.start.forEach { writer.report($0) }
      writer.finish()
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      bytes[bytes.count - 4] ^= 1
      try bytes.write(to: URL(fileURLWithPath: path))
      let follower = LogFollower(path: path)
      follower.finish()
      let damaged = await follower.read { _ in }
      expect(damaged.trouble?.contains("is damaged at byte"), equals: true)
      bytes[8] = 9
      try bytes.write(to: URL(fileURLWithPath: path))
      let newer = LogFollower(path: path)
      newer.finish()
      await expect(newer.read { _ in }.trouble?.contains("has the format version 9"), equals: true)
    }
  }

  @Test func aCrashTellsWhatItsExampleWasDoingAndHowLongItRan() {
    var example = RunningExample(Self.id, ExampleContext(at: Self.shop), phase: .beforeEach)
    example.attempt = 2
    example.checkpoint = "opened"
    example.start = 5
    let end = ProcessEnd(.signal(SIGSEGV), lastOutput: "oh no", time: 7.5)
    expect(
      ProcessExit(end, running: [example]).events,
      equals: [
        .issue(
          Issue(
            "The process was ended by signal 11 (bad memory access) while this ran.\n"
              + "The last that it wrote:\noh no", at: Self.shop, phase: .beforeEach,
            checkpoint: "opened", context: ExampleContext(at: Self.shop), cause: .endOfProcess),
          of: Self.id),
        .exampleEnd(Self.id, .failed(unexpected: true), duration: 2.5, attempts: 2),
      ])
  }

  /// A worker that lives, such as one that shuts down a fixture, keeps its folder.
  @Test func whatAKilledToolLeftIsSwept() async throws {
    let parent = try temporaryFolder()
    let left = parent.appendingPathComponent("exemplar-worker-left")
    let busy = try parent.subfolder("exemplar-worker-busy")
    try busy.write("", to: "lock")
    let program = """
      import fcntl, os, time
      os.chdir(os.environ["FOLDER"])
      file = open("worker", "w")
      fcntl.lockf(file, fcntl.LOCK_EX)
      open("locked", "w")
      time.sleep(600)
      """
    let worker = try Tool.start(
      URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", program],
      environment: ["FOLDER": busy.path])
    defer { worker.terminate() }
    let locked = busy.appendingPathComponent("locked").path
    while worker.isRunning, !FileManager.default.fileExists(atPath: locked) {
      try await Task.sleep(for: .milliseconds(5))
    }
    let other = try parent.subfolder("exemplar-worker-without-a-lock")
    try left.write("", to: "lock")
    let first = try WorkerFolder(in: parent)
    WorkerFolder.sweep(parent)
    let second = try WorkerFolder(in: parent)
    let exists = { FileManager.default.fileExists(atPath: $0) }
    #expect(!exists(left.path))
    #expect(exists(other.path))
    #expect(exists(first.url.path) && exists(second.url.path) && exists(busy.path))
    kill(worker.processIdentifier, SIGKILL)
    #expect(try await exits(worker.processIdentifier))
    WorkerFolder.sweep(parent)
    #expect(!exists(busy.path))
    first.remove()
    second.remove()
    #expect(!exists(first.url.path) && !exists(second.url.path))
  }
}
