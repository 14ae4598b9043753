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
    #expect(
      trace.description == """
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
    #expect(
      trace.description == """
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
    #expect(
      trace.description == """
        C
          ! one cent is missing (body, known) · ! Caught error: PowerCut() (body, known) · a → \
        a: passed
          b · ! Known issue was not recorded (body) → b: failed
          ! the paper is low (body, warning) → c: passed
        3 executed, 1 failed, 1 warned, 2 known ✘
        """)
  }
}
