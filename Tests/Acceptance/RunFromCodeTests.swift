import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Running specs from code, inside another test.
@Suite struct RunFromCodeTests {
  private let shelf = describe("shelf") {
    it("fills") { #expect(Bool(true)) }
    it("empties") { #expect(Bool(false), "a book is left") }
    it("burns") { throw PowerCut() }
    pending("glows")
    xit("floats") {}
  }
  private let till = describe("till") {
    beforeAll { throw PowerCut() }
    it("counts") {}
  }

  @Test func `failures inside do not fail the test outside; the summary is whole`() async {
    var options = RunOptions()
    options.seed = 7
    options.order = .defined
    let summary = await Exemplar.run([shelf, till], options)
    var expected = RunResult(seed: 7, order: .defined)
    expected.executed = 3
    expected.passed = 1
    expected.failed = 2
    expected.unexpected = 1
    expected.skipped = 1
    expected.pending = 1
    expected.blocked = 1
    expected.groupFailures = 1
    expected.finished = true
    expected.duration = summary.duration
    expect(summary, equals: expected)
    #expect(summary.duration > 0)
    #expect(!summary.isSuccess)
  }

  @Test func `a run that is canceled before its last repetition is no success`() async {
    let running = Locked<Task<RunResult, Never>?>(nil)
    let spec = describe("shelf") {
      it("waits") { while running.withLock({ $0 == nil }) { await Task.yield() } }
    }
    var options = RunOptions()
    options.repetitions = 3
    let repetitions = Counter()
    let task = Task {
      await Exemplar.run([spec], options) { event in
        guard case .runEnded(let summary) = event else { return }
        #expect(summary.isSuccess)
        repetitions.next()
        running.withLock { $0 }?.cancel()
      }
    }
    running.withLock { $0 = task }
    let result = await task.value
    expect(repetitions.value, equals: 1)
    #expect(!result.isSuccess && result.passed == 1)
  }

  @Test func `a subset is found by name, with ids in the module of the caller`() async {
    let events = Counter()
    var options = RunOptions()
    options.selection.selectors = ["fills"]
    let module = #fileID.prefix { $0 != "/" }
    let summary = await Exemplar.run([shelf, till], options) { event in
      events.next()
      if case .exampleEnded(let end) = event {
        expect(end.id.text, equals: "\(module)/shelf/fills")
      }
    }
    #expect(summary.isSuccess && summary.executed == 1)
    expect(events.value, equals: 6)
  }

  @Test("the first event begins the run, the last one ends it; groups and examples nest")
  func events() async {
    let trace = await traced(shelf, till)
    let kinds = trace.events.map { event in
      switch event {
      case .exampleListed(let listed): "listed \(listed.id)"
      case .runStarted(let start):
        "run started: \(start.specs) specs, \(start.examples) examples, \(start.focused)"
      case .groupStarted(let start): "group started \(start.id)"
      case .exampleStarted(let start): "started \(start.id)"
      case .issueRecorded(let record): "issue of \(record.id?.text ?? "run")"
      case .hooksStarted(let start): "hooks started \(start.id) \(start.phase)"
      case .hooksEnded(let end): "hooks ended \(end.id) \(end.phase)"
      case .attachmentRecorded(let attachment): "attached \(attachment.name)"
      case .exampleEnded(let end): "ended \(end.id)"
      case .groupEnded(let end): "group ended \(end.id)"
      case .runEnded(let summary): "run ended, executed \(summary.executed)"
      }
    }
    expect(
      kinds.joined(separator: "\n"),
      equals: """
        run started: 2 specs, 4 examples, []
        group started Acceptance/shelf
        started Acceptance/shelf/fills
        ended Acceptance/shelf/fills
        started Acceptance/shelf/empties
        issue of Acceptance/shelf/empties
        ended Acceptance/shelf/empties
        started Acceptance/shelf/burns
        issue of Acceptance/shelf/burns
        ended Acceptance/shelf/burns
        started Acceptance/shelf/glows
        ended Acceptance/shelf/glows
        started Acceptance/shelf/floats
        ended Acceptance/shelf/floats
        group ended Acceptance/shelf
        group started Acceptance/till
        hooks started Acceptance/till beforeAll
        issue of Acceptance/till
        hooks ended Acceptance/till beforeAll
        started Acceptance/till/counts
        ended Acceptance/till/counts
        group ended Acceptance/till
        run ended, executed 3
        """)
  }

  @Test func `the beginning of a run counts outlines apart, without their rows`() async throws {
    let trace = await traced("shelf") {
      it("fills") {}
      outline("holds") { (count: Int) in
      } rows: {
        row("one", 1)
        row("two", 2)
      }
      outline("sinks", .skipped("no water")) { (count: Int) in
      } rows: {
        row("three", 3)
      }
    }
    let start = try #require(trace.start)
    #expect((start.specs, start.examples, start.outlines) == (1, 2, 1))
  }

  @Test func `expectations of the outer test are its own, before, between and after runs`() async {
    await withKnownIssue {
      #expect(Bool(false), "outside")
      _ = await Exemplar.run([shelf])
      #expect(Bool(false), "outside")
    } matching: { issue in
      issue.comments.first?.rawValue == "outside"
    }
  }

  @Test func `a canceled run does not finish, cleans up, and is no success`() async {
    let rendezvous = Rendezvous(of: 2)
    let spec = describe("shelf") {
      it("waits") {
        try await rendezvous.arrive()
        try await Task.sleep(for: .seconds(60))
      }
      it("never begins") { log("never") }
      outline("is not read", over: 1...3) { (_: Int) in log("never") }
      afterAll { log("T") }
    }
    let running = Task { await traced(spec) }
    try? await rendezvous.arrive()
    running.cancel()
    let trace = await running.value
    expect(
      trace.description,
      equals: """
        shelf
          ! Threw an error: CancellationError() (body, unexpected) → waits: failed unexpectedly
          T
        1 executed, 1 failed, 1 unexpected, 2 not reached ✘
        """)
    #expect(!trace.summary.finished && !trace.summary.isSuccess)
  }

  @Test func `a run may run another one; each has its own issues`() async {
    let trace = await traced("outer") {
      it("runs another") {
        let summary = await Exemplar.run([shelf])
        log("\(summary.failed) failed inside")
        #expect(Bool(false), "outside")
      }
    }
    expect(
      trace.description,
      equals: """
        outer › 2 failed inside · ! outside (body) → runs another: failed
        1 executed, 1 failed ✘
        """)
  }
}
