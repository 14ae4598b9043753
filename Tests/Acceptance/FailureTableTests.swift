import Exemplar
import Testing

/// What still happens when a hook around all examples of a group fails. (Semantics, section 2.)
@Suite struct FailureTableTests {
  @Test("SL-02, SL-03, SL-04, SL-21: nothing fails")
  func nothingFails() async {
    let log = Log()
    let trace = await log.trace(letters(log))
    #expect(
      trace.description == """
        > C
          S
          s(a)
          a
          t(a)
          a: passed
          s(b)
          b
          t(b)
          b: passed
          s(c)
          c
          t(c)
          c: passed
          T
        < C
        3 executed
        """)
    #expect(trace.summary.isSuccess)
  }

  @Test("SL-05, SL-07, SL-09, SL-10: beforeAll fails")
  func beforeAllFails() async {
    let log = Log()
    let trace = await log.trace(
      describe("C") {
        beforeAll {
          log("S")
          throw PowerCut()
        }
        beforeAll { log("never") }
        beforeEach { log("s") }
        afterEach { log("t") }
        afterAll { log("T") }
        it("a") { log("a") }
        it("b") { log("b") }
        context("inner") {
          beforeAll { log("never") }
          it("c") { log("c") }
        }
      },
      describe("D") {
        it("d") { log("d") }
      })
    #expect(
      trace.description == """
        > C
          S
          ! C: Threw an error: PowerCut() (beforeAll, unexpected)
          a: blocked by C
          b: blocked by C
        > inner
          c: blocked by C
        < inner
          T
        < C failed
        > D
          d
          d: passed
        < D
        1 executed, 3 blocked, 1 group failed
        """)
    #expect(!trace.summary.isSuccess)
  }

  @Test("SL-05: an assertion that fails in beforeAll blocks as an error does")
  func beforeAllFailsByAssertion() async {
    let log = Log()
    let trace = await log.trace(letters(log) { #expect($0 != "S", "the shop is closed") })
    #expect(
      trace.description == """
        > C
          S
          ! C: the shop is closed (beforeAll)
          a: blocked by C
          b: blocked by C
          c: blocked by C
          T
        < C failed
        3 blocked, 1 group failed
        """)
  }

  @Test("SL-06, SL-08: afterAll fails")
  func afterAllFails() async {
    let log = Log()
    let trace = await log.trace(
      describe("C") {
        afterAll { log("T1") }
        afterAll {
          log("T2")
          throw PowerCut()
        }
        afterAll { log("T3") }
        it("a") { log("a") }
      },
      describe("D") {
        it("d") { log("d") }
      })
    #expect(
      trace.description == """
        > C
          a
          a: passed
          T3
          T2
          ! C: Threw an error: PowerCut() (afterAll, unexpected)
          T1
        < C failed
        > D
          d
          d: passed
        < D
        2 executed, 1 group failed
        """)
    #expect(!trace.summary.isSuccess)
  }

  @Test("beforeAll and afterAll both fail: one failed group, two issues")
  func bothFail() async {
    let log = Log()
    let trace = await log.trace(
      letters(log) { if $0 == "S" || $0 == "T" { throw PowerCut() } })
    #expect(
      trace.description == """
        > C
          S
          ! C: Threw an error: PowerCut() (beforeAll, unexpected)
          a: blocked by C
          b: blocked by C
          c: blocked by C
          T
          ! C: Threw an error: PowerCut() (afterAll, unexpected)
        < C failed
        3 blocked, 1 group failed
        """)
  }

  @Test("beforeAll of an inner group fails: the outer group goes on")
  func innerBeforeAllFails() async {
    let log = Log()
    let trace = await log.trace(
      describe("C") {
        beforeAll { log("S") }
        beforeEach { info in log("s(\(info.name))") }
        afterAll { log("T") }
        context("inner") {
          beforeAll {
            log("I")
            throw PowerCut()
          }
          afterAll { log("J") }
          it("a") { log("a") }
        }
        it("b") { log("b") }
      })
    #expect(
      trace.description == """
        > C
          S
        > inner
          I
          ! inner: Threw an error: PowerCut() (beforeAll, unexpected)
          a: blocked by inner
          J
        < inner failed
          s(b)
          b
          b: passed
          T
        < C
        1 executed, 1 blocked, 1 group failed
        """)
  }

  @Test("afterAll runs after a last example that failed or was tried again")
  func afterAllAfterATroubledEnd() async {
    let log = Log()
    let trace = await log.trace(
      describe("failed") {
        afterAll { log("T") }
        it("a") { throw PowerCut() }
      },
      describe("tried again") {
        afterAll { log("T") }
        it("b", .retry(1)) { throw PowerCut() }
      })
    #expect(
      trace.description == """
        > failed
          ! a: Threw an error: PowerCut() (body, unexpected)
          a: failed unexpectedly
          T
        < failed
        > tried again
          ! b: Threw an error: PowerCut() (body, retried)
          ! b: Threw an error: PowerCut() (body, unexpected)
          b: failed unexpectedly
          T
        < tried again
        2 executed, 2 failed, 2 unexpected
        """)
  }
}
