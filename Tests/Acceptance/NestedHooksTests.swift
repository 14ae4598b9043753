import Exemplar
import Testing

/// The order of hooks over nested groups. (Semantics, section 2.)
@Suite struct NestedHooksTests {
  @Test("KW-01: hooks of an outer and an inner group")
  func twoGroups() async {
    let log = Log()
    let trace = await log.trace(
      describe("outer") {
        beforeAll { log("S") }
        beforeEach { log("s") }
        afterEach { log("t") }
        afterAll { log("T") }
        it("x") { log("x") }
        context("inner") {
          beforeAll { log("I") }
          beforeEach { log("i") }
          afterEach { log("j") }
          afterAll { log("J") }
          it("y") { log("y") }
          it("z") { log("z") }
        }
      })
    #expect(
      trace.description == """
        > outer
          S
          s
          x
          t
          x: passed
        > inner
          I
          s
          i
          y
          j
          t
          y: passed
          s
          i
          z
          j
          t
          z: passed
          J
        < inner
          T
        < outer
        3 executed
        """)
  }

  @Test("KW-01, RS-14: several hooks of each kind in three groups, each told what it surrounds")
  func threeGroups() async {
    let log = Log()
    let trace = await log.trace(
      describe("shop") {
        hooks("1", log)
        hooks("2", log)
        context("shelf") {
          hooks("3", log)
          context("book") {
            hooks("4", log)
            it("opens") { log("opens") }
          }
        }
      })
    #expect(
      trace.description == """
        > shop
          beforeAll 1 Acceptance/shop
          beforeAll 2 Acceptance/shop
        > shelf
          beforeAll 3 Acceptance/shop/shelf
        > book
          beforeAll 4 Acceptance/shop/shelf/book
          beforeEach 1 Acceptance/shop/shelf/book/opens
          beforeEach 2 Acceptance/shop/shelf/book/opens
          beforeEach 3 Acceptance/shop/shelf/book/opens
          beforeEach 4 Acceptance/shop/shelf/book/opens
          opens
          afterEach 4 Acceptance/shop/shelf/book/opens
          afterEach 3 Acceptance/shop/shelf/book/opens
          afterEach 2 Acceptance/shop/shelf/book/opens
          afterEach 1 Acceptance/shop/shelf/book/opens
          opens: passed
          afterAll 4 Acceptance/shop/shelf/book
        < book
          afterAll 3 Acceptance/shop/shelf
        < shelf
          afterAll 2 Acceptance/shop
          afterAll 1 Acceptance/shop
        < shop
        1 executed
        """)
  }

  @Test("RS-14: hooks may stand anywhere in their group, and surround every row of an outline")
  func rows() async {
    let log = Log()
    let trace = await log.trace(
      describe("shop") {
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
      })
    #expect(
      trace.description == """
        > shop
          S
        > sells
          s Emma
          sells 1
          t Emma of row Emma, []
          Emma: passed
          s Persuasion
          sells 2
          t Persuasion of row Persuasion, []
          Persuasion: passed
        < sells
          s closes
          closes
          t closes of row none, ["evening"]
          closes: passed
          T
        < shop
        3 executed
        """)
  }

  /// One hook of each kind, which write what they surround.
  @SpecBuilder private func hooks(_ name: String, _ log: Log) -> SpecNode {
    beforeAll { info in log("beforeAll \(name) \(info.id)") }
    beforeEach { info in log("beforeEach \(name) \(info.id)") }
    afterEach { info in log("afterEach \(name) \(info.id)") }
    afterAll { info in log("afterAll \(name) \(info.id)") }
  }
}
