import Exemplar
import Testing

@Spec let hooks = describe("Hooks") {
  beforeAll { print("~ S") }
  beforeEach { info in print("~ s(\(info.name))") }
  afterEach { info in print("~ t(\(info.name))") }
  afterAll { print("~ T") }

  it("run around an example") { print("~ x") }

  context("nested") {
    beforeAll { print("~ I") }
    beforeEach { print("~ i") }
    afterEach { print("~ j") }
    afterAll { print("~ J") }

    it("run around each") { print("~ y") }
    it("run around the last") { print("~ z") }
  }
}

@Spec let brokenHooks = describe("Broken hooks") {
  context("before all") {
    beforeAll { throw PowerCut() }
    afterAll { print("~ after a broken beforeAll") }
    it("is blocked") {}
    context("nested") { it("is blocked too") {} }
  }
  context("skipping before all") {
    beforeAll { throw Skip("no power") }
    it("is skipped") {}
  }
  context("after all") {
    afterAll { #expect(Bool(false), "left on") }
    it("keeps its outcome") {}
  }
  context("before each") {
    beforeEach { #expect(Bool(false), "not ready") }
    it("fails before its body") { print("~ never") }
  }
  context("after each") {
    afterEach { throw PowerCut() }
    it("fails after its body") {}
  }
}

@Spec let givens = describe("Givens") {
  let count = Given { 1 }
  beforeEach { count.value += 1 }

  it("are made once for an example") { #expect(count() == 2) }
  context("redefined") {
    count.override { 10 }
    it("hold for outer hooks") { #expect(count() == 11) }
  }
}
