import Exemplar
import ExemplarCore
import Testing

/// Names that come again are numbered.
struct UniqueNamesTests {
  @Test func numberWhatComesAgain() {
    var names = UniqueNames<Void>()
    let given = ["Emma", "Emma", "Dune", "Emma", "Emma (2)"].map { names.claim($0) }
    expect(given, equals: ["Emma", "Emma (2)", "Dune", "Emma (3)", "Emma (2) (2)"])
  }

  @Test func leaveReservedNamesToThoseThatHaveThem() {
    let written = ["Emma", "Emma", "Emma (2)", "Emma (2)"]
    var names = UniqueNames<Void>(reserving: written)
    expect(
      written.map { names.claim($0) }, equals: ["Emma", "Emma (3)", "Emma (2)", "Emma (2) (2)"])
  }
}
