import Exemplar
import Testing

@Spec let shelf = describe("A shelf") {
  let books = Given { [String]() }
  it("starts empty") { #expect(books().isEmpty) }
}
