import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Waiting for asynchronous effects of code under test.
///
/// Times are compared coarsely: a loaded machine may be late, but never early.
@Suite struct WaitingTests {
  @Test func `SL-29: a condition that is true at once is asked once`() async throws {
    let calls = Counter()
    let isMet = try await eventually(within: .seconds(60)) { calls.next() == 1 }
    #expect(isMet && calls.value == 1)
  }

  @Test func `SL-29: a condition that comes to hold passes, within a poll`() async throws {
    let calls = Counter()
    let start = ContinuousClock.now
    let isMet = try await eventually(within: .seconds(600), polling: .milliseconds(20)) {
      calls.next()
      return ContinuousClock.now - start >= .milliseconds(200)
    }
    #expect(isMet && calls.value > 1 && calls.value <= 11)
    #expect(ContinuousClock.now - start >= .milliseconds(200))
  }

  @Test func `SL-29: a condition that never holds fails at the limit, at its line`() async {
    let start = ContinuousClock.now
    let line = #line
    let trace = await traced(
      describe("shelf") {
        it("fills") {
          let isMet = try await eventually(within: .milliseconds(100)) { false }
          log("\(isMet) after \(ContinuousClock.now - start >= .milliseconds(100))")
        }
        it("throws") { try await eventually { () throws -> Bool in throw PowerCut() } }
      })
    expect(
      trace.description,
      equals: """
        shelf
          ! The condition did not hold within 0.1 s. (body) · false after true → fills: failed
          ! Threw an error: PowerCut() (body, unexpected) → throws: failed unexpectedly
        2 executed, 2 failed, 1 unexpected ✘
        """)
    expect(trace.issues.first?.place?.line, equals: line + 4)
  }

  @Test func `SL-29: expectations are tried again; only the last try is told`() async {
    let trace = await traced("shelf") {
      it("is filled at once") {
        try await eventuallyPasses(within: .seconds(60)) { #expect(Bool(true)) }
      }
      it("comes to be filled") {
        let books = Counter()
        try await eventuallyPasses(within: .seconds(60), polling: .milliseconds(1)) {
          #expect(books.next() >= 4, "the shelf is not full")
        }
        log("\(books.value) books")
      }
      it("comes to be opened") {
        let tries = Counter()
        try await eventuallyPasses(within: .seconds(60), polling: .milliseconds(1)) {
          let number = tries.next()
          try #require(number > 1)
          if number == 2 { throw PowerCut() }
        }
        log("\(tries.value) tries")
      }
      it("is never filled") {
        let tries = Counter()
        try await eventuallyPasses(within: .milliseconds(50)) {
          tries.next()
          #expect(Bool(false), "the shelf is empty")
          #expect(Bool(false), "the shelf is broken")
        }
        log("after \(tries.value > 1 ? "several tries" : "one try")")
      }
      it("never opens") {
        try await eventuallyPasses(within: .milliseconds(50)) { throw PowerCut() }
        log("never")
      }
    }
    expect(
      trace.description,
      equals: """
        shelf
          is filled at once: passed
          4 books → comes to be filled: passed
          3 tries → comes to be opened: passed
          ! the shelf is empty (body) · ! the shelf is broken (body) · after several tries → \
        is never filled: failed
          ! Threw an error: PowerCut() (body, unexpected) → never opens: failed unexpectedly
        5 executed, 2 failed, 1 unexpected ✘
        """)
  }

  @Test func `a skip ends the waiting at once`() async {
    let tries = Counter()
    let trace = await traced("shelf") {
      it("is scanned") {
        try await eventuallyPasses(within: .seconds(60)) {
          tries.next()
          throw Skip("no scanner")
        }
      }
    }
    expect(
      trace.description,
      equals: """
        shelf › is scanned: skipped, no scanner
        1 skipped
        """)
    expect(tries.value, equals: 1)
  }

  @Test func `EC-11: the run loop runs until a background block has set a flag`() async {
    let trace = await traced("till") {
      it("counts in the background") {
        let isCounted = Locked(false)
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: 0.05)
          isCounted.withLock { $0 = true }
        }
        let isMet = runLoop(until: { isCounted.withLock { $0 } })
        log("\(isMet), \(isCounted.withLock { $0 })")
      }
      it("never comes to an end") {
        log("\(runLoop(until: { false }, timeout: .milliseconds(50)))")
      }
    }
    expect(
      trace.description,
      equals: """
        till
          true, true → counts in the background: passed
          ! The condition did not hold within 0.05 s. (body) · false → never comes to an end: failed
        2 executed, 1 failed ✘
        """)
  }
}
