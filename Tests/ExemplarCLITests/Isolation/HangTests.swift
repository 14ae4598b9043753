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
      let folder = try TemporaryFolder()
      let url = folder.url.appendingPathComponent("program")
      try writeProgram("#!/bin/sh\n\(script)\n", to: url)
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
        clock.problem(
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
          programs: [program], directory: "/", run: options, jobs: 1, durationClasses: [:],
          print: { _ in })
        let result = await WorkerPool(settings, Locked(StreamMerger { _ in })).run()
        let exit = try #require(result.exit)
        #expect(exit.isEarly && !exit.isWithoutSpecs)
        try expect(exit.issue.message)
        #expect(exit.issue.message.hasSuffix(" in program. The process was killed."))
      }
    }

    @Test(.timeLimit(.minutes(10)), arguments: scripts)
    func aProcessThatListsIsKilled(script: String) async throws {
      try await withProgram(script) { program, _ in
        let worker = try WorkerProcess(program, directory: "/", takesOrders: false)
        let end = try await worker.runAlone { _ in }
        #expect(end.exit.way == .signal(SIGKILL))
        try expect(end.exit.issue.message)
      }
    }

    /// No process waits for a child that keeps the output open: neither a list nor tests of a library.
    @Test(.timeLimit(.minutes(5))) func outputThatIsKeptOpenDelaysNothing() async throws {
      let script = #"echo one; echo two >&2; sleep 600 & echo $! >> "$0.children""#
      try await withProgram(script) { program, options in
        defer {
          let text = try? String(contentsOfFile: program.url.path + ".children", encoding: .utf8)
          for child in (text ?? "").split(separator: "\n").compactMap({ pid_t($0) }) {
            kill(child, SIGKILL)
          }
        }
        let output = Locked(Data())
        // A loaded machine takes its time.
        var options = options
        options.planningTimeout = .seconds(120)
        let program = TestProgram(url: program.url, options: [:])
        let worker = try WorkerProcess(program, directory: "/", takesOrders: false)
        let end = try await worker.runAlone(
          output: { bytes in output.withLock { $0 += bytes } }, { _ in })
        #expect(end.exit.isSuccess)
        #expect(end.exit.lastOutput == "two")
        #expect(String(decoding: output.withLock { $0 }, as: UTF8.self) == "one\ntwo\n")
        let process = ForeignTestProcess(program: program.url, directory: "/", options: options)
        let exit = try await process.run([])
        #expect(exit.isSuccess && exit.cause == nil)
      }
    }

    /// A list that cannot be made is no list without tests.
    @Test(.timeLimit(.minutes(5)), arguments: ["Swift Testing", "XCTest"])
    func aProcessThatDoesNotListItsTestsIsAnError(library: String) async throws {
      let status = library == "XCTest" ? 69 : 3
      let script = "case \"$*\" in *swift-testing*) exit \(status) ;; esac; exit 3"
      try await withProgram(script) { program, options in
        var options = options
        options.planningTimeout = .seconds(120)
        let process = ForeignTestProcess(program: program.url, directory: "/", options: options)
        let error = await #expect(throws: UsageError.self) { _ = try await process.tests() }
        let messages = [
          "Swift Testing":
            "The process ended with status 3 while it listed the tests of Swift Testing.",
          "XCTest": "The process ended with status 3 while it listed the tests of XCTest.",
        ]
        #expect(error?.message == messages[library])
      }
    }

    /// A process of other tests that hangs in its exit is killed without `--timeout`, with its children.
    @Test(.timeLimit(.minutes(5))) func otherTestsWhoseExitHangsFailTheRun() async throws {
      let script = #"""
        case "$*" in
        *swift-testing*) exit 69 ;;
        *--list-tests*) echo "Listing 1 tests in Shop:"; echo Shop.OldTests/testFine; exit 0 ;;
        esac
        echo "Test Suite 'Selected tests' started at 2026-03-14 09:26:53.590"
        echo "Test Case 'OldTests.testFine' started at 2026-03-14 09:26:53.590"
        echo "Test Case 'OldTests.testFine' passed (0.1 seconds)"
        echo "Test Suite 'Selected tests' passed at 2026-03-14 09:26:53.590"
        printf '\t Executed 1 test, with 0 failures (0 unexpected) in 0.1 (0.1) seconds\n'
        setsid sleep 600 &
        echo $! > "$0.child"
        wait
        """#
      try await withProgram(script) { program, options in
        var options = options
        options.planningTimeout = .seconds(120)
        options.grace = .zero
        let tests = try await ForeignTestRun(
          [program.url], in: "/", options, output: { _ in })
        let events = Locked<[Event]>([])
        let left = try await tests.run(
          .init(options: options) { event, _ in events.withLock { $0.append(event) } })
        #expect(left == 0)
        let issues = events.withLock { $0 }.records.map(\.issue.message)
        #expect(
          issues == [
            "A process did not exit within 5 s after its tests had finished (--grace), so it was killed: a handler "
              + "of atexit may hang."
          ])
        let child = try String(contentsOfFile: program.url.path + ".child", encoding: .utf8)
        let number = try #require(pid_t(child.trimmingCharacters(in: .newlines)))
        #expect(try await exits(number))
      }
    }

    /// An example may close the pipe of orders. The part that its process has been given then ends with it.
    @Test(.timeLimit(.minutes(5))) func aWorkerThatEndsWithAPartEndsIt() async throws {
      let spec = RunLedgerTests.spec
      let plan = WorkerPlan(
        demands: [SpecDemand(spec: spec, examples: 1)], nothingToRun: nil, notSelected: 0)
      let script = #"""
        cp "$0.exlog" "$EXEMPLAR_LOG"
        exec 3< "$EXEMPLAR_ORDERS"
        read begin <&3
        cat "$0.answers" > "$EXEMPLAR_WORKER"
        read part <&3
        exit 0
        """#
      try await withProgram(script) { program, options in
        let log = try EventLogWriter(path: program.url.path + ".exlog")
        log.report(.runStart(seed: 1))
        log.report(.runEnded(RunSummary(seed: 1)))
        log.finish()
        let answers = try [WorkerAnswer.planned(plan), .ready].map { answer in
          String(decoding: try JSONEncoder().encode(answer), as: UTF8.self) + "\n"
        }
        try answers.joined().write(
          toFile: program.url.path + ".answers", atomically: true, encoding: .utf8)
        var options = options
        options.planningTimeout = .seconds(120)
        let program = TestProgram(url: program.url, options: [:])
        let settings = PoolSettings(
          programs: [program], directory: "/", run: options, jobs: 1, durationClasses: [:],
          print: { _ in })
        let summary = Locked<RunSummary?>(nil)
        let merger = Locked(
          StreamMerger { batch in
            if case .event(.runEnded(let end)) = batch { summary.withLock { $0 = end } }
          })
        _ = await WorkerPool(settings, merger).run()
        merger.withLock { $0.finish() }
        let end = try #require(summary.withLock { $0 })
        #expect(!end.isSuccess)
        #expect(end.runFailures > 0)
        #expect(end.notReached == 1)
      }
    }

    /// A row source that hangs fails its outline at once; what ran beside it runs again.
    @Test func rowsThatHangFailTheirOutline() {
      let told = RunLedgerTests.Told()
      let outline = RunLedgerTests.spec.appending("sells")
      told.tell("( [sells +sells/one")
      var death = RunLedgerTests.killed
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
