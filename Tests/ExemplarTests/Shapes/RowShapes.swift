import Exemplar
import ExemplarCore
import Testing

// Rows in code: the values of a row are the arguments of the function.

private let prices = [3, 4]
private let discounts: [(price: Int, percent: Int)] = [(price: 100, percent: 10)]

private func titles() -> [String] { ["Emma", "Lanark"] }

@Spec struct RowShape {
  @Example(rows: [1, 2, 3]) func takesScalars(_ value: Int) { #expect(value > 0) }

  @Example(rows: ["one": 1, "two": 2]) func takesNamedScalars(value: Int) { #expect(value < 3) }

  @Example(
    "adds up",
    rows: [
      "two books": (2, 3, 5),
      "a book and a voucher": (2, -3, -1),
    ])
  func takesTuples(a: Int, b: Int, sum: Int) { #expect(a + b == sum) }

  @Example(rows: [(price: 100, percent: 10), (price: 10, percent: 1)])
  func takesTuplesWithLabels(price: Int, percent: Int) { #expect(price == percent * 10) }

  @Example(rows: discounts)
  func takesTuplesWithLabelsOfAVariable(price: Int, percent: Int) {
    #expect(price == percent * 10)
  }

  @Example(rows: [(1, "one"), (2, nil)] as [(Int, String?)])
  func takesOptionals(number: Int, name: String?) { #expect(number == 1 || name == nil) }

  @Example(rows: ["a title": "Emma", "none": nil])
  func takesNamedOptionals(title: String?) {}

  @Example(rows: [Book.emma, .lanark]) func takesEnumerations(book: Book) {}

  @Example(rows: [Copy(title: "Emma", pages: 474)])
  func takesStructures(copy: Copy) { #expect(copy.pages == 474) }

  @Example(rows: [1, 2]) func takesLiteralsOfAnotherType(price: Double) {}

  @Example(rows: [
    row("Emma", (1, 474)),
    row("Lanark", (2, 560), .skipped("sold out")),
  ])
  func takesRowsWithTraits(number: Int, pages: Int) { #expect(number == 1) }

  @Example(rows: ["Emma": [1], "none": []]) func takesNamedArrays(pages: [Int]) {}

  @Example(rows: Book.allCases) func takesAllCases(_ book: Book) {}

  @Example(rows: { [1, 2] }()) func takesTheResultOfAClosure(value: Int) {}

  @Example(rows: titles()) func takesTheResultOfAFunction(title: String) {}

  @Example(rows: Set([2, 1])) func takesASet(value: Int) {}

  @Example(rows: Dictionary(uniqueKeysWithValues: [(Book.emma, 474), (.lanark, 560)]))
  func takesADictionary(book: Book, pages: Int) { #expect(pages > 400) }

  @Example(rows: prices) func takesAVariable(price: Int) { #expect(prices.contains(price)) }

  @Example(rows: 1...3) func takesARange(value: Int) {}

  @Example(rows: [[1, 2], [3]]) func takesArrays(values: [Int]) {}

  @Example(rows: [(1, 2), (3, 4)]) func takesATupleAsAWhole(pair: (Int, Int)) {}

  @Example(rows: [1, 2].map { $0 * 2 }) func takesMappedRows(even: Int) {
    #expect(even.isMultiple(of: 2))
  }

  @Example(rows: pairwise(Book.allCases, [1, 2]))
  func takesPairs(book: Book, copies: Int) { #expect(copies < 3) }

  @Example("combines", rows: product([1, 2], ["a"]).excluding { number, _ in number == 2 })
  func takesCombinations(number: Int, letter: String) { #expect(number == 1) }

  @Example(rows: zip([1, 2], [2, 4], [3, 6]))
  func takesSourcesTogether(a: Int, b: Int, sum: Int) { #expect(a + b == sum) }

  @Example(rows: zip([1, 2], [2, 4]))
  func takesTwoSourcesTogether(a: Int, double: Int) { #expect(a * 2 == double) }

  @Example(rows: [{ 1 }, { 2 }] as [@Sendable () -> Int])
  func takesClosures(make: @Sendable () -> Int) { #expect(make() > 0) }

  @Example(rows: [(100, 10)])
  func takesLessThanItsDefaults(price: Int, percent: Int, currency: String = "EUR") {
    #expect(currency == "EUR")
  }

  @Example(.tags("shape"), rows: [1]) mutating func isMutating(value: Int) {}

  @Example(rows: [1]) func hasAwkwardNames(values: Int) { #expect(values == 1) }

  @Example(rows: [(1, 2)]) func hasKeywordsAsLabels(for a: Int, in b: Int) {}

  @Example(rows: [1]) func hasOwnership(value: consuming Int) {}

  @Example(rows: [1, nil]) func hasUnwrappedOptionals(value: Int!) {}

  @Example(rows: ["a"]) @MainActor func isOnTheMainActor(text: String) async throws {
    MainActor.assertIsolated()
  }

  @Example(rows: Book.self) func takesAnEnumerationAsAWhole(book: Book) {}

  @Example(rows: [Copy(title: "Emma", pages: 474)], named: \.title)
  func takesNamesFromValues(copy: Copy) { #expect(copy.pages == 474) }

  @Example(rows: { 1...2 }, named: { "\($0)" })
  func takesASequenceThatIsMade(value: Int) { #expect(value < 3) }

  @Example(rows: { await waitedFor() }) func takesASequenceToWaitFor(title: String) {}

  @Example(rows: { AsyncStream(unfolding: counter(to: 2)) })
  func takesAnAsynchronousSequence(value: Int) { #expect(value < 3) }
}

private func waitedFor() async -> [String] { titles() }

/// Counts, and ends after `last`.
private func counter(to last: Int) -> @Sendable () async -> Int? {
  let count = Locked(0)
  return {
    count.withLock { count in
      count += 1
      return count > last ? nil : count
    }
  }
}
