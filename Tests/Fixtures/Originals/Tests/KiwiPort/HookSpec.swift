import Exemplar

/// The order of all hooks, in the words of the example that runs last.
@Spec let hooks = describe("Hooks", .ordered) {
  let log = Log()

  beforeAll { log.add("A") }
  beforeEach { log.add("e") }
  it("run around an example") { log.add("x") }
  context("in a context") {
    beforeAll { log.add("IA") }
    beforeEach { log.add("ie") }
    it("run around its examples") { log.add("y") }
    it { log.add("z") }
    xit("do not run for a pending example") { log.add("never") }
    afterEach { log.add("ie'") }
    afterAll { log.add("IA'") }
  }
  afterEach { log.add("e'") }
  afterAll {
    #expect(log.text == "A e x e' IA e ie y ie' e' e ie z ie' e' IA'")
  }
}

@Spec let failingHooks = describe("Failing hooks", .ordered) {
  let log = Log()

  context("in a context") {
    beforeEach {
      log.add("ie")
      _ = try #require(Int("no number"))
    }
    it("keep an example from running") { log.add("never") }
    afterEach { log.add("ie'") }
  }
  context("around all") {
    beforeAll { _ = try #require(Int("no number")) }
    it("block an example") { log.add("never") }
  }
  afterAll { #expect(log.text == "ie ie'") }
}

@Spec let unknown = describe("A wreck") { itBehavesLike("a shipp") { ["name": "Emma"] } }

final class Log: @unchecked Sendable {
  private var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }
  var text: String { entries.joined(separator: " ") }
}
