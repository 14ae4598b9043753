import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Code that runs after an example and the hooks around it. (Semantics, section 2.)
@Suite("Cleanup") struct CleanupTests {
  @Test("cleanup runs after the afterEach hooks, the last registered first, whatever happened")
  func order() async {
    let shelf = Given {
      log("shelf made")
      return ["Emma"]
    } cleanup: {
      log("shelf cleared of \($0.count)")
    }
    let label = Given {
      log("label made")
      return "\(shelf().count) books"
    } cleanup: { _ in
      log("label removed")
    }
    let trace = await traced("A shop") {
      beforeEach { cleanup { log("first registered") } }
      it("passes") {
        log(label())
        cleanup { log("in place") }
        shelf.value.append("Persuasion")
      }
      it("fails") {
        _ = shelf()
        cleanup {
          cleanup { log("registered last of all") }
          log("in place")
        }
        throw PowerCut()
      }
      it("uses nothing") {}
      context("with an empty shelf") {
        shelf.override {
          shelf().filter { _ in false }
        } cleanup: { _ in
          log("empty shelf removed")
        }
        it("passes") { _ = shelf() }
      }
      afterEach {
        log("tear-down")
        cleanup { log("registered by tear-down") }
      }
    }
    expect(
      trace.description,
      equals: """
        A shop
          label made · shelf made · 1 books · tear-down · registered by tear-down · in place · \
        label removed · shelf cleared of 2 · first registered → passes: passed
          shelf made · ! Threw an error: PowerCut() (body, unexpected) · tear-down · \
        registered by tear-down · in place · registered last of all · shelf cleared of 1 · \
        first registered → fails: failed unexpectedly
          tear-down · registered by tear-down · first registered → uses nothing: passed
          with an empty shelf › shelf made · tear-down · registered by tear-down · \
        empty shelf removed · shelf cleared of 1 · first registered → passes: passed
        4 executed, 1 failed, 1 unexpected ✘
        """)
  }

  @Test func `what fails in a cleanup fails the example, and the others still run`() async {
    let catalog = AsyncGiven {
      try await later("catalog")
    } cleanup: { name in
      try await Task.sleep(for: .microseconds(1))
      expect(name, equals: "closed", "left open")
    }
    let line = #line
    let trace = await traced(
      describe("A shop") {
        it("throws") {
          cleanup { log("first") }
          cleanup { throw PowerCut() }
          cleanup { log("last") }
        }
        it("expects") { _ = try await catalog() }
        it("is tried again", .retry(1)) {
          cleanup { log("each attempt") }
          #expect(Bool(false), "no")
        }
        it("skips") { cleanup { throw Skip("closed") } }
      })
    expect(
      trace.description,
      equals: """
        A shop
          last · ! Threw an error: PowerCut() (cleanup, unexpected) · first → \
        throws: failed unexpectedly
          ! left open (cleanup) → expects: failed
          ! no (body, retried) · each attempt · ! no (body) · each attempt → is tried again: failed
          skips: skipped, closed
        3 executed, 3 failed, 1 unexpected, 1 skipped ✘
        """)
    expect(trace.places.first, equals: "CleanupTests.swift:\(line + 5)")
  }

  @Test("a cleanup has its time when the example took too long, and a limit of its own")
  func timeLimits() async {
    let clock = ManualClock()
    let shop = describe("A shop") {
      it("hangs", .timeLimit(.seconds(1))) {
        cleanup {
          try await Task.sleep(for: .milliseconds(1))
          log("not canceled")
        }
        cleanup { try await clock.exceedLimit() }
        try await clock.exceedLimit()
      }
    }
    let trace = await clock.measure { await traced(shop) }
    expect(
      trace.description,
      equals: """
        A shop › ! The time limit of 1 s was exceeded. (body, unexpected) · \
        ! The time limit of 1 s was exceeded. (cleanup, unexpected) · not canceled → \
        hangs: failed unexpectedly
        1 executed, 1 failed, 1 unexpected ✘
        """)
  }

  @Test("what hooks around all examples register runs after the afterAll hooks of their group")
  func groups() async {
    let title = Given { "Emma" }
    let trace = await traced("A shop") {
      beforeAll { cleanup { log("registered before all") } }
      afterAll {
        cleanup {
          log("registered after all")
          throw PowerCut()
        }
        log("after all")
      }
      context("inside") {
        beforeAll {
          cleanup { log("inside: \(title())") }
          throw PowerCut()
        }
        it("is blocked") {}
      }
      it("runs") { cleanup { log("example") } }
    }
    expect(
      trace.description,
      equals: """
        A shop
          inside
            ! inside: Threw an error: PowerCut() (beforeAll, unexpected)
            is blocked: blocked by inside
            ! inside: A given was used outside an example. Use it in the body of an example or in \
        a hook around each example. (cleanup, unexpected)
            inside: Emma
          < inside failed
          example → runs: passed
          after all · registered after all · ! A shop: Threw an error: PowerCut() (cleanup, \
        unexpected)
          registered before all
        < A shop failed
        1 executed, 1 blocked, 2 group failed ✘
        """)
  }

  @Test func `a cleanup that nothing would run is a failing issue at its line`() async {
    let forgotten = ForgottenTask()
    let trace = await traced("A shop") {
      it("forgets a task") { forgotten.start { cleanup { log("never") } } }
      it("goes on") { await forgotten.complete() }
    }
    expect(
      trace.description,
      equals: """
        A shop
          forgets a task: passed
          ! run: This was recorded after “A shop › forgets a task” had ended: wait for the task \
        that recorded it. (body, unexpected) → goes on: passed
        2 executed, 1 run failed ✘
        """)
    withKnownIssue {
      cleanup {}
    } matching: { issue in
      issue.sourceLocation?.line == #line - 2
        && issue.comments.first?.rawValue == "cleanup() was called outside an example. Call it in "
          + "the body of an example or in a hook."
    }
  }

  @Test("after a skip, a time-out, each attempt, a blocked tear-down: the values that were made")
  func outcomes() async {
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
    let trace = await clock.measure { await traced(shop) }
    expect(
      trace.description,
      equals: """
        A shop
          shelf 1 · cleared shelf 1 → is skipped by its set-up: skipped, closed
          shelf 2 · ! Threw an error: PowerCut() (beforeEach, unexpected) · cleared shelf 2 → \
        fails in its set-up: failed unexpectedly
          shelf 3 · cleared shelf 3 → skips itself: skipped, sold out
          shelf 4 · ! The time limit of 1 s was exceeded. (body, unexpected) · cleared shelf 4 → \
        takes too long: failed unexpectedly
          shelf 5 · ! not yet (body, retried) · cleared shelf 5 · shelf 6 · cleared shelf 6 → \
        is flaky: flaky
          is left out: skipped, never
          is pending: pending
          in a power cut › shelf 7 · ! Threw an error: PowerCut() (afterEach, unexpected) · \
        cleared shelf 7 → fails in its tear-down: failed unexpectedly
          that never opens
            ! that never opens: Threw an error: PowerCut() (beforeAll, unexpected)
            is blocked: blocked by that never opens
          < that never opens failed
        4 executed, 3 failed, 3 unexpected, 1 flaky, 3 skipped, 1 pending, 1 blocked, 1 group failed ✘
        """)
  }

  @Test("a failing cleanup keeps back no other, in examples that have failed and that were skipped")
  func failingAndSkipping() async {
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
    let trace = await traced("A shop") {
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
    }
    expect(
      trace.description,
      equals: """
        A shop
          shelf · ! closed (body) · clearing shelf · ! still full (cleanup) · sweeping · \
        ! Threw an error: PowerCut() (cleanup, unexpected) · first registered → fails: failed
          shelf · clearing shelf · ! still full (cleanup) · sweeping · \
        ! Threw an error: PowerCut() (cleanup, unexpected) · first registered → is skipped: failed
        2 executed, 2 failed ✘
        """)
  }
}
