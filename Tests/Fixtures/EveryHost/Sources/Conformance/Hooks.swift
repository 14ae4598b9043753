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

enum Floor { @TaskLocal static var current = 0 }

@Spec let aroundHooks = describe("Around hooks") {
  aroundAll { examples in
    print("~ A(")
    try await Floor.$current.withValue(1) { try await examples() }
    print("~ )A")
  }
  aroundEach { info, example in
    print("~ a(\(info.name)")
    try await Floor.$current.withValue(Floor.current + 1) { try await example() }
    print("~ )a")
  }
  let floor = Given { Floor.current }

  it("have values for a task") { #expect(floor() == 2) }
  it("are on the main actor") { @MainActor in #expect(Floor.current == 2) }
  outline("surround rows", over: [1, 2]) { (_: Int) in #expect(Floor.current == 2) }
  it("fail once") { throw PowerCut() }
  it("are in time", .timeLimit(.seconds(60))) { #expect(Floor.current == 2) }
  context("without a call") {
    aroundEach { _ in }
    it("fails") { print("~ never") }
  }
  context("after the call") {
    aroundEach { example in
      try await example()
      #expect(Bool(false), "left open")
    }
    it("fails") {}
  }
  context("around all without a call") {
    aroundAll { _ in }
    it("is blocked") { print("~ never") }
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
