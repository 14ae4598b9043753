import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarLog

/// The running examples are visible from outside.
struct RunningTests {
  private let spec = ExampleID(["Shop", "A cart"])
  private let here = Place(path: "/shop/CartSpec.swift", line: 12, column: 3)

  private func start(_ name: String) -> Event {
    .exampleStart(spec.appending(name), at: here)
  }

  private func end(_ name: String) -> Event {
    .exampleEnd(spec.appending(name))
  }

  /// The running examples, without times.
  private func running(_ log: EventLog) -> [RunningExample] {
    while log.next() != nil {}
    return log.running.map { running in
      var running = running
      (running.start, running.thread) = (nil, nil)
      return running
    }
  }

  private func example(
    _ name: String, _ phase: Phase = .body, attempt: Int = 1, checkpoint: String? = nil
  ) -> RunningExample {
    var running = RunningExample(
      spec.appending(name), ExampleContext(at: here), phase: phase)
    running.attempt = attempt
    running.checkpoint = checkpoint
    return running
  }

  @Test func codeOutsideOfExamplesIsKnown() async throws {
    try await withLog { writer, log in
      func step(_ title: String?) -> String? {
        writer.record(step: title)
        #expect(log.next() == nil)
        return log.step
      }
      #expect(log.step == nil)
      expect(step("the builder of “A cart”"), equals: "the builder of “A cart”")
      expect(
        step(String(repeating: "é", count: 200)), equals: String(repeating: "é", count: 104) + "…")
      #expect(step(nil) == nil)
    }
  }

  @Test func severalAtOnceEachWithWhatItIsDoing() async throws {
    try await withLog { writer, log in
      expect(running(log), equals: [])
      writer.report(start("a"))
      expect(running(log), equals: [example("a")])
      writer.report(start("b"))
      writer.report(start("c"))
      func step(_ name: String, _ phase: Phase, _ attempt: Int = 1, _ checkpoint: String? = nil) {
        writer.follow(
          ExampleStep(
            id: spec.appending(name), phase: phase, attempt: attempt, checkpoint: checkpoint))
      }
      step("a", .afterEach)
      step("b", .body, 1, "paid")
      step("c", .body, 1, "packed")
      step("c", .beforeEach, 2)
      expect(
        running(log),
        equals: [
          example("a", .afterEach), example("b", checkpoint: "paid"),
          example("c", .beforeEach, attempt: 2),
        ])
      writer.report(end("b"))
      writer.report(end("a"))
      // Nothing finishes twice, nor continues afterwards.
      writer.report(end("a"))
      step("a", .cleanup)
      expect(running(log), equals: [example("c", .beforeEach, attempt: 2)])
      writer.report(start("d"))
      writer.report(end("c"))
      expect(running(log), equals: [example("d")])
    }
  }

  @Test func whatAnAttemptMayDoIsKnown() async throws {
    try await withLog { writer, log in
      writer.report(start("a"))
      func step(_ attempt: Int, retryable: Bool, limit: Duration?) {
        writer.follow(
          ExampleStep(
            id: spec.appending("a"), phase: .afterEach, attempt: attempt, isRetryable: retryable,
            timeLimit: limit))
      }
      step(1, retryable: true, limit: .microseconds(1500))
      var expected = example("a", .afterEach)
      (expected.isRetryable, expected.limit) = (true, .milliseconds(2))
      expect(running(log), equals: [expected])
      #if os(Linux)
        let thread = try #require(log.running[0].thread)
        #expect(FileManager.default.fileExists(atPath: "/proc/self/task/\(thread)"))
      #endif
      step(2, retryable: false, limit: nil)
      expect(running(log), equals: [example("a", .afterEach, attempt: 2)])
    }
  }

  @Test func aLongCheckpointIsCutBetweenCharacters() async throws {
    try await withLog { writer, log in
      writer.report(start("a"))
      for (text, expected) in [
        ("", ""), (String(repeating: "x", count: 208), String(repeating: "x", count: 208)),
        (String(repeating: "x", count: 209), String(repeating: "x", count: 208) + "…"),
        ("x" + String(repeating: "é", count: 300), "x" + String(repeating: "é", count: 103) + "…"),
      ] {
        writer.follow(
          ExampleStep(id: spec.appending("a"), phase: .body, attempt: 1, checkpoint: text))
        expect(running(log), equals: [example("a", checkpoint: expected)])
      }
    }
  }

  /// The tool ends an example by its start; the time that explains a failure does not count.
  @Test func anExplanationMovesTheStart() async throws {
    try await withLog { writer, log in
      writer.report(start("a"))
      func began() throws -> Double {
        _ = running(log)
        return try #require(log.running.first?.start)
      }
      let begin = try began()
      for (seconds, sum) in [(10, 10), (-9.5, 0.5)] {
        writer.follow(
          ExampleStep(id: spec.appending("a"), phase: .body, attempt: 1, delay: seconds))
        #expect(abs(try began() - begin - sum) < 0.001)
      }
      expect(running(log), equals: [example("a")])
    }
  }

  @Test func hooksOfGroupsRunToo() async throws {
    try await withLog { writer, log in
      writer.report(.hooksStart(spec, .afterAll, at: here))
      writer.report(.hooksStart(spec, .cleanup, at: here))
      writer.follow(ExampleStep(id: spec, phase: .cleanup, attempt: 1, checkpoint: "closed"))
      func hooks(_ phase: Phase, _ checkpoint: String? = nil) -> RunningExample {
        var hooks = RunningExample(
          spec, ExampleContext(at: here), isGroupHook: true, phase: phase)
        hooks.checkpoint = checkpoint
        return hooks
      }
      expect(running(log), equals: [hooks(.afterAll), hooks(.cleanup, "closed")])
      writer.report(.hooksEnd(spec, .cleanup))
      expect(running(log), equals: [hooks(.afterAll)])
      writer.report(.hooksEnd(spec, .afterAll))
      expect(running(log), equals: [])
    }
  }

  @Test func manyAtOnceAreAllKnown() async throws {
    try await withLog { writer, log in
      let names = (0..<200).map { "example \($0)" }
      names.forEach { writer.report(start($0)) }
      expect(running(log), equals: names.map { example($0) })
      #expect(log.running.allSatisfy { ($0.start ?? .infinity) <= EventLog.now })
      names.forEach { writer.report(end($0)) }
      expect(running(log), equals: [])
    }
  }

  /// Steps are records, but of a row that has passed no reader wants them.
  @Test func rowsWithStepsAreReadTogether() async throws {
    try await withLog { writer, log in
      func row(_ index: Int) -> ExampleID { spec.appending("row \(index)") }
      for index in 0..<100 {
        writer.report(.exampleStart(row(index), at: here, row: RowReference(name: "\(index)")))
        for phase in [Phase.beforeEach, .body, .afterEach] {
          let step = ExampleStep(
            id: row(index), phase: phase, attempt: 1, checkpoint: "row \(index)")
          #expect(writer.follow(step))
        }
        writer.report(.exampleEnd(row(index)))
        #expect(!writer.follow(ExampleStep(id: row(index), phase: .cleanup, attempt: 1)))
      }
      var (rows, batches) = (0, 0)
      while let batch = log.nextBatch() {
        if case .passedRows(let passed) = batch { rows += passed.count }
        batches += 1
      }
      #expect(rows >= 98 && batches < 50 && log.running == [] && log.damage == nil)
    }
  }

  @Test func whatThePlanLeavesOutDoesNotRun() async throws {
    try await withLogPath { path in
      let writer = try EventLogWriter(path: path)
      for index in 0..<100 {
        let id = spec.appending("\(index)")
        writer.report(.exampleStart(id, at: here, isLeftOut: true))
        writer.report(.exampleEnd(id, .skipped(reason: "later"), attempts: 0))
      }
      writer.report(start("a"))
      expect(running(try EventLog(path: path)), equals: [example("a")])
    }
  }
}
