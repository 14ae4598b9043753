import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Hooks around examples. (Semantics, section 2.)
@Suite struct AroundHookTests {
  private enum Shop {
    @TaskLocal static var till = "none"
  }

  @Test("2.23: the order of hooks around examples and other hooks, in two groups")
  func order() async {
    let trace = await traced("shop") {
      beforeEach { log("s") }
      afterEach { log("t") }
      aroundEach { info, example in
        log("a(\(info.name)")
        try await example()
        log(")")
      }
      aroundEach(logging: "b(", ")")
      beforeAll { log("S") }
      afterAll { log("T") }
      aroundAll { info, examples in
        log("A(\(info.name)")
        try await examples()
        log(")A")
      }
      aroundAll(logging: "B(", ")B")
      it("opens") { log("opens") }
      context("shelf") {
        aroundAll(logging: "C(", ")C")
        beforeEach { log("i") }
        afterEach { log("j") }
        aroundEach(logging: "c(", ")")
        outline("holds") { (book: String) in
          log("holds \(book)")
        } rows: {
          row("Emma", "Emma")
          row("Dune", "Dune")
        }
      }
      xcontext("closed") {
        aroundAll { _ in log("never") }
        it("sells") { log("never") }
      }
      pending("lends")
    }
    expect(
      trace.description,
      equals: """
        shop
          A(shop · B( · S
          a(opens · b( · s · opens · t · ) · ) → opens: passed
          shelf
            C(
            holds
              a(Emma · b( · s · c( · i · holds Emma · j · ) · t · ) · ) → Emma: passed
              a(Dune · b( · s · c( · i · holds Dune · j · ) · t · ) · ) → Dune: passed
            )C
          closed › sells: skipped, marked with xcontext
          lends: pending
          T · )B · )A
        3 executed, 1 skipped, 1 pending
        """)
  }

  @Test("2.24: a hook that does not call its example, or calls it more than once, fails it")
  func calls() async {
    let escaped = Locked<(@Sendable () async throws -> Void)?>(nil)
    let trace = await traced("shop") {
      context("never") {
        aroundEach { _ in log("a") }
        beforeEach { log("never") }
        afterEach { log("never") }
        it("opens") { log("never") }
      }
      context("twice") {
        aroundEach { example in
          try await example()
          try await example()
          log("never")
        }
        it("opens") { log("body") }
      }
      context("twice, caught") {
        aroundEach { example in
          for _ in 1...3 { try? await example() }
        }
        it("opens") { log("body") }
      }
      context("too late") {
        aroundEach { example in escaped.withLock { $0 = example } }
        afterEach { log("never") }
        it("opens") { log("never") }
        it("calls the one before") {}
      }
      context("from the next one") {
        it("calls it") { try await escaped.withLock { $0 }?() }
      }
      context("without waiting") {
        aroundEach { example in
          Task { try await example() }
          // The example has begun when this returns.
          while !Shelf.isOpen.withLock({ $0 }) { await Task.yield() }
        }
        afterEach { log("t") }
        it("opens") {
          Shelf.isOpen.withLock { $0 = true }
          try await Task.sleep(for: .seconds(1))
          log("body")
        }
      }
    }
    expect(
      trace.description,
      equals: """
        shop
          never › a · ! This aroundEach hook returned without calling “opens”, so that did not run. Call it: \
        try await example(). (beforeEach, unexpected) → opens: failed unexpectedly
          twice › body · ! This aroundEach hook calls “opens” more than once. That runs only once. Call it once; \
        .retry(…) runs failing examples again. (afterEach, unexpected) → opens: failed unexpectedly
          twice, caught › body · ! This aroundEach hook calls “opens” more than once. That runs only once. Call it once; \
        .retry(…) runs failing examples again. (afterEach, unexpected) · ! This aroundEach hook calls “opens” more than \
        once. That runs only once. Call it once; .retry(…) runs failing examples again. (afterEach, unexpected) → \
        opens: failed unexpectedly
          too late
            ! This aroundEach hook returned without calling “opens”, so that did not run. Call it: \
        try await example(). (beforeEach, unexpected) → opens: failed unexpectedly
            ! This aroundEach hook returned without calling “calls the one before”, so that did not run. Call it: \
        try await example(). (beforeEach, unexpected) → calls the one before: failed unexpectedly
          from the next one › ! run: This was recorded after “shop › too late › calls the one before” had ended: \
        wait for the task that recorded it. (body, unexpected) · ! Threw an error: CancellationError() (body, \
        unexpected) → calls it: failed unexpectedly
          without waiting › ! This aroundEach hook returned before “opens” had ended. Wait for the end: \
        try await example(). (body, unexpected) · body · t → opens: failed unexpectedly
        7 executed, 7 failed, 7 unexpected, 1 run failed ✘
        """)
  }

  private enum Shelf { static let isOpen = Locked(false) }

  @Test("2.24: of two calls at the same time, the second one fails, and the body runs once")
  func concurrentCalls() async {
    let (began, calledAgain) = (Gate(), Gate())
    let bodies = Counter()
    let trace = await traced("shop") {
      aroundEach { example in
        async let first: Void = example()
        await began.wait()
        await #expect(throws: CancellationError.self) { try await example() }
        await calledAgain.open()
        try await first
      }
      it("opens") {
        bodies.next()
        await began.open()
        await calledAgain.wait()
      }
    }
    expect(bodies.value, equals: 1)
    #expect(trace.summary.failed == 1 && trace.issues.count == 1)
    expect(trace.issues.first?.message.contains("more than once"), equals: true)
  }

  @Test("2.7: the call in a known issue around it hides no failure that it cannot see")
  func knownIssuesElsewhere() async {
    let trace = await traced("shop") {
      context("in another task") {
        aroundEach { example in
          await withKnownIssue { try await Task.detached { try await example() }.value }
        }
        it("throws") { throw PowerCut() }
      }
      context("without a call") {
        aroundEach { _ in withKnownIssue { throw PowerCut() } }
        it("does not run") { log("never") }
      }
      context("twice") {
        aroundEach { example in
          try await example()
          await withKnownIssue(isIntermittent: true) { try await example() }
        }
        it("runs once") { log("body") }
      }
      context("around all") {
        aroundAll { examples in await withKnownIssue { try await examples() } }
        beforeAll { throw PowerCut() }
        it("does not run") { log("never") }
      }
    }
    #expect(trace.summary.failed == 3 && trace.summary.blocked == 1)
    #expect(trace.summary.groupFailures == 1 && !trace.summary.isSuccess)
    #expect(!trace.issues.contains { $0.message.contains("Cancellation") })
    expect(trace.issues.count { $0.message.contains("PowerCut") && $0.isFailure }, equals: 2)
  }

  @Test("2.24: a run that stops in a group ends its hooks; a failure in it is not undone")
  func stopping() async {
    let trace = await traced("shop", options: .plain { $0.failFast = 1 }) {
      aroundAll { examples in
        try? await examples()
        log("A")
      }
      aroundEach { example in
        try? await example()
        log("a")
      }
      it("fails") { throw PowerCut() }
      it("does not begin") { log("never") }
    }
    expect(
      trace.description,
      equals: """
        shop
          ! Threw an error: PowerCut() (body, unexpected) · a → fails: failed unexpectedly
          A
        1 executed, 1 failed, 1 unexpected, 1 not reached ✘
        """)
  }

  @Test("2.7: a known issue around a call covers expectations and errors, each once, and no skip")
  func knownIssues() async {
    let trace = await traced("shop") {
      aroundEach { example in
        await withKnownIssue { try await example() }
        log("a")
      }
      afterEach { log("t") }
      it("expects") { #expect(Bool(false), "does not hold") }
      it("requires") { try #require(Bool(false), "is required") }
      it("throws") { throw PowerCut() }
      it("skips") { throw Skip("closed") }
      it("passes") {}
      context("in a hook") {
        beforeEach { throw PowerCut() }
        it("does not run") { log("never") }
      }
      context("after the body") {
        afterEach { throw PowerCut() }
        it("runs") { log("body") }
      }
    }
    expect(
      trace.description,
      equals: """
        shop
          ! does not hold (body, known) · t · a → expects: passed
          ! is required (body, known) · t · a → requires: passed
          ! Threw an error: PowerCut() (body, known) · t · a → throws: passed
          t · a → skips: skipped, closed
          t · ! Known issue was not recorded (afterEach) · a → passes: failed
          in a hook › ! Threw an error: PowerCut() (beforeEach, known) · t · a → does not run: passed
          after the body › body · ! Threw an error: PowerCut() (afterEach, known) · t · a → runs: passed
        6 executed, 1 failed, 1 skipped, 5 known ✘
        """)
  }

  @Test("2.7: hooks outside of a known issue see no error of it; a matcher decides as in a test")
  func knownIssuesInside() async {
    struct Blackout: Error {}
    let trace = await traced("shop") {
      aroundEach { example in
        try await example()
        log("outer")
      }
      aroundEach { example in
        try await withKnownIssue {
          try await example()
        } matching: {
          $0.error is PowerCut
        }
        log("inner")
      }
      it("matches") { throw PowerCut() }
      it("does not match") { throw Blackout() }
      it("is late", .timeLimit(.milliseconds(1))) { try await Task.sleep(for: .seconds(60)) }
    }
    expect(trace.ended.map(\.outcome.isFailure), equals: [false, true, true])
    let first = "! Threw an error: PowerCut() (body, known) · inner · outer → matches: passed"
    #expect(trace.description.contains(first) && trace.summary.knownIssues == 1)
    // The matcher expects no other error, so withKnownIssue fails too, as in a test.
    expect(trace.issues.count { $0.message.contains("PowerCut") }, equals: 1)
    expect(trace.issues.count { $0.message.contains("Blackout") }, equals: 1)
    #expect(trace.issues.contains { $0.message.contains("time limit") })
    #expect(!trace.issues.contains { $0.message.contains("Cancellation") })
  }

  @Test(
    "6.11: rows inside of aroundAll are not divided among processes, those inside of aroundEach are"
  )
  func shareableRows() async {
    func shareable(_ hook: SpecNode) -> Int {
      let root = describe("shop", .parallel) {
        hook
        outline("sells", over: [1, 2]) { (_: Int) in }
      }
      return Plan([Spec(module: "M", root: root)], PlanOptions(seed: 1, order: .defined)).demands[0]
        .shareable.count
    }
    expect(shareable(aroundAll { try await $0() }), equals: 0)
    expect(shareable(aroundEach { try await $0() }), equals: 1)
  }

  @Test("2.25: errors and skips in a hook before and after its call, and in what it surrounds")
  func errors() async {
    @Sendable func thrown(_ example: () async throws -> Void) async throws {
      do {
        try await example()
        log("returned")
      } catch {
        log("threw \(type(of: error))")
        throw error
      }
    }
    let line = #line + 4
    let trace = await traced("shop") {
      afterEach { log("t") }
      context("before") {
        aroundEach { _ in throw PowerCut() }
        afterEach { log("never") }
        it("opens") { log("never") }
      }
      context("before, by an assertion") {
        aroundEach { example in
          #expect(Bool(false), "does not hold")
          try await thrown(example)
        }
        it("opens") { log("never") }
      }
      context("after") {
        aroundEach { example in
          try await thrown(example)
          throw PowerCut()
        }
        it("opens") { checkpoint("in the body") }
        it("fails first") { #expect(Bool(false), "does not hold") }
      }
      context("inside") {
        aroundEach { example in try await thrown(example) }
        aroundEach { example in try await thrown(example) }
        it("throws") { throw PowerCut() }
        it("expects") { #expect(Bool(false), "does not hold") }
        it("requires") { try #require(Bool(false), "is required") }
        it("is skipped") { throw Skip("closed") }
        context("in a hook") {
          beforeEach { #expect(Bool(false), "does not hold") }
          it("does not run") { log("never") }
        }
        context("after the body") {
          afterEach { throw PowerCut() }
          it("runs") { cleanup { throw Skip("too late") } }
        }
      }
      context("swallowed") {
        aroundEach { example in try? await example() }
        it("throws") { throw PowerCut() }
        it("is skipped") { throw Skip("closed") }
        it("throws, and skips") {
          cleanup { throw Skip("closed") }
          throw PowerCut()
        }
      }
      context("replaced") {
        aroundEach { example in
          do { try await example() } catch { throw Skip("it is replaced") }
        }
        it("throws") { throw PowerCut() }
      }
      context("skips") {
        aroundEach { _ in throw Skip("closed") }
        it("opens") { log("never") }
      }
      context("skips afterwards") {
        aroundEach { example in
          try await example()
          throw Skip("closed")
        }
        it("opens") { log("body") }
        it("fails") { #expect(Bool(false), "does not hold") }
      }
    }
    expect(
      trace.description,
      equals: """
        shop
          before › ! Threw an error: PowerCut() (beforeEach, unexpected) · t → opens: failed unexpectedly
          before, by an assertion › ! does not hold (beforeEach) · threw CancellationError · t → opens: failed
          after
            returned · ! Threw an error: PowerCut() (afterEach, unexpected) · t → opens: failed unexpectedly
            ! does not hold (body) · returned · ! Threw an error: PowerCut() (afterEach, unexpected) · t → \
        fails first: failed
          inside
            ! Threw an error: PowerCut() (body, unexpected) · threw PowerCut · threw PowerCut · t → \
        throws: failed unexpectedly
            ! does not hold (body) · returned · returned · t → expects: failed
            ! is required (body) · threw ExpectationFailedError · threw ExpectationFailedError · t → requires: failed
            threw Skip · threw Skip · t → is skipped: skipped, closed
            in a hook › ! does not hold (beforeEach) · threw CancellationError · threw CancellationError · t → \
        does not run: failed
            after the body › ! Threw an error: PowerCut() (afterEach, unexpected) · threw Skip · \
        threw Skip · t → runs: failed unexpectedly
          swallowed
            ! Threw an error: PowerCut() (body, unexpected) · t → throws: failed unexpectedly
            t → is skipped: skipped, closed
            ! Threw an error: PowerCut() (body, unexpected) · t → throws, and skips: failed unexpectedly
          replaced › ! Threw an error: PowerCut() (body, unexpected) · t → throws: failed unexpectedly
          skips › t → opens: skipped, closed
          skips afterwards
            body · t → opens: skipped, closed
            ! does not hold (body) · t → fails: failed
        13 executed, 13 failed, 7 unexpected, 4 skipped ✘
        """)
    // The errors of a hook have its line, even if the body has passed a checkpoint.
    let thrown = trace.issues.filter { $0.message.contains("PowerCut") }.prefix(2)
    expect(thrown.map(\.place?.line), equals: [line, line + 12])
  }

  @Test("2.25: errors of hooks around a group")
  func groupErrors() async {
    let trace = await traced(
      describe("before") {
        aroundAll { _ in throw PowerCut() }
        beforeAll { log("never") }
        afterAll { log("never") }
        it("opens") { log("never") }
        context("shelf") { it("holds") { log("never") } }
      },
      describe("before, by an assertion") {
        aroundAll { examples in
          #expect(Bool(false), "does not hold")
          try await examples()
        }
        outline("opens", over: [1, 2]) { (_: Int) in log("never") }
      },
      describe("after") {
        aroundAll { examples in
          try await examples()
          throw PowerCut()
        }
        it("opens") { log("opens") }
      },
      describe("without a call") {
        aroundAll { _ in log("A") }
        it("opens") { log("never") }
      },
      describe("twice") {
        aroundAll { examples in
          try? await examples()
          try? await examples()
        }
        it("opens") { log("opens") }
      },
      describe("skips") {
        aroundAll { examples in try? await examples() }
        aroundAll { _ in throw Skip("closed") }
        it("opens") { log("never") }
      },
      describe("skips too late") {
        aroundAll { examples in
          try await examples()
          log("outside")
        }
        aroundAll { examples in
          try await examples()
          throw Skip("closed")
        }
        it("opens") { log("opens") }
      },
      describe("fails inside") {
        aroundAll { examples in
          try await examples()
          log("A")
        }
        beforeAll { throw PowerCut() }
        afterAll { log("T") }
        it("opens") { log("never") }
      },
      describe("given") {
        let shelf = Given { "shelf" }
        aroundAll { examples in
          _ = shelf()
          try await examples()
        }
        it("opens") { log("never") }
      })
    expect(
      trace.description,
      equals: """
        before
          ! before: Threw an error: PowerCut() (beforeAll, unexpected)
          opens: blocked by before
          shelf › holds: blocked by before
        < before failed
        before, by an assertion
          ! before, by an assertion: does not hold (beforeAll)
          opens › #1 | #2: blocked by before, by an assertion
        < before, by an assertion failed
        after
          opens → opens: passed
          ! after: Threw an error: PowerCut() (afterAll, unexpected)
        < after failed
        without a call
          A · ! without a call: This aroundAll hook returned without calling “without a call”, so that did not run. \
        Call it: try await examples(). (beforeAll, unexpected)
          opens: blocked by without a call
        < without a call failed
        twice
          opens → opens: passed
          ! twice: This aroundAll hook calls “twice” more than once. That runs only once. Call it once; .retry(…) runs \
        failing examples again. (afterAll, unexpected)
        < twice failed
        skips › opens: skipped, closed
        skips too late
          opens → opens: passed
          ! skips too late: This aroundAll hook throws a Skip after its examples have run, so it skips none. Throw it \
        before the call. (afterAll, unexpected)
          outside
        < skips too late failed
        fails inside
          ! fails inside: Threw an error: PowerCut() (beforeAll, unexpected)
          opens: blocked by fails inside
          T · A
        < fails inside failed
        given
          ! given: A given was used outside an example. Use it in the body of an example or in a hook around each \
        example. (beforeAll, unexpected)
          opens: blocked by given
        < given failed
        3 executed, 1 skipped, 7 blocked, 8 group failed ✘
        """)
  }

  @Test("2.26: task-local values apply to everything inside, and to nothing else")
  func taskLocals() async {
    let outside = Given { "given \(Shop.till)" }
    let trace = await traced("shop", options: .plain { $0.jobs = 4 }) {
      beforeEach { log("outer \(Shop.till)") }
      afterEach { log("outer \(Shop.till)") }
      context("each") {
        aroundEach { example in
          try await Shop.$till.withValue("one") { try await example() }
        }
        let later = AsyncGiven {
          "later \(Shop.till)"
        } cleanup: { _ in
          log("closed \(Shop.till)")
        }
        beforeEach { log("s \(Shop.till)") }
        afterEach { log("t \(Shop.till)") }
        it("opens", .timeLimit(.seconds(60))) {
          cleanup { log("cleanup \(Shop.till)") }
          log("\(Shop.till), \(outside()), \(try await later())")
        }
        context("inside") {
          aroundEach { example in
            try await Shop.$till.withValue(Shop.till + " two") { try await example() }
          }
          it("opens") { log("\(Shop.till), \(await Task { Shop.till }.value)") }
        }
        context("elsewhere") {
          aroundEach { example in
            try await Task.detached { try await example() }.value
          }
          it("belongs to the example") { if Shop.till == "none" { throw PowerCut() } }
        }
      }
      context("all") {
        aroundAll { examples in
          try await Shop.$till.withValue("all") { try await examples() }
        }
        beforeAll { log("S \(Shop.till)") }
        afterAll { log("T \(Shop.till)") }
        outline("sells", over: [1, 2]) { (_: Int) in log("\(Shop.till)") }
        context("inside") { it("opens") { log("\(Shop.till), \(outside())") } }
      }
      it("is outside") { log("\(Shop.till)") }
    }
    expect(
      trace.lines.filter { $0.hasPrefix("  ") },
      equals: [
        "  outer none", "  s one", "  one, given one, later one", "  t one", "  closed one",
        "  cleanup one", "  outer none", "  opens: passed",
        "  outer none", "  s one", "  one two, one two", "  t one", "  outer none",
        "  opens: passed",
        "  outer none", "  s one",
        "  ! belongs to the example: Threw an error: PowerCut() (body, unexpected)", "  t one",
        "  outer none", "  belongs to the example: failed unexpectedly",
        "  S all", "  outer all", "  all", "  outer all", "  #1: passed", "  outer all", "  all",
        "  outer all", "  #2: passed", "  outer all", "  all, given all", "  outer all",
        "  opens: passed", "  T all",
        "  outer none", "  none", "  outer none", "  is outside: passed",
      ])
  }

  @Test("2.26: examples of a group that run side by side have its task-local values")
  func sideBySide() async {
    let all = Rendezvous(of: 3)
    let trace = await traced("shop", .parallel, options: .plain { $0.jobs = 3 }) {
      aroundAll { examples in
        try await Shop.$till.withValue("all") { try await examples() }
        log("A")
      }
      aroundEach { info, example in
        try await Shop.$till.withValue(Shop.till + info.name) { try await example() }
      }
      for name in ["a", "b", "c"] {
        it(name) {
          try await all.arrive()
          expect(Shop.till, equals: "all\(name)")
          try await all.leave()
        }
      }
    }
    #expect(trace.summary.executed == 3 && trace.summary.isSuccess)
    expect(trace.lines.filter { $0 == "  A" }.count, equals: 1)
  }

  @Test("2.27: cleanups that something inside registers run inside")
  func cleanups() async {
    let trace = await traced("shop") {
      beforeEach { cleanup { log("1") } }
      aroundEach { example in
        cleanup { log("2") }
        log("a(")
        try await example()
        cleanup { log("3") }
        log(")a")
      }
      aroundEach { example in
        cleanup { log("4") }
        log("b(")
        try await example()
        log(")b")
      }
      beforeEach { cleanup { log("5") } }
      afterEach { cleanup { log("6") } }
      it("opens") {
        cleanup {
          cleanup { log("7") }
          log("8")
          throw PowerCut()
        }
      }
      aroundAll { examples in
        cleanup { log("9") }
        log("A(")
        try await examples()
        log(")A")
      }
      beforeAll { cleanup { log("10") } }
    }
    expect(
      trace.description,
      equals: """
        shop
          A(
          a( · b( · 6 · 8 · ! Threw an error: PowerCut() (cleanup, unexpected) · 7 · 5 · 1 · 4 · 2 → \
        opens: failed unexpectedly
          10 · )A · 9
        1 executed, 1 failed, 1 unexpected ✘
        """)
  }

  @Test("2.28: a time limit includes hooks around examples, and cancels the code that exceeds it")
  func timeLimits() async {
    let clock = ManualClock()
    @Sendable func text() -> String { Task.isCancelled ? "canceled" : "fine" }
    let trace = await clock.measure {
      await traced("shop", .timeLimit(.seconds(1))) {
        afterEach { log("t, \(text())") }
        context("before") {
          aroundEach { example in
            try? await clock.exceedLimit()
            log(text())
            try await example()
          }
          it("opens") { log("never") }
        }
        context("inside") {
          aroundEach { example in
            do { try await example() } catch { log("\(error), \(text())") }
          }
          afterEach { log("inner t, \(text())") }
          it("throws") { try await clock.exceedLimit() }
          it("returns") {
            try? await clock.exceedLimit()
            log(text())
          }
          it("is in time") { log("in time") }
        }
        context("after") {
          aroundEach { example in
            try await example()
            log(text())
            try await clock.exceedLimit()
          }
          it("opens") { log("body") }
        }
      }
    }
    expect(
      trace.description,
      equals: """
        shop
          before › ! The time limit of 1 s was exceeded. (beforeEach, unexpected) · canceled · t, fine → \
        opens: failed unexpectedly
          inside
            ! The time limit of 1 s was exceeded. (body, unexpected) · inner t, fine · CancellationError(), fine · \
        t, fine → throws: failed unexpectedly
            ! The time limit of 1 s was exceeded. (body, unexpected) · canceled · inner t, fine · CancellationError(), \
        fine · t, fine → returns: failed unexpectedly
            in time · inner t, fine · t, fine → is in time: passed
          after › body · fine · ! The time limit of 1 s was exceeded. (afterEach, unexpected) · t, fine → \
        opens: failed unexpectedly
        5 executed, 4 failed, 4 unexpected ✘
        """)
  }

  @Test("2.23: each attempt runs the hooks again; failures of earlier attempts do not count")
  func attempts() async {
    let attempts = Counter()
    let message =
      "This aroundEach hook returned without calling “opens”, so that did not run. Call it: try await example()."
    let trace = await traced("shop", .retry(2)) {
      aroundEach { example in
        log("\(currentFailures().count)(")
        try? await example()
        log(")\(currentFailures().count)")
      }
      it("opens") { if attempts.next() == 1 { throw PowerCut() } }
      context("hooks") {
        aroundEach { example in if attempts.next() > 4 { try await example() } }
        it("opens") { log("body") }
      }
    }
    expect(
      trace.description,
      equals: """
        shop
          0( · ! Threw an error: PowerCut() (body, retried) · )1 · 0( · )0 → opens: flaky
          hooks › 0( · ! \(message) (beforeEach, retried) · )1 · 0( · ! \(message) (beforeEach, retried) · )1 · \
        0( · body · )0 → opens: flaky
        2 executed, 2 flaky
        """)
  }

  @Test("2.16: code that cancels its task cancels nothing but what it surrounds")
  func cancellation() async {
    @Sendable func cancel() { withUnsafeCurrentTask { $0?.cancel() } }
    @Sendable func text() -> String { Task.isCancelled ? "canceled" : "fine" }
    let trace = await traced(
      describe("shop") {
        context("body") {
          aroundEach { example in
            try await example()
            log("a, \(text())")
          }
          afterEach { log("t, \(text())") }
          it("opens") { cancel() }
          it("goes on") { log(text()) }
        }
        context("hook") {
          aroundEach { example in
            cancel()
            try await example()
          }
          afterEach { log("t, \(text())") }
          it("opens") { log(text()) }
          it("goes on") { log(text()) }
        }
        context("own limit") {
          aroundEach { info, example in
            try await withThrowingTaskGroup(of: Void.self) { group in
              group.addTask { try await example() }
              group.addTask {
                if info.name == "hangs" { throw PowerCut() }
                try await Task.sleep(for: .seconds(60))
              }
              defer { group.cancelAll() }
              try await group.next()
            }
          }
          afterEach { log("t, \(text())") }
          it("hangs") { try await Task.sleep(for: .seconds(60)) }
          it("goes on") { log(text()) }
        }
      })
    expect(
      trace.description,
      equals: """
        shop
          body
            t, fine · a, fine → opens: passed
            fine · t, fine · a, fine → goes on: passed
          hook
            canceled · t, fine → opens: passed
            canceled · t, fine → goes on: passed
          own limit
            ! Threw an error: CancellationError() (body, unexpected) · t, fine · ! Threw an error: PowerCut() (afterEach, \
        unexpected) → hangs: failed unexpectedly
            fine · t, fine → goes on: passed
        6 executed, 1 failed, 1 unexpected ✘
        """)
    let cut = await traced(
      describe("shop") {
        aroundAll { examples in
          cancel()
          try await examples()
        }
        it("opens") { log("never") }
      }, describe("next") { it("opens") { log("opens") } })
    #expect(!cut.summary.isSuccess && !cut.summary.finished)
    expect(cut.executed, equals: ["opens"])
  }

  @Test("2.20: around several specs, aroundEach applies to each example, and aroundAll is an error")
  func sharedHooks() async {
    let trace = await traced(
      describe("started", .hooks(of: .module)) {
        aroundEach { example in
          log("a(")
          try await Shop.$till.withValue("one") { try await example() }
          log(")")
        }
      },
      describe("first") { it("opens") { log(Shop.till) } },
      describe("second") { it("opens") { log(Shop.till) } })
    expect(
      trace.description,
      equals: """
        started
          first › a( · one · ) → opens: passed
          second › a( · one · ) → opens: passed
        2 executed
        """)
    let broken = await traced(
      describe("started", .hooks(of: .module)) { aroundAll { try await $0() } },
      describe("first") { it("opens") { log("opens") } })
    expect(
      broken.description,
      equals: """
        started › ! An aroundAll hook cannot run around several specs, because those do not run inside of one call. \
        Write beforeAll and afterAll, or aroundEach. (planning, unexpected) → shared hooks: failed unexpectedly
        first › opens → opens: passed
        2 executed, 1 failed, 1 unexpected ✘
        """)
  }

  @MainActor private final class Till {
    static var isOpen = false
  }

  @Test("2.22: on the main actor, hooks around examples and all in them run there")
  func mainActor() async {
    let trace = await traced(
      describe("till", on: MainActor.self) {
        aroundEach { example in
          Till.isOpen = true
          try await Shop.$till.withValue("main") { try await example() }
          Till.isOpen = false
        }
        aroundAll { examples in
          try await examples()
          #expect(!Till.isOpen)
        }
        it("is open") { #expect(Till.isOpen && Shop.till == "main") }
        it("waits") {
          await Task.yield()
          #expect(Till.isOpen)
        }
      })
    #expect(trace.summary.executed == 2 && trace.summary.isSuccess)
  }

  @Test("hooks of types run on the instance of the example; those of a superclass are outside")
  func types() async {
    let trace = await traced(types: "AroundTill", "AroundDesk")
    expect(
      trace.description,
      equals: """
        AroundTill
          A(AroundTill
          a(opens, 0 · b( · 1 · ) · ) → opens: passed
          sells › a(sells, 0 · b( · Emma · ) · ) → Emma: passed
          )A
        AroundDesk › outer( · overridden( · desk · ) · ) → opens: passed
        3 executed
        """)
  }

  @Test("7.1: in shared examples, hooks around examples use their parameter")
  func sharedExamples() async {
    let shared = SharedExamples<String>("a shelf") { (shelf: Given<String>) in
      aroundEach { example in
        log("\(shelf())(")
        try await example()
        log(")")
      }
      beforeEach { log("s") }
      it("holds") { log(shelf()) }
    }
    let trace = await traced("shop") {
      aroundEach(logging: "a(", ")")
      itBehavesLike(shared) {
        await Task.yield()
        log("made")
        return "shelf"
      }
    }
    expect(
      trace.description,
      equals: """
        shop › behaves like a shelf › a( · made · shelf( · s · shelf · ) · ) → holds: passed
        1 executed
        """)
  }
}

@Spec(.ordered) struct AroundTill {
  private var opened = 0

  @AroundAll static func open(
    _ info: ExampleInfo, around examples: () async throws -> Void
  ) async throws {
    log("A(\(info.name)")
    try await examples()
    log(")A")
  }
  @AroundEach func serve(
    example: @escaping @Sendable () async throws -> Void, _ info: ExampleInfo
  ) async throws {
    log("a(\(info.row == nil ? info.name : "sells"), \(opened)")
    try await example()
    log(")")
  }
  @Spec static let another = aroundEach(logging: "b(", ")")
  @BeforeEach mutating func fill() { opened += 1 }

  @Example func opens() { log("\(opened)") }
  @Example(rows: { row("Emma", "Emma") }) func sells(book: String) { log(book) }
}

@Spec(.abstract) class AroundFurniture {
  @AroundEach final func move(_ example: () async throws -> Void) async throws {
    log("outer(")
    try await example()
    log(")")
  }
  @AroundEach func dust(_ example: () async throws -> Void) async throws {
    log("never")
    try await example()
  }
}

@Spec final class AroundDesk: AroundFurniture {
  private var name = "desk"

  @AroundEach override func dust(_ example: () async throws -> Void) async throws {
    log("overridden(")
    try await example()
    log(")")
  }
  @Example func opens() { log(name) }
}

/// A hook around each example that writes a line before and after its call.
private func aroundEach(logging before: String, _ after: String) -> SpecNode {
  aroundEach { example in
    log(before)
    try await example()
    log(after)
  }
}

private func aroundAll(logging before: String, _ after: String) -> SpecNode {
  aroundAll { examples in
    log(before)
    try await examples()
    log(after)
  }
}
