import Exemplar
import Testing

// Shared examples, in each of their forms.

let aCountable = SharedExamples("a countable") { (count: Given<Int>) in
  beforeEach { print("~ shared s") }
  afterEach { print("~ shared t") }

  it("counts") { #expect(count() > 0) }
  context("at the end") {
    itBehavesLike("a till") { count() - 1 }
  }
}

@Spec let aTill = sharedExamples("a till") { (cents: Given<Int>) in
  it("holds money") { #expect(cents() > 0) }
}

@Spec let sharing = describe("Shared examples") {
  let copies = Given { 1 }
  beforeEach { copies.value += 1 }

  itBehavesLike(aCountable) { copies() }
  context("customized") {
    itBehavesLike(aCountable) {
      copies()
    } with: {
      copies.override { 0 }
      it("holds one") { #expect(copies() == 1) }
    }
  }
  context("that cannot be made") {
    itBehavesLike(aCountable) { throw PowerCut() }
  }
  xitBehavesLike(aCountable) { copies() }
  itBehavesLike("a tyll") { 1 }
  itBehavesLike("a till") { "one" }
}

@Spec("Shared in a type")
final class SharedInType {
  private let stock = ["Emma", "Dune"]

  @BehavesLike(aCountable) var books: Int { stock.count }
  @BehavesLike("a till") func money() async throws -> Int { throw Skip("no till") }
}
