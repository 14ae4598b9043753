import Exemplar
import ExemplarCore
import Testing

/// What runs when an example, and the hooks around it, are over. (Semantics, section 2.)
@Suite("Cleanup") struct CleanupTests {
  @Test("cleanup runs after the afterEach hooks, the last registered first, whatever happened")
  func order() async {
    let log = Log()
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
    let trace = await log.trace(
      describe("A shop") {
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
      })
    #expect(
      trace.description == """
        > A shop
          label made
          shelf made
          1 books
          tear-down
          registered by tear-down
          in place
          label removed
          shelf cleared of 2
          first registered
          passes: passed
          shelf made
          ! fails: Threw an error: PowerCut() (body, unexpected)
          tear-down
          registered by tear-down
          in place
          registered last of all
          shelf cleared of 1
          first registered
          fails: failed unexpectedly
          tear-down
          registered by tear-down
          first registered
          uses nothing: passed
        > with an empty shelf
          shelf made
          tear-down
          registered by tear-down
          empty shelf removed
          shelf cleared of 1
          first registered
          passes: passed
        < with an empty shelf
        < A shop
        4 executed, 1 failed, 1 unexpected
        """)
  }

  @Test("what fails in a cleanup fails the example, and the others still run")
  func failing() async {
    let log = Log()
    let catalog = AsyncGiven {
      try await later("catalog")
    } cleanup: { name in
      try await wait(for: .microseconds(1))
      #expect(name == "closed", "left open")
    }
    let line = #line
    let trace = await log.trace(
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
    #expect(
      trace.description == """
        > A shop
          last
          ! throws: Threw an error: PowerCut() (cleanup, unexpected)
          first
          throws: failed unexpectedly
          ! expects: left open (cleanup)
          expects: failed
          ! is tried again: no (body, retried)
          each attempt
          ! is tried again: no (body)
          each attempt
          is tried again: failed
          skips: skipped, closed
        < A shop
        3 executed, 3 failed, 1 unexpected, 1 skipped
        """)
    #expect(trace.places.first == "CleanupTests.swift:\(line + 5)")
  }

  @Test("a cleanup has its time when the example took too long, and a limit of its own")
  func timeLimits() async {
    let log = Log()
    let clock = ManualClock()
    let shop = describe("A shop") {
      it("hangs", .timeLimit(.seconds(1))) {
        cleanup {
          try await wait(for: .milliseconds(1))
          log("not canceled")
        }
        cleanup { try await clock.exceedLimit() }
        try await clock.exceedLimit()
      }
    }
    let trace = await clock.measure { await log.trace(shop) }
    #expect(
      trace.description == """
        > A shop
          ! hangs: The time limit of 1 s was exceeded. (body, unexpected)
          ! hangs: The time limit of 1 s was exceeded. (cleanup, unexpected)
          not canceled
          hangs: failed unexpectedly
        < A shop
        1 executed, 1 failed, 1 unexpected
        """)
  }

  @Test("what hooks around all examples register runs after the afterAll hooks of their group")
  func groups() async {
    let log = Log()
    let title = Given { "Emma" }
    let trace = await log.trace(
      describe("A shop") {
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
      })
    #expect(
      trace.description == """
        > A shop
        > inside
          ! inside: Threw an error: PowerCut() (beforeAll, unexpected)
          is blocked: blocked by inside
          ! inside: A given was used outside an example. Use it in the body of an example or in a \
        hook around each example. (cleanup, unexpected)
          inside: Emma
        < inside failed
          example
          runs: passed
          after all
          registered after all
          ! A shop: Threw an error: PowerCut() (cleanup, unexpected)
          registered before all
        < A shop failed
        1 executed, 1 blocked, 2 group failed
        """)
  }

  @Test("a cleanup that nothing would run is a failing issue at its line")
  func outside() async {
    let log = Log()
    let isOver = Locked(false)
    let task = Locked<Task<Void, Never>?>(nil)
    let trace = await log.trace(
      describe("A shop") {
        it("forgets a task") {
          let forgotten = Task {
            while !isOver.withLock({ $0 }) { await Task.yield() }
            cleanup { log("never") }
          }
          task.withLock { $0 = forgotten }
        }
        it("goes on") {
          isOver.withLock { $0 = true }
          await task.withLock { $0 }?.value
        }
      })
    #expect(
      trace.description == """
        > A shop
          forgets a task: passed
          ! run: This was recorded after “A shop › forgets a task” had ended: wait for the task that \
        recorded it. (body, unexpected)
          goes on: passed
        < A shop
        2 executed, 1 run failed
        """)
    withKnownIssue {
      cleanup {}
    } matching: { issue in
      issue.sourceLocation?.line == #line - 2
        && issue.comments.first?.rawValue == "A cleanup was registered outside an example, so "
          + "nothing runs it. Register it in the body of an example or in a hook."
    }
  }
}
