import Exemplar
import Testing

struct PowerCut: Error {}

@Spec let hooks = describe("Hooks") {
  context("when beforeAll fails") {
    beforeAll { throw PowerCut() }
    afterAll { #expect(Bool(false), "also reported") }
    it("is blocked") {}
    context("further in") {
      outline("is blocked too") { (_: Int) in
      } rows: {
        row("first", 1)
        row("second", 2)
      }
    }
  }

  context("when afterAll fails") {
    afterAll { throw PowerCut() }
    it("keeps its outcome") {}
  }

  context("when beforeEach fails") {
    beforeEach { #expect(Bool(false), "the shop is closed") }
    afterEach { #expect(Bool(false), "and cannot be tidied") }
    it("fails without its body") { Issue.record("never reached") }
  }

  context("when afterEach fails") {
    afterEach { throw PowerCut() }
    it("fails although its body passes") {}
  }
}
