import Exemplar
import TestSupport
import Testing

/// Examples that do not run, that end themselves, and that fail as announced. (Semantics, section 2.)
@Suite struct SkippingTests {
  @Test("a skip thrown by beforeAll skips the examples of the group, and its tear-down runs")
  func skippedByBeforeAll() async {
    let trace = await traced(
      describe("C") {
        beforeAll {
          log("S")
          throw Skip("no network")
        }
        beforeAll { log("never") }
        beforeEach { log("never") }
        afterEach { log("never") }
        afterAll { log("T") }
        it("a") { log("never") }
        outline("b") { (_: Int) in
          log("never")
        } rows: {
          row("one", 1)
        }
        context("inner") {
          beforeAll { log("never") }
          it("c") { log("never") }
        }
      },
      describe("D") {
        it("d") { log("d") }
      })
    expect(
      trace.description,
      equals: """
        C
          S
          a: skipped, no network
          b › one: skipped, no network
          inner › c: skipped, no network
          T
        D › d → d: passed
        1 executed, 3 skipped
        """)
  }

  @Test("skipped and pending examples run no hooks, and a group with nothing to run runs none")
  func notRun() async {
    let trace = await traced(
      describe("C") {
        beforeAll { log("S") }
        beforeEach { info in log("s(\(info.name))") }
        afterEach { info in log("t(\(info.name))") }
        afterAll { log("T") }
        xit("a") { log("never") }
        it("b") { log("b") }
        pending("c")
        pending("d", "after the sale")
        context("inner") {
          beforeAll { log("never") }
          afterAll { log("never") }
          it("e", .skipped("no scanner")) { log("never") }
          outline("f") { (_: Int) in
            log("never")
          } rows: {
            row("one", 1, traits: .skipped("sold out"))
          }
        }
      },
      xdescribe("D") {
        beforeAll { log("never") }
        it("g") { log("never") }
        pending("h")
      })
    expect(
      trace.description,
      equals: """
        C
          S
          a: skipped, marked with xit
          s(b) · b · t(b) → b: passed
          c: pending
          d: pending, after the sale
          inner
            e: skipped, no scanner
            f › one: skipped, sold out
          T
        D
          g: skipped, marked with xdescribe
          h: pending
        1 executed, 4 skipped, 3 pending
        """)
  }

  @Test("2.5: a skip after all examples of a group, which skips none, fails the group")
  func skippedAfterwards() async {
    let trace = await traced("C") {
      context("afterAll") {
        afterAll { throw Skip("no network") }
        it("a") {}
      }
      context("in a known issue") {
        afterAll { withKnownIssue { throw Skip("no network") } }
        it("b") {}
      }
      context("cleanup") {
        beforeAll { cleanup { throw Skip("no network") } }
        it("c") {}
      }
      context("cleanup of aroundAll") {
        aroundAll { examples in
          cleanup { throw Skip("no network") }
          try await examples()
        }
        it("d") {}
      }
      context("quarantined", .quarantined("BUG-1", until: "9999-12-31")) {
        afterAll { throw Skip("no network") }
        it("e") {}
      }
      context("skipped already") {
        beforeAll {
          cleanup { throw Skip("no network") }
          throw Skip("no network")
        }
        afterAll { throw Skip("no network") }
        it("f") { log("never") }
      }
    }
    let message = "throws a Skip, which skips no example any more. Throw it in beforeAll."
    expect(trace.issues.map(\.message).count { $0.hasSuffix(message) }, equals: 5)
    expect(trace.issues.first?.message, equals: "This afterAll hook \(message)")
    #expect(trace.issues.contains { $0.message == "This cleanup \(message)" })
    #expect(trace.issues.allSatisfy { $0.place?.fileName == "SkippingTests.swift" })
    #expect(trace.summary.groupFailures == 4 && trace.summary.knownIssues == 1)
    #expect(trace.summary.passed == 5 && trace.summary.skipped == 1)
  }

  @Test("2.5: withKnownIssue and eventuallyPasses make no issue of a skip, nor of a canceled task")
  func skipsInside() async {
    let trace = await traced("C") {
      beforeEach { info in
        if info.name == "hook" { withKnownIssue { throw Skip("no camera") } }
      }
      it("intermittent") { withKnownIssue(isIntermittent: true) { throw Skip("no camera") } }
      it("certain", .timeLimit(.seconds(60))) {
        withKnownIssue("why") { throw Skip("no \"camera\"") }
        log("goes on")
      }
      it("hook") { log("never") }
      it("fails") {
        withKnownIssue { throw Skip("no camera") }
        #expect(Bool(false), "is full")
      }
      it("fails, and skips at once") {
        try await eventuallyPasses(within: .seconds(60)) {
          #expect(Bool(false), "is full")
          throw Skip("no camera")
        }
      }
      it("skips at once") {
        try await eventuallyPasses(within: .seconds(60)) { throw Skip("no camera") }
      }
      it("is canceled") {
        withUnsafeCurrentTask { $0?.cancel() }
        await withKnownIssue(isIntermittent: true) { try await Task.sleep(for: .seconds(60)) }
      }
      it("is not canceled") { withKnownIssue { throw CancellationError() } }
    }
    expect(
      trace.description,
      equals: """
        C
          intermittent: skipped, no camera
          goes on → certain: skipped, no "camera"
          hook: skipped, no camera
          ! is full (body) → fails: failed
          ! is full (body) → fails, and skips at once: failed
          skips at once: skipped, no camera
          is canceled: passed
          ! Caught error: CancellationError() (body, known) → is not canceled: passed
        4 executed, 2 failed, 4 skipped, 1 known ✘
        """)
  }

  /// Whether the skip or the confirmation came first cannot be told: Swift Testing counts while the skip leaves.
  @Test("2.5: a confirmation that a skip leaves has failed, as one before a skip")
  func skipsInsideConfirmation() async {
    let trace = await traced("C") {
      it("inside") { try await confirmation { _ in throw Skip("no camera") } }
      it("behind") {
        await confirmation { _ in }
        throw Skip("no camera")
      }
      it("before") {
        if true as Bool { throw Skip("no camera") }
        await confirmation { _ in }
      }
      it("confirmed") {
        try await confirmation { confirm in
          confirm()
          throw Skip("no camera")
        }
      }
    }
    expect(
      trace.description,
      equals: """
        C
          ! Confirmation was confirmed 0 times, but expected to be confirmed 1 time (body) → inside: failed
          ! Confirmation was confirmed 0 times, but expected to be confirmed 1 time (body) → behind: failed
          before | confirmed: skipped, no camera
        2 executed, 2 failed, 2 skipped ✘
        """)
  }

  @Test func `a known issue is shown and does not fail; one that does not come up fails`() async {
    let trace = await traced("C") {
      it("a") {
        withKnownIssue { #expect(Bool(false), "one cent is missing") }
        withKnownIssue { throw PowerCut() }
        log("a")
      }
      it("b") {
        withKnownIssue { log("b") }
      }
      it("c") { Issue.record("the paper is low", severity: .warning) }
    }
    expect(
      trace.description,
      equals: """
        C
          ! one cent is missing (body, known) · ! Caught error: PowerCut() (body, known) · a → \
        a: passed
          b · ! Known issue was not recorded (body) → b: failed
          ! the paper is low (body, warning) → c: passed
        3 executed, 1 failed, 1 warned, 2 known ✘
        """)
  }
}
