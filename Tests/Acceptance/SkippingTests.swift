import Exemplar
import Testing

/// Examples that do not run, that end themselves, and that fail as announced. (Semantics, section 2.)
@Suite struct SkippingTests {
  @Test("a skip thrown by a body or a hook: the example is skipped, its tear-down runs")
  func skippedWhileRunning() async {
    let log = Log()
    let trace = await log.trace(
      letters(log) {
        if ["s(a)", "b"].contains($0) { throw Skip("no scanner") }
        if $0 == "t(c)" { throw Skip("no printer") }
      })
    #expect(
      trace.description == """
        > C
          S
          s(a)
          t(a)
          a: skipped, no scanner
          s(b)
          b
          t(b)
          b: skipped, no scanner
          s(c)
          c
          t(c)
          c: skipped, no printer
          T
        < C
        3 skipped
        """)
  }

  @Test("a skip thrown by beforeAll skips the examples of the group, and its tear-down runs")
  func skippedByBeforeAll() async {
    let log = Log()
    let trace = await log.trace(
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
        > C
          S
          a: skipped, no network
        > b
          one: skipped, no network
        < b
        > inner
          c: skipped, no network
        < inner
          T
        < C
        > D
          d
          d: passed
        < D
        1 executed, 3 skipped
        """)
    #expect(trace.summary.isSuccess)
  }

  @Test("a skip does not hide a failure, before it or after it")
  func skipAndFailure() async {
    let log = Log()
    let trace = await log.trace(
      letters(log) {
        #expect($0 != "a", "the sum is wrong")
        if $0 == "a" || $0 == "b" { throw Skip("no scanner") }
        if $0 == "t(b)" { throw PowerCut() }
      },
      describe("D") {
        beforeAll {
          #expect(Bool(false), "the shop is closed")
          throw Skip("no network")
        }
        it("d") { log("never") }
      },
      options: .selecting("C/a", "C/b", "D"))
    #expect(
      trace.description == """
        > C
          S
          s(a)
          a
          ! a: the sum is wrong (body)
          t(a)
          a: failed
          s(b)
          b
          t(b)
          ! b: Threw an error: PowerCut() (afterEach, unexpected)
          b: failed unexpectedly
          T
        < C
        > D
          ! D: the shop is closed (beforeAll)
          d: blocked by D
        < D failed
        2 executed, 2 failed, 1 unexpected, 1 blocked, 1 group failed
        """)
  }

  @Test("skipped and pending examples run no hooks, and a group with nothing to run runs none")
  func notRun() async {
    let log = Log()
    let trace = await log.trace(
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
        > C
          S
          a: skipped, marked with xit
          s(b)
          b
          t(b)
          b: passed
          c: pending
          d: pending, after the sale
        > inner
          e: skipped, no scanner
        > f
          one: skipped, sold out
        < f
        < inner
          T
        < C
        > D
          g: skipped, marked with xdescribe
          h: pending
        < D
        1 executed, 4 skipped, 3 pending
        """)
    #expect(trace.summary.isSuccess)
  }

  @Test("a known issue is shown and does not fail; one that does not come up fails")
  func knownIssues() async {
    let log = Log()
    let trace = await log.trace(
      describe("C") {
        it("a") {
          withKnownIssue { #expect(Bool(false), "one cent is missing") }
          withKnownIssue { throw PowerCut() }
          log("a")
        }
        it("b") {
          withKnownIssue { log("b") }
        }
        it("c") { Issue.record("the paper is low", severity: .warning) }
      })
    #expect(
      trace.description == """
        > C
          ! a: one cent is missing (body, known)
          ! a: Caught error: PowerCut() (body, known)
          a
          a: passed
          b
          ! b: Known issue was not recorded (body)
          b: failed
          ! c: the paper is low (body, warning)
          c: passed
        < C
        3 executed, 1 failed, 1 warned, 2 known
        """)
  }
}
