import Exemplar
import ExemplarCore
import Testing

/// Names that may be meant by one that was not found.
struct SuggestionsTests {
  @Test func areNearAndNeverTheNameItself() {
    let names = ["Dune", "Emma", "emma", "Emna", "Lanark"]
    expect(Suggestions.near("Emma", in: names), equals: ["emma", "Emna"])
    #expect(Suggestions.near("Lanark", in: names).isEmpty)
  }
}
