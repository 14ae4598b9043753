import ExemplarCore
import ExemplarLog
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

#if !os(Windows)
  /// Processes that hang where no example runs.
  @Suite(.apart) struct HangTests {
    private static let limit = Duration.milliseconds(300)

    /// A program that stops itself, or never comes to its specs.
    private static let scripts = [
      "kill -STOP $$", "sleep 600 & kill -STOP $$; wait", "exec sleep 600",
      "trap '' TERM; while :; do sleep 1; done",
    ]

    private func withProgram(
      _ script: String, _ body: (TestProgram, RunOptions) async throws -> Void
    ) async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("hang-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appendingPathComponent("program")
      try "#!/bin/sh\n\(script)\n".write(to: url, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
      var options = RunOptions()
      options.planningTimeout = Self.limit
      let program = TestProgram(url: url, options: [.planningTimeout: "300ms"])
      try await body(program, options)
    }

    /// A loaded machine may let the limit of planning pass before the program has stopped itself.
    private func expect(_ complaint: String?) throws {
      let complaint = try #require(complaint)
      #expect(complaint.contains("0.3 s (--planning-timeout)"))
    }

    /// What a clock reports of a process at seconds 0, 1, 2 and so on, of which it is stopped at some.
    @Test(
      arguments: [
        // It plans at once, and is stopped later.
        ([false, false, true, true, true, true, true], 0, 6, "The process was stopped"),
        // It continues in between.
        ([true, true, false, true, true, true], 0, nil, nil),
        // It is stopped when the time to plan has passed.
        ([false, false, false, true, true, true, true, true], 9, 7, "The process was stopped"),
        // It never plans, and has a second more than the limit.
        (
          [false, false, false, false, false, false], 9, 5, "The specs were not planned within 3 s"
        ),
        // It plans late.
        ([false, false, false, false, false, false], 4, nil, nil),
      ] as [([Bool], Int, Int?, String?)])
    func aStallIsReported(stops: [Bool], planned: Int, second: Int?, message: String?) {
      var options = RunOptions()
      options.planningTimeout = .seconds(3)
      var clock = StallClock(options)
      let complaints = stops.enumerated().map { time, isStopped in
        clock.complaint(
          isStopped: isStopped, planningStart: time < planned ? 0 : nil, now: Double(time),
          place: " in the builder of “A till”")
      }
      #expect(complaints.firstIndex { $0 != nil } == second)
      if let message, let complaint = complaints.compactMap(\.self).first {
        #expect(complaint.hasPrefix(message))
        #expect(complaint.hasSuffix(" (--planning-timeout) in the builder of “A till”."))
      }
    }

    @Test(.timeLimit(.minutes(10)), arguments: scripts)
    func aWorkerIsKilled(script: String) async throws {
      try await withProgram(script) { program, options in
        let settings = PoolSettings(
          programs: [program], directory: "/", run: options, jobs: 1, durations: [:],
          print: { _ in })
        let result = await WorkerPool(settings, sink: EventSink { _ in }).run()
        let death = try #require(result.earlyDeath)
        #expect(death.isOfSpecs)
        try expect(death.reason)
        #expect(death.reason?.hasSuffix(" in program. The process was killed.") == true)
      }
    }

    @Test(.timeLimit(.minutes(10)), arguments: scripts)
    func aProcessThatListsIsKilled(script: String) async throws {
      try await withProgram(script) { program, _ in
        let worker = Worker(
          program: program.url, directory: "/", options: program.options, output: { _ in })
        let end = try await worker.run { _ in }
        #expect(end.status.way == .signal(SIGKILL))
        try expect(end.errorTail)
      }
    }

    /// A row source that hangs fails its outline at once; what ran beside it runs again.
    @Test func rowsThatHangFailTheirOutline() {
      let told = RunAccountTests.Told()
      let outline = RunAccountTests.spec.appending("sells")
      told.tell(
        .groupStarted(GroupStarted(id: RunAccountTests.spec, place: RunAccountTests.place)),
        .groupStarted(GroupStarted(id: outline, place: RunAccountTests.place, isOutline: true)),
        .exampleStarted(
          ExampleStarted(
            outline.appending("one"),
            ExampleContext().inner(row: RowReference(name: "one", place: nil), adding: nil))),
        .exampleEnded(ExampleEnded(id: outline.appending("one"), outcome: .passed)))
      var death = RunAccountTests.killed
      death.cause = .hang("The row source of “A till › sells” gave no row within 2 s.", of: outline)
      let rest = told.die(death)
      #expect(rest?.done.contains(outline) == true)
      #expect(told.text == "run (A till (sells one ✔ rows issue of rows ✘ )")
      #expect(
        told.issues == [
          "The row source of “A till › sells” gave no row within 2 s. The process was killed."
        ])
    }
  }
#endif
