import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Runs that must not look green.
@Suite struct NoSilentGreenTests {
  /// Code that blocks its thread may keep the timer from running; the limit holds all the same.
  @Test func blockingCodeExceedsItsLimitToo() async {
    let trace = await traced("A till") {
      it("jams", .timeLimit(.milliseconds(20))) { usleep(200_000) }
    }
    expect(
      trace.description,
      equals: """
        A till › ! The time limit of 0.02 s was exceeded. (body, unexpected) → \
        jams: failed unexpectedly
        1 executed, 1 failed, 1 unexpected ✘
        """)
  }

  /// The limit is reported while the example continues, even if bodies block all threads of tasks.
  @Test func aLimitIsToldWhileBodiesBlock() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let count = ProcessInfo.processInfo.activeProcessorCount * 2
      var options = RunOptions()
      options.jobs = count
      let specs = (1...count).map { number in
        describe("till \(number)") {
          // It blocks its thread until its task is canceled, far longer than the limit.
          it("jams", .timeLimit(.milliseconds(20))) { if !blocksUntilCanceled() { exit(99) } }
        }
      }
      let told = Counter()
      let summary = await Exemplar.run(specs, options) { event in
        if case .issueRecorded(let record) = event, record.issue.cause == .timeLimit { told.next() }
      }
      exit(summary.failed == count && told.value == count ? 0 : 98)
    }
  }

  /// Only the clock of the test goes on here.
  @Test func aLimitThatRingsIsToldOnce() async {
    let rendezvous = Rendezvous(of: 2)
    var configuration = RunConfiguration(now: { 0 })
    configuration.alarm = { duration, ring in
      expect(duration, equals: .seconds(5))
      let task = Task { if (try? await rendezvous.arrive()) != nil { ring() } }
      return { task.cancel() }
    }
    let plan = Plan(
      [
        Spec(
          module: "Acceptance",
          root: describe("A till") {
            it("jams", .timeLimit(.seconds(5))) {
              try await rendezvous.arrive()
              while !Task.isCancelled { await Task.yield() }
            }
          })
      ], PlanOptions(seed: 1, order: .defined))
    let trace = await traced(Run(plan, configuration))
    expect(
      trace.description,
      equals: """
        A till › ! The time limit of 5 s was exceeded. (body, unexpected) → \
        jams: failed unexpectedly
        1 executed, 1 failed, 1 unexpected ✘
        """)
  }

  @Test func hooksAroundAllExamplesAreToldOf() async {
    let trace = await traced("A shop") {
      beforeAll { cleanup {} }
      it("opens") {}
      context("at night") {
        afterAll {}
        it("is closed") {}
      }
      context("without hooks") { it("is open") {} }
    }
    let hooks = trace.events.compactMap { event -> String? in
      switch event {
      case .hooksStarted(let hooks): "> \(hooks.id.heading) \(hooks.phase)"
      case .hooksEnded(let hooks): "< \(hooks.id.heading) \(hooks.phase)"
      default: nil
      }
    }
    expect(
      hooks.joined(separator: "\n"),
      equals: """
        > A shop beforeAll
        < A shop beforeAll
        > A shop › at night afterAll
        < A shop › at night afterAll
        > A shop afterAll
        > A shop cleanup
        < A shop cleanup
        < A shop afterAll
        """)
  }

  @Test func whatFailsWhilePlanningFailsTheRun() async {
    @Sendable func open() -> Bool {
      #expect(Bool(false), "the shop is closed")
      return true
    }
    let trace = await traced("A shop") {
      it("opens", .enabled(if: open())) {}
    }
    expect(
      trace.description,
      equals: """
        ! the shop is closed (planning)
        A shop › opens: passed
        1 executed, 1 run failed ✘
        """)
  }

  @Test func whatFailsInADeinitFailsTheExampleOfTheValue() async {
    final class Book {
      var isTorn = false
      let title: Given<String>
      init(_ title: Given<String>) { self.title = title }
      deinit { #expect(!isTorn, "torn: \(title())") }
    }
    let title = Given { "Emma" }
    let book = Given { Book(title) }
    let trace = await traced("A shelf") {
      it("tears a book") { book().isTorn = true }
      it("keeps a book") { _ = book() }
    }
    expect(
      trace.description,
      equals: """
        A shelf
          ! torn: Emma (cleanup) → tears a book: failed
          keeps a book: passed
        2 executed, 1 failed ✘
        """)
  }

  @Test func aTraitThatDoesNothingWarns() async {
    let trace = await traced(
      describe("A shop") {
        context("a shelf", .runGroup(2)) { it("holds") {} }
      },
      // A spec that is a single example keeps its traits.
      it("stands alone", .runGroup(0)) {})
    expect(
      trace.description,
      equals: """
        ! a shelf: .runGroup, .serialized and .uses are for specs, the outermost groups; here they \
        do nothing. (planning, warning)
        stands alone › stands alone: passed
        A shop › a shelf › holds: passed
        2 executed, 1 warned
        """)
  }

  @Test func everyRepetitionRuns() async {
    var options = RunOptions()
    options.repetitions = 3
    options.stopsAtFailure = true
    let runs = Counter()
    let trace = await traced("A till", options: options) {
      it("opens") { #expect(runs.next() != 2) }
    }
    expect(runs.value, equals: 2)
    expect(trace.summary.failed, equals: 1)
    let starts = trace.events.compactMap { event -> [Int]? in
      guard case .runStarted(let start) = event else { return nil }
      return [start.repetition, start.repetitions]
    }
    expect(starts, equals: [[1, 3], [2, 3]])
  }
}

/// Blocks this thread; `false` if nobody cancels the task in a time that no sound run takes.
private func blocksUntilCanceled() -> Bool {
  let end = ContinuousClock.now + .seconds(300)
  while !Task.isCancelled {
    if ContinuousClock.now > end { return false }
    usleep(1_000)
  }
  return true
}
