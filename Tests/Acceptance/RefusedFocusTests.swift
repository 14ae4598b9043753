import Exemplar
import TestSupport
import Testing

/// A focus never disappears silently. (Semantics, section 3.)
@Suite struct RefusedFocusTests {
  private static let message =
    "No focused example can run here. Remove the focus, or run it on its platform."

  @Test("SL-48: a focused example of another platform: nothing runs, and the run fails")
  func unsupportedExample() async {
    let trace = await traced("shelf") {
      beforeAll { log("never") }
      it("fills") { log("never") }
      fit("glows", .platforms(Platform("toaster"))) { log("never") }
    }
    expect(
      trace.description,
      equals: """
        shelf › glows: skipped, only for toaster
        1 skipped, \(Self.message)
        """)
    expect(trace.focused, equals: ["Acceptance/shelf/glows"])
    #expect(!trace.summary.isSuccess)
  }

  @Test("SL-49: a focused group of another platform, or whose condition does not hold")
  func unsupportedGroup() async {
    let trace = await traced(
      fdescribe("shelf", .platforms(Platform("toaster"))) {
        it("fills") { log("never") }
      },
      fdescribe("till", .enabled(if: false, "the till is broken")) {
        it("counts", .focused) { log("never") }
        it("opens") { log("never") }
      },
      describe("cellar") {
        it("is dry") { log("never") }
      })
    expect(
      trace.description,
      equals: """
        shelf › fills: skipped, only for toaster
        till › counts: skipped, the till is broken
        2 skipped, \(Self.message)
        """)
  }

  @Test func `SL-48: a focused row that cannot run here`() async {
    let trace = await traced("shelf") {
      beforeAll { log("never") }
      outline("lends") { (_: Int) in
        log("never")
      } rows: {
        row("Emma", 1)
        row("Persuasion", 2, traits: .focused, .platforms(Platform("toaster")))
      }
    }
    expect(
      trace.description,
      equals: """
        shelf › lends › Persuasion: skipped, only for toaster
        1 skipped, \(Self.message)
        """)
  }

  @Test func `SL-47: what is focused and can run runs; what cannot is reported`() async {
    let trace = await traced("shelf") {
      fit("glows", .platforms(Platform("toaster"))) { log("never") }
      fit("fills") { log("fills") }
      it("empties") { log("never") }
    }
    expect(
      trace.description,
      equals: """
        shelf
          glows: skipped, only for toaster
          fills → fills: passed
        1 executed, 1 skipped
        """)
  }

  @Test func `where a focus is not allowed, everything in it runs and the run fails`() async {
    let spec = describe("shelf") {
      fit("fills") { log("fills") }
      it("empties") { log("empties") }
    }
    let trace = await traced(spec, options: .plain { $0.allowsFocus = false })
    expect(
      trace.description,
      equals: """
        shelf › fills → fills: passed
        1 executed ✘
        """)
    #expect(trace.summary.isFocusRefused)

    let unfocused = await traced(
      spec,
      options: .plain {
        $0.allowsFocus = false
        $0.selection.selectors = ["shelf/empties"]
      })
    #expect(!unfocused.summary.isFocusRefused && unfocused.summary.isSuccess)
  }

  @Test func `a focus on a group without examples focuses nothing`() async {
    let trace = await traced("shelf") {
      fcontext("later") {}
      it("fills") { log("fills") }
    }
    expect(
      trace.description,
      equals: """
        ! later: “later” has no examples, so nothing is checked there. Add some with @Example, it \
        or outline, or remove it. (planning, warning)
        shelf › fills → fills: passed
        1 executed, 1 warned
        """)
    #expect(!trace.summary.isFocused)
  }
}
