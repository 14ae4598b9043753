import Exemplar
import ExemplarCore
import Testing

/// A cleanup runs however the example ends. (Semantics, section 2.)
@Suite("Cleanup and outcomes") struct CleanupOutcomeTests {
  @Test("after a skip, a time-out, each attempt, a blocked tear-down: the values that were made")
  func outcomes() async {
    let log = Log()
    let number = Counter()
    let shelf = Given {
      number.next()
    } cleanup: {
      log("cleared shelf \($0)")
    }
    let clock = ManualClock()
    let shop =
      describe("A shop") {
        beforeEach { info in
          if info.name != "is pending" { log("shelf \(shelf())") }
          if info.name == "is skipped by its set-up" { throw Skip("closed") }
          if info.name == "fails in its set-up" { throw PowerCut() }
        }
        it("is skipped by its set-up") { log("never") }
        it("fails in its set-up") { log("never") }
        it("skips itself") { throw Skip("sold out") }
        it("takes too long", .timeLimit(.seconds(1))) { try await clock.exceedLimit() }
        it("is flaky", .retry(1)) { #expect(shelf() > 5, "not yet") }
        it("is left out", .skipped("never")) {}
        pending("is pending")
        context("in a power cut") {
          afterEach { throw PowerCut() }
          it("fails in its tear-down") {}
        }
        context("that never opens") {
          beforeAll { throw PowerCut() }
          it("is blocked") {}
        }
      }
    let trace = await clock.measure { await log.trace(shop) }
    #expect(
      trace.description == """
        > A shop
          shelf 1
          cleared shelf 1
          is skipped by its set-up: skipped, closed
          shelf 2
          ! fails in its set-up: Threw an error: PowerCut() (beforeEach, unexpected)
          cleared shelf 2
          fails in its set-up: failed unexpectedly
          shelf 3
          cleared shelf 3
          skips itself: skipped, sold out
          shelf 4
          ! takes too long: The time limit of 1 s was exceeded. (body, unexpected)
          cleared shelf 4
          takes too long: failed unexpectedly
          shelf 5
          ! is flaky: not yet (body, retried)
          cleared shelf 5
          shelf 6
          cleared shelf 6
          is flaky: flaky
          is left out: skipped, never
          is pending: pending
        > in a power cut
          shelf 7
          ! fails in its tear-down: Threw an error: PowerCut() (afterEach, unexpected)
          cleared shelf 7
          fails in its tear-down: failed unexpectedly
        < in a power cut
        > that never opens
          ! that never opens: Threw an error: PowerCut() (beforeAll, unexpected)
          is blocked: blocked by that never opens
        < that never opens failed
        < A shop
        4 executed, 3 failed, 3 unexpected, 1 flaky, 3 skipped, 1 pending, 1 blocked, 1 group failed
        """)
  }

  @Test("values are cleaned up in reverse order of their making, mixed with what stands in place")
  func reverseOrder() async {
    let log = Log()
    func given(_ name: String) -> AsyncGiven<String> {
      AsyncGiven {
        name
      } cleanup: {
        log("\($0) is gone")
      }
    }
    let (first, second, third) = (given("first"), given("second"), given("third"))
    let trace = await log.trace(
      describe("A shop") {
        it("cleans up") {
          _ = try await third()
          cleanup { log("in between: \(try await second())") }
          _ = try await first()
          _ = try await third()
        }
      })
    #expect(
      trace.description == """
        > A shop
          first is gone
          in between: second
          second is gone
          third is gone
          cleans up: passed
        < A shop
        1 executed
        """)
  }

  @Test("a failing cleanup keeps back no other, in examples that have failed and that were skipped")
  func failing() async {
    let log = Log()
    let shelf = Given {
      "shelf"
    } cleanup: { name in
      log("clearing \(name)")
      cleanup {
        log("sweeping")
        throw PowerCut()
      }
      #expect(Bool(false), "still full")
    }
    let trace = await log.trace(
      describe("A shop") {
        it("fails") {
          cleanup { log("first registered") }
          log(shelf())
          #expect(Bool(false), "closed")
        }
        it("is skipped") {
          cleanup { log("first registered") }
          log(shelf())
          throw Skip("closed")
        }
      })
    #expect(
      trace.description == """
        > A shop
          shelf
          ! fails: closed (body)
          clearing shelf
          ! fails: still full (cleanup)
          sweeping
          ! fails: Threw an error: PowerCut() (cleanup, unexpected)
          first registered
          fails: failed
          shelf
          clearing shelf
          ! is skipped: still full (cleanup)
          sweeping
          ! is skipped: Threw an error: PowerCut() (cleanup, unexpected)
          first registered
          is skipped: failed
        < A shop
        2 executed, 2 failed
        """)
  }
}
