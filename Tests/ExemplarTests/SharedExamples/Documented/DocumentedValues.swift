import Exemplar
import Testing

let aCountable = SharedExamples("a countable") { (books: Given<[String]>) in
  beforeEach { books.value.append("Persuasion") }

  it("counts one more") { #expect(books().count > 1) }
  it("holds what was added") { #expect(books().last == "Persuasion") }
}

@Spec let window = describe("A shop window") {
  let books = Given { ["Emma"] }

  itBehavesLike(aCountable) { books() }

  context("at Christmas") {
    itBehavesLike(aCountable, .tags("seasonal")) {
      books()
    } with: {
      books.override { books() + ["A Christmas Carol"] }
      it("shines") { #expect(books().contains("A Christmas Carol")) }
    }
  }
}
