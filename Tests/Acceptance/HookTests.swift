import Exemplar
import TestSupport
import Testing

/// Hooks around examples, and the hooks that still run after a failure. (Semantics, section 2.)
@Suite struct HookTests {
  enum Failure: Sendable { case assertion, error, skip }

  /// A group of three examples with hooks, in which some steps fail.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var failures: [String: [Failure]]
    var trace: String

    init(_ description: String, _ failures: [String: [Failure]], _ trace: String) {
      (testDescription, self.failures, self.trace) = (description, failures, trace)
    }
  }

  private static let passing = """
      s(b) · b · t(b) → b: passed
      s(c) · c · t(c) → c: passed
      T

    """
  static let cases = [
    Case(
      "SL-02, SL-03, SL-04, SL-21: no failure", [:],
      "  S\n  s(a) · a · t(a) → a: passed\n\(passing)3 executed"),
    Case(
      "SL-05, SL-09, SL-10: an error in beforeAll", ["S": [.error]],
      """
        S · ! C: Threw an error: PowerCut() (beforeAll, unexpected)
        a | b | c: blocked by C
        T
      < C failed
      3 blocked, 1 group failed ✘
      """),
    Case(
      "SL-05: an assertion in beforeAll", ["S": [.assertion]],
      """
        S · ! C: does not hold (beforeAll)
        a | b | c: blocked by C
        T
      < C failed
      3 blocked, 1 group failed ✘
      """),
    Case(
      "an assertion and a skip in beforeAll", ["S": [.assertion, .skip]],
      """
        S · ! C: does not hold (beforeAll)
        a | b | c: blocked by C
        T
      < C failed
      3 blocked, 1 group failed ✘
      """),
    Case(
      "SL-06: an error in afterAll", ["T": [.error]],
      """
        S
        s(a) · a · t(a) → a: passed
      \(passing.dropLast())
        ! C: Threw an error: PowerCut() (afterAll, unexpected)
      < C failed
      3 executed, 1 group failed ✘
      """.replacing("  T\n  !", with: "  T · !")),
    Case(
      "beforeAll and afterAll both fail: one failed group, two issues",
      ["S": [.error], "T": [.error]],
      """
        S · ! C: Threw an error: PowerCut() (beforeAll, unexpected)
        a | b | c: blocked by C
        T · ! C: Threw an error: PowerCut() (afterAll, unexpected)
      < C failed
      3 blocked, 1 group failed ✘
      """),
    Case(
      "SL-11, SL-13, SL-14, SL-15: an assertion in set-up", ["s(a)": [.assertion]],
      "  S\n  s(a) · ! does not hold (beforeEach) · t(a) → a: failed\n\(passing)"
        + "3 executed, 1 failed ✘"),
    Case(
      "SL-12, SL-16: an assertion in tear-down", ["t(a)": [.assertion]],
      "  S\n  s(a) · a · t(a) · ! does not hold (afterEach) → a: failed\n\(passing)"
        + "3 executed, 1 failed ✘"),
    Case(
      "SL-22, SL-24, SL-25: an assertion in the body", ["a": [.assertion]],
      "  S\n  s(a) · a · ! does not hold (body) · t(a) → a: failed\n\(passing)"
        + "3 executed, 1 failed ✘"),
    Case(
      "SL-23, SL-24, SL-25: an error in the body", ["a": [.error]],
      "  S\n  s(a) · a · ! Threw an error: PowerCut() (body, unexpected) · t(a) → "
        + "a: failed unexpectedly\n\(passing)3 executed, 1 failed, 1 unexpected ✘"),
    Case(
      "an error, then an assertion: the first decides", ["s(a)": [.error], "t(a)": [.assertion]],
      "  S\n  s(a) · ! Threw an error: PowerCut() (beforeEach, unexpected) · t(a) · "
        + "! does not hold (afterEach) → a: failed unexpectedly\n\(passing)"
        + "3 executed, 1 failed, 1 unexpected ✘"),
    Case(
      "an assertion, then an error: the first decides", ["s(a)": [.assertion], "t(a)": [.error]],
      "  S\n  s(a) · ! does not hold (beforeEach) · t(a) · "
        + "! Threw an error: PowerCut() (afterEach, unexpected) → a: failed\n\(passing)"
        + "3 executed, 1 failed ✘"),
    Case(
      "skips of a hook before, a body and a hook after",
      ["s(a)": [.skip], "b": [.skip], "t(c)": [.skip]],
      """
        S
        s(a) · t(a) → a: skipped, closed
        s(b) · b · t(b) → b: skipped, closed
        s(c) · c · t(c) → c: skipped, closed
        T
      3 skipped
      """),
    Case(
      "a skip hides no failure, before it or after it",
      ["a": [.assertion, .skip], "b": [.skip], "t(b)": [.error]],
      """
        S
        s(a) · a · ! does not hold (body) · t(a) → a: failed
        s(b) · b · t(b) · ! Threw an error: PowerCut() (afterEach, unexpected) → \
      b: failed unexpectedly
        s(c) · c · t(c) → c: passed
        T
      3 executed, 2 failed, 1 unexpected ✘
      """),
  ]

  @Test(arguments: cases)
  func failures(of `case`: Case) async {
    let trace = await traced(
      letters { step in
        for failure in `case`.failures[step] ?? [] {
          switch failure {
          case .assertion: #expect(Bool(false), "does not hold")
          case .error: throw PowerCut()
          case .skip: throw Skip("closed")
          }
        }
      })
    expect(trace.description, equals: "C\n" + `case`.trace)
  }

  @Test("SL-05 to SL-10: hooks after a failing beforeAll or afterAll, groups inside, another spec")
  func groupHooks() async {
    let trace = await traced(
      describe("C") {
        beforeAll {
          log("S")
          throw PowerCut()
        }
        beforeAll { log("never") }
        beforeEach { log("never") }
        afterAll { log("T1") }
        afterAll {
          log("T2")
          throw PowerCut()
        }
        afterAll { log("T3") }
        it("a") { log("never") }
        context("inner") {
          beforeAll { log("never") }
          it("c") { log("never") }
        }
      },
      describe("SL-07 and SL-08") { it("d") { log("d") } })
    expect(
      trace.description,
      equals: """
        C
          S · ! C: Threw an error: PowerCut() (beforeAll, unexpected)
          a: blocked by C
          inner › c: blocked by C
          T3 · T2 · ! C: Threw an error: PowerCut() (afterAll, unexpected)
          T1
        < C failed
        SL-07 and SL-08 › d → d: passed
        1 executed, 2 blocked, 1 group failed ✘
        """)
  }

  @Test func `beforeAll of an inner group fails: the outer group goes on`() async {
    let trace = await traced("C") {
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
    }
    expect(
      trace.description,
      equals: """
        C
          S
          inner
            I · ! inner: Threw an error: PowerCut() (beforeAll, unexpected)
            a: blocked by inner
            J
          < inner failed
          s(b) · b → b: passed
          T
        1 executed, 1 blocked, 1 group failed ✘
        """)
  }

  @Test func `a failing hook ends later set-up, and no tear-down of what began`() async {
    let trace = await traced("outer") {
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
    }
    expect(
      trace.description,
      equals: """
        outer › inner
          s1 · s2 · ! Threw an error: PowerCut() (beforeEach, unexpected) · t2 · \
        ! Threw an error: PowerCut() (afterEach, unexpected) · t1 → x: failed unexpectedly
          s1 · s2 · s3 · i1 · ! Threw an error: PowerCut() (beforeEach, unexpected) · j · t2 · \
        ! Threw an error: PowerCut() (afterEach, unexpected) · t1 → y: failed unexpectedly
        2 executed, 2 failed, 2 unexpected ✘
        """)
  }

  @Test("several failures are several issues; #require ends the example and counts once")
  func assertions() async {
    let shelf: [String] = []
    let trace = await traced("A shelf") {
      it("expects") {
        expect(shelf.count, equals: 1, "one")
        expect(shelf.count, equals: 2, "two")
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
    }
    expect(
      trace.description,
      equals: """
        A shelf
          ! one (body) · ! two (body) · still here · ! Threw an error: PowerCut() (body, \
        unexpected) → expects: failed
          ! there is no book (body) → requires: failed
          ! no error was expected (body) → requires something of code that throws: failed
        3 executed, 3 failed ✘
        """)
  }

  @Test("KW-01, RS-14: several hooks of each kind in three groups, each told what it surrounds")
  func threeGroups() async {
    let trace = await traced("shop") {
      hooks("1")
      hooks("2")
      context("shelf") {
        hooks("3")
        context("book") {
          hooks("4")
          it("opens") { log("opens") }
        }
      }
    }
    expect(
      trace.description,
      equals: """
        shop
          beforeAll 1 Acceptance/shop · beforeAll 2 Acceptance/shop
          shelf
            beforeAll 3 Acceptance/shop/shelf
            book
              beforeAll 4 Acceptance/shop/shelf/book
              beforeEach 1 Acceptance/shop/shelf/book/opens · \
        beforeEach 2 Acceptance/shop/shelf/book/opens · \
        beforeEach 3 Acceptance/shop/shelf/book/opens · \
        beforeEach 4 Acceptance/shop/shelf/book/opens · opens · \
        afterEach 4 Acceptance/shop/shelf/book/opens · \
        afterEach 3 Acceptance/shop/shelf/book/opens · \
        afterEach 2 Acceptance/shop/shelf/book/opens · \
        afterEach 1 Acceptance/shop/shelf/book/opens → opens: passed
              afterAll 4 Acceptance/shop/shelf/book
            afterAll 3 Acceptance/shop/shelf
          afterAll 2 Acceptance/shop · afterAll 1 Acceptance/shop
        1 executed
        """)
  }

  @Test("RS-14: hooks may stand anywhere in their group, and surround every row of an outline")
  func rows() async {
    let trace = await traced("shop") {
      outline("sells") { (copies: Int) in
        log("sells \(copies)")
      } rows: {
        row("Emma", 1)
        row("Persuasion", 2)
      }
      afterEach { info in
        log("t \(info.name) of row \(info.row?.name ?? "none"), \(info.tags.sorted())")
      }
      afterAll { log("T") }
      beforeEach { info in log("s \(info.name)") }
      it("closes", .tags("evening")) { log("closes") }
      beforeAll { log("S") }
    }
    expect(
      trace.description,
      equals: """
        shop
          S
          sells
            s Emma · sells 1 · t Emma of row Emma, [] → Emma: passed
            s Persuasion · sells 2 · t Persuasion of row Persuasion, [] → Persuasion: passed
          s closes · closes · t closes of row none, ["evening"] → closes: passed
          T
        3 executed
        """)
  }

  /// One hook of each kind, which write what they surround.
  @SpecBuilder private func hooks(_ name: String) -> SpecNode {
    beforeAll { info in log("beforeAll \(name) \(info.id)") }
    beforeEach { info in log("beforeEach \(name) \(info.id)") }
    afterEach { info in log("afterEach \(name) \(info.id)") }
    afterAll { info in log("afterAll \(name) \(info.id)") }
  }
}
