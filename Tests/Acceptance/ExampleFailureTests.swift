import Exemplar
import Testing

/// What still happens when a hook around each example, or a body, fails. (Semantics, section 2.)
@Suite struct ExampleFailureTests {
  @Test("SL-11, SL-13, SL-14, SL-15: set-up fails by an assertion")
  func setUpFails() async {
    let log = Log()
    let trace = await log.trace(letters(log) { #expect($0 != "s(a)", "the till is empty") })
    #expect(
      trace.description == """
        > C
          S
          s(a)
          ! a: the till is empty (beforeEach)
          t(a)
          a: failed
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
        3 executed, 1 failed
        """)
  }

  @Test("SL-12, SL-16: tear-down fails by an assertion")
  func tearDownFails() async {
    let log = Log()
    let trace = await log.trace(letters(log) { #expect($0 != "t(a)", "the till is open") })
    #expect(
      trace.description == """
        > C
          S
          s(a)
          a
          t(a)
          ! a: the till is open (afterEach)
          a: failed
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
        3 executed, 1 failed
        """)
  }

  @Test("SL-22, SL-24, SL-25: an assertion in the body fails")
  func bodyFails() async {
    let log = Log()
    let trace = await log.trace(letters(log) { #expect($0 != "b", "the sum is wrong") })
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
          ! b: the sum is wrong (body)
          t(b)
          b: failed
          s(c)
          c
          t(c)
          c: passed
          T
        < C
        3 executed, 1 failed
        """)
  }

  @Test("SL-23, SL-24, SL-25: the body throws an error")
  func bodyThrows() async {
    let log = Log()
    let trace = await log.trace(letters(log) { if $0 == "a" { throw PowerCut() } })
    #expect(
      trace.description == """
        > C
          S
          s(a)
          a
          ! a: Threw an error: PowerCut() (body, unexpected)
          t(a)
          a: failed unexpectedly
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
        3 executed, 1 failed, 1 unexpected
        """)
  }

  @Test("set-up and tear-down both fail: two issues, one failed example; the first decides")
  func theFirstDecides() async {
    let log = Log()
    let trace = await log.trace(
      letters(log, named: "error first") {
        if $0 == "s(a)" { throw PowerCut() }
        #expect($0 != "t(a)", "the till is open")
      },
      letters(log, named: "assertion first") {
        #expect($0 != "s(a)", "the till is empty")
        if $0 == "t(a)" { throw PowerCut() }
      },
      options: .selecting("error first/a", "assertion first/a"))
    #expect(
      trace.description == """
        > error first
          S
          s(a)
          ! a: Threw an error: PowerCut() (beforeEach, unexpected)
          t(a)
          ! a: the till is open (afterEach)
          a: failed unexpectedly
          T
        < error first
        > assertion first
          S
          s(a)
          ! a: the till is empty (beforeEach)
          t(a)
          ! a: Threw an error: PowerCut() (afterEach, unexpected)
          a: failed
          T
        < assertion first
        2 executed, 2 failed, 1 unexpected
        """)
  }

  @Test("a failing hook ends later set-up, and no tear-down of what began")
  func hooksOfSeveralGroups() async {
    let log = Log()
    let trace = await log.trace(
      describe("outer") {
        beforeEach { log("s1") }
        beforeEach { info in
          log("s2")
          if info.name == "x" { throw PowerCut() }
        }
        beforeEach { log("s3") }
        afterEach { log("t1") }
        afterEach {
          log("t2")
          throw PowerCut()
        }
        context("inner") {
          beforeEach {
            log("i1")
            throw PowerCut()
          }
          beforeEach { log("i2") }
          afterEach { log("j") }
          it("x") { log("never") }
          it("y") { log("never") }
        }
      })
    #expect(
      trace.description == """
        > outer
        > inner
          s1
          s2
          ! x: Threw an error: PowerCut() (beforeEach, unexpected)
          t2
          ! x: Threw an error: PowerCut() (afterEach, unexpected)
          t1
          x: failed unexpectedly
          s1
          s2
          s3
          i1
          ! y: Threw an error: PowerCut() (beforeEach, unexpected)
          j
          t2
          ! y: Threw an error: PowerCut() (afterEach, unexpected)
          t1
          y: failed unexpectedly
        < inner
        < outer
        2 executed, 2 failed, 2 unexpected
        """)
  }

  @Test("several failures are several issues; #require ends the example and counts once")
  func assertions() async {
    let log = Log()
    let shelf: [String] = []
    let trace = await log.trace(
      describe("A shelf") {
        it("expects") {
          #expect(shelf.count == 1, "one")
          #expect(shelf.count == 2, "two")
          log("still here")
          throw PowerCut()
        }
        it("requires") {
          let book = try #require(shelf.first, "there is no book")
          log("never \(book)")
        }
        it("requires something of code that throws") {
          #expect(throws: Never.self, "no error was expected") { throw PowerCut() }
        }
      })
    #expect(
      trace.description == """
        > A shelf
          ! expects: one (body)
          ! expects: two (body)
          still here
          ! expects: Threw an error: PowerCut() (body, unexpected)
          expects: failed
          ! requires: there is no book (body)
          requires: failed
          ! requires something of code that throws: no error was expected (body)
          requires something of code that throws: failed
        < A shelf
        3 executed, 3 failed
        """)
  }
}
