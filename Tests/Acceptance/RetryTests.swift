import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Retries, time limits, and runs that stop early. (Design, section 7.)
@Suite struct RetryTests {
  @Test("an example that fails and then passes is flaky; each attempt has its own set-up")
  func flaky() async {
    let attempts = Counter()
    let trace = await traced("till", .retry(2)) {
      beforeAll { log("S") }
      beforeEach { log("s") }
      afterEach { log("t") }
      afterAll { log("T") }
      it("counts") {
        log("counts")
        expect(attempts.next(), equals: 3, "one cent is missing")
      }
      it("opens") { log("opens") }
      it("closes", .retry(0)) { throw PowerCut() }
    }
    expect(
      trace.description,
      equals: """
        till
          S
          s · counts · ! one cent is missing (body, retried) · t · s · counts · \
        ! one cent is missing (body, retried) · t · s · counts · t → counts: flaky
          s · opens · t → opens: passed
          s · ! Threw an error: PowerCut() (body, unexpected) · t → closes: failed unexpectedly
          T
        3 executed, 1 failed, 1 unexpected, 1 flaky ✘
        """)
    let counts = trace.ended.map { end in
      end.attempts
    }
    expect(counts, equals: [3, 1, 1])
  }

  @Test func `retries of the run hold for every example; a skip makes up for no failure`() async {
    let attempts = Counter()
    let trace = await traced("till", options: .plain { $0.retries = 1 }) {
      it("counts") {
        if attempts.next() == 1 { throw PowerCut() }
        #expect(Bool(false), "one cent is missing")
      }
      outline("lends") { (_: Int) in
        #expect(attempts.next() != 3, "Emma is lent")
      } rows: {
        row("Emma", 1)
      }
      it("scans") {
        if attempts.next() == 5 { throw PowerCut() }
        throw Skip("no scanner")
      }
    }
    expect(
      trace.description,
      equals: """
        till
          ! Threw an error: PowerCut() (body, retried) · ! one cent is missing (body) → \
        counts: failed
          lends › ! Emma is lent (body, retried) → Emma: flaky
          ! Threw an error: PowerCut() (body, retried) · \
        ! The next attempt was skipped, which does not make up for this failure: no scanner (body, \
        unexpected) → scans: failed unexpectedly
        3 executed, 2 failed, 1 unexpected, 1 flaky ✘
        """)
  }

  @Test("an example that takes longer than its limit fails unexpectedly; tear-down still runs")
  func timeLimit() async {
    let clock = ManualClock()
    let till =
      describe("till") {
        afterEach { info in
          // Tear-down often has to wait for something, too.
          try await Task.sleep(for: .milliseconds(1))
          log("t(\(info.name))")
        }
        it("hangs", .timeLimit(.seconds(2))) {
          checkpoint("the drawer is stuck")
          try await clock.exceedLimit()
        }
        it("catches", .timeLimit(.seconds(2))) {
          try? await clock.exceedLimit()
          log("catches")
        }
        it("works", .timeLimit(.seconds(60))) { log("works") }
      }
    let trace = await clock.measure { await traced(till) }
    expect(
      trace.description,
      equals: """
        till
          ! The time limit of 2 s was exceeded. (body, unexpected) · t(hangs) → \
        hangs: failed unexpectedly
          ! The time limit of 2 s was exceeded. (body, unexpected) · catches · t(catches) → \
        catches: failed unexpectedly
          works · t(works) → works: passed
        3 executed, 2 failed, 2 unexpected ✘
        """)
  }

  @Test func `the limit of the run holds where no trait says otherwise`() async {
    let clock = ManualClock()
    let till = describe("till") {
      beforeEach { info in if info.name == "opens" { try await clock.exceedLimit() } }
      it("opens") { log("never") }
      it("waits", .timeLimit(.seconds(60))) { try await Task.sleep(for: .milliseconds(1)) }
    }
    let trace = await clock.measure {
      await traced(till, options: .plain { $0.timeLimit = .milliseconds(500) })
    }
    expect(
      trace.description,
      equals: """
        till
          ! The time limit of 0.5 s was exceeded. (beforeEach, unexpected) → \
        opens: failed unexpectedly
          waits: passed
        2 executed, 1 failed, 1 unexpected ✘
        """)
  }

  @Test func `a run that stops at the second failure cleans up, and counts what was not reached`()
    async
  {
    let trace = await traced(
      describe("till") {
        afterAll { log("T") }
        it("counts") { throw PowerCut() }
        outline("lends") { (copies: Int) in
          #expect(copies != 2, "Persuasion is lent")
        } rows: {
          row("Emma", 1)
          row("Persuasion", 2)
          row("Evelina", 3)
        }
        it("closes") { log("never") }
      }, letters(), options: .plain { $0.failFast = 2 })
    expect(
      trace.description,
      equals: """
        till
          ! Threw an error: PowerCut() (body, unexpected) → counts: failed unexpectedly
          lends
            Emma: passed
            ! Persuasion is lent (body) → Persuasion: failed
          T
        3 executed, 2 failed, 1 unexpected, 4 not reached ✘
        """)
    #expect(trace.summary.finished)
  }

  /// Another process goes on with the attempts that have ended the first.
  @Test func attemptsThatHaveEndedOtherProcessesCount() async {
    let plan = Plan(
      [
        Spec(
          module: "Acceptance",
          root: describe("till") {
            it("counts") {}
            it("jams") { throw PowerCut() }
            it("closes", .retry(0)) {}
            outline("lends", over: 1...2) { _ in }
          })
      ], PlanOptions(seed: 1, order: .defined))
    let spec = ExampleID(["Acceptance", "till"])
    let lost = [
      spec.appending("counts"): 1, spec.appending("jams"): 2, spec.appending("closes"): 0,
      spec.appending("lends").appending("#1"): 2,
    ]
    let parts = Locked([PlanPart(spec: spec, lostAttempts: lost, isRest: true)])
    var configuration = RunConfiguration(retries: 2, now: { 0 })
    configuration.nextPart = { parts.withLock { $0.popLast() } }
    let trace = await traced(Run(plan, configuration))
    expect(
      trace.ended.map { "\($0.id.name) \($0.outcome) \($0.attempts)" },
      equals: [
        "counts flaky 2", "jams failed(unexpected: true) 3", "closes passed 1", "#1 flaky 3",
        "#2 passed 1",
      ])
  }

  /// Swift Testing, XCTest and the reports show what fails an example by issues that are no mere retries.
  @Test func aRunThatIsCanceledBeforeTheNextAttemptKeepsTheFailure() async {
    let run = Locked<Task<Trace, Never>?>(nil)
    let isKnown = Rendezvous(of: 2)
    let till = describe("till") {
      it("counts", .retry(2)) {
        try await isKnown.arrive()
        run.withLock { $0 }?.cancel()
        #expect(Bool(false), "one cent is missing")
      }
    }
    let task = Task { await traced(till) }
    run.withLock { $0 = task }
    try? await isKnown.arrive()
    let trace = await task.value
    let failures = trace.issues.filter(\.isFailure).map(\.message)
    expect(failures.count, equals: 1)
    expect(
      failures.first?.hasSuffix("one cent is missing\nThere was no other attempt."), equals: true)
    #expect(trace.summary.failed == 1 && !trace.summary.finished)
  }
}
