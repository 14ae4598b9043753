import Exemplar
import ExemplarCore
import Testing

/// What can run here, and runs in which nothing can. (Semantics, section 3.)
@Suite struct PlatformTests {
  private static let elsewhere = Platform("toaster")

  @Test("SL-35, SL-36, SL-37: platforms of a group and of its examples must agree")
  func platforms() async {
    let log = Log()
    let trace = await log.trace(
      describe("here", .platforms(.current, Self.elsewhere)) {
        beforeEach { info in log("s(\(info.name))") }
        it("always") { log("always") }
        it("here", .platforms(.current)) { log("here") }
        it("elsewhere", .platforms(Self.elsewhere, Platform("kettle"))) { log("never") }
        outline("rows") { (number: Int) in
          log("row \(number)")
        } rows: {
          row("here", 1, traits: .platforms(.current))
          row("elsewhere", 2, traits: .platforms(Self.elsewhere))
        }
      },
      describe("elsewhere", .platforms(Self.elsewhere)) {
        beforeAll { log("never") }
        it("always") { log("never") }
        it("here", .platforms(.current)) { log("never") }
        context("inner", .platforms(.current)) {
          beforeAll { log("never") }
          outline("rows") { (_: Int) in
            log("never")
          } rows: {
            row("a", 1)
          }
        }
      })
    #expect(
      trace.description == """
        > here
          s(always)
          always
          always: passed
          s(here)
          here
          here: passed
          elsewhere: skipped, only for kettle, toaster
        > rows
          s(here)
          row 1
          here: passed
          elsewhere: skipped, only for toaster
        < rows
        < here
        > elsewhere
          always: skipped, only for toaster
          here: skipped, only for toaster
        > inner
          rows: skipped, only for toaster
        < inner
        < elsewhere
        3 executed, 5 skipped
        """)
    #expect(trace.summary.isSuccess)
  }

  @Test("conditions are asked once, and only for what is selected")
  func conditions() async {
    let log = Log()
    let asked = Counter()
    let notAsked = Counter()
    let trace = await log.trace(
      describe("shop", .enabled(if: asked.next() > 0)) {
        it("opens", .disabled(if: asked.next() > 0, "it is Sunday")) { log("never") }
        it("closes", .enabled(if: asked.next() < 0)) { log("never") }
        it("counts", .disabled(if: asked.next() < 0)) { log("counts") }
      },
      describe("cellar", .enabled(if: notAsked.next() > 0)) {
        it("is dry") { log("never") }
      },
      options: .selecting("shop"))
    #expect(
      trace.description == """
        > shop
          opens: skipped, it is Sunday
          closes: skipped, its condition does not hold
          counts
          counts: passed
        < shop
        1 executed, 2 skipped
        """)
    #expect(asked.value == 4 && notAsked.value == 0)
  }

  @Test("SL-58: nothing discovered, nothing matches, nothing focused can run: three messages")
  func nothing() async {
    let shelf = describe("shelf") {
      it("fills") {}
      it("empties", .focused, .platforms(Self.elsewhere)) {}
    }
    let none = await Log().trace()
    let unmatched = await Log().trace(shelf, options: .selecting("shelf/fils"))
    let focused = await Log().trace(shelf)
    #expect(
      none.description
        == "No specs were found. Write one with @Spec, in a test target that depends on Exemplar.")
    #expect(
      unmatched.description == """
        Nothing matches “shelf/fils”. Did you mean:
          Acceptance/shelf/fills
        """)
    #expect(
      focused.description == """
        > shelf
          empties: skipped, only for toaster
        < shelf
        1 skipped, No focused example can run here. Remove the focus, or run it on its platform.
        """)
    for trace in [none, unmatched, focused] {
      #expect(trace.summary.finished && !trace.summary.isSuccess)
      #expect(trace.summary.executed == 0)
    }
  }

  @Test("SL-59: groups without examples, such as abstract bases, are not run")
  func abstractBases() async {
    let log = Log()
    let base = describe("base") {
      beforeAll { log("never") }
      beforeEach { log("never") }
      context("inner") { afterAll { log("never") } }
    }
    let trace = await log.trace(base, describe("shelf") { it("fills") { log("fills") } })
    #expect(
      trace.description == """
          ! base: “base” has no examples, so nothing is checked there. \
        Add some with @Example, it or outline, or remove it. (planning, warning)
        > shelf
          fills
          fills: passed
        < shelf
        1 executed, 1 warned
        """)
    let alone = await log.trace(base)
    #expect(alone.summary.nothingRan == NothingToRun.nothingDiscovered.message)
    #expect(!alone.summary.isSuccess)
  }
}
