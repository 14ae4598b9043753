import Exemplar
import ExemplarCore
import Testing

// Rows in code: the values of a row are the arguments of the function.

private let prices = [3, 4]
private let discounts: [(price: Int, percent: Int)] = [(price: 100, percent: 10)]

private func titles() -> [String] { ["Emma", "Lanark"] }

@Spec struct RowShape {
  @Example(over: [1, 2, 3]) func takesScalars(_ value: Int) { #expect(value > 0) }

  @Example(rows: {
    row("one", 1)
    row("two", 2)
  }) func takesNamedScalars(value: Int) { #expect(value < 3) }

  @Example(
    "adds up",
    rows: {
      row("two books", 2, 3, 5)
      row("a book and a voucher", 2, -3, -1)
    })
  func takesTuples(a: Int, b: Int, sum: Int) { #expect(a + b == sum) }

  @Example(over: [(price: 100, percent: 10), (price: 10, percent: 1)])
  func takesTuplesWithLabels(price: Int, percent: Int) { #expect(price == percent * 10) }

  @Example(over: discounts)
  func takesTuplesWithLabelsOfAVariable(price: Int, percent: Int) {
    #expect(price == percent * 10)
  }

  @Example(over: [(1, "one"), (2, nil)] as [(Int, String?)])
  func takesOptionals(number: Int, name: String?) { #expect(number == 1 || name == nil) }

  @Example(rows: {
    row("a title", "Emma" as String?)
    row("none", nil)
  })
  func takesNamedOptionals(title: String?) {}

  @Example(over: [Book.emma, .lanark]) func takesEnumerations(book: Book) {}

  @Example(over: [Copy(title: "Emma", pages: 474)])
  func takesStructures(copy: Copy) { #expect(copy.pages == 474) }

  @Example(over: [1, 2]) func takesLiteralsOfAnotherType(price: Double) {}

  @Example(rows: {
    row("Emma", 1, 474)
    row("Lanark", 2, 560, traits: .skipped("sold out"))
  })
  func takesRowsWithTraits(number: Int, pages: Int) { #expect(number == 1) }

  @Example(rows: {
    let most = 2
    for copies in 1...most {
      row("\(copies) copy", copies, Double(copies))
    }
    if titles().count > 1 { row("none", 0, 0) }
  })
  func takesRowsOfALoop(copies: Int, price: Double) { #expect(Double(copies) == price) }

  @Example(
    rows: {
      row("cases", Book.emma, nil as Int?, [1 + 1], -1.5, { $0 + 1 })
      row("short", .lanark, nil, [], 1, { $0 })
      row("number", .emma, 474, [1, 2] + [3], 1 / 2) { $0 * 2 }
    })
  func takesRowsOfAllKinds(
    book: Book, pages: Int?, chapters: [Int], price: Double, count: @Sendable (Int) -> Int
  ) {
    #expect(count(chapters.count) >= 0)
  }

  /// The types of the parameters count, not those of the first row.
  @Example(rows: {
    row("whole", 1, nil as Double?)
    row("parts", 1.5, 2)
  })
  func takesRowsOfOtherLiterals(price: Double, copies: Double?) { #expect(price > 0) }

  @Example(rows: {
    row("without", 1)
    row("a tuple", 2)
  })
  func takesRowsWithoutDefaults(copies: Int, price: Double = 1) { #expect(price == 1) }

  @Example(rows: {
    row("as a tuple", (1, 2))
    row("one by one", 3, 4)
  })
  func takesTuplesInRows(pair: (Int, Int)) { #expect(pair.0 + 1 == pair.1) }

  @Example(rows: {
    row("one", 1, "Emma" as String?)
    row("two", 2, nil)
  })
  func takesOptionalsInSeveralColumns(copies: Int, title: String?) { #expect(copies > 0) }

  @Example(over: [
    .emma,
    Book.lanark,
  ])
  func takesElements(book: Book) {}

  @Example(rows: {
    row("Emma", [1])
    row("none", [])
  }) func takesNamedArrays(pages: [Int]) {}

  @Example(over: Book.allCases) func takesAllCases(_ book: Book) {}

  @Example(over: { [1, 2] }()) func takesTheResultOfAClosure(value: Int) {}

  @Example(over: titles()) func takesTheResultOfAFunction(title: String) {}

  @Example(over: Set([2, 1])) func takesASet(value: Int) {}

  @Example(over: Dictionary(uniqueKeysWithValues: [(Book.emma, 474), (.lanark, 560)]))
  func takesADictionary(book: Book, pages: Int) { #expect(pages > 400) }

  @Example(over: prices) func takesAVariable(price: Int) { #expect(prices.contains(price)) }

  @Example(over: 1...3) func takesARange(value: Int) {}

  @Example(over: [[1, 2], [3]]) func takesArrays(values: [Int]) {}

  @Example(over: [(1, 2), (3, 4)]) func takesATupleAsAWhole(pair: (Int, Int)) {}

  @Example(over: [1, 2].map { $0 * 2 }) func takesMappedRows(even: Int) {
    #expect(even.isMultiple(of: 2))
  }

  @Example(over: pairwise(Book.allCases, [1, 2]))
  func takesPairs(book: Book, copies: Int) { #expect(copies < 3) }

  @Example("combines", over: product([1, 2], ["a"]).excluding { number, _ in number == 2 })
  func takesCombinations(number: Int, letter: String) { #expect(number == 1) }

  @Example(over: zip([1, 2], [2, 4], [3, 6]))
  func takesSourcesTogether(a: Int, b: Int, sum: Int) { #expect(a + b == sum) }

  @Example(over: zip([1, 2], [2, 4]))
  func takesTwoSourcesTogether(a: Int, double: Int) { #expect(a * 2 == double) }

  @Example(over: [{ 1 }, { 2 }] as [@Sendable () -> Int])
  func takesClosures(make: @Sendable () -> Int) { #expect(make() > 0) }

  @Example(over: [(100, 10)])
  func takesLessThanItsDefaults(price: Int, percent: Int, currency: String = "EUR") {
    #expect(currency == "EUR")
  }

  @Example(.tags("shape"), over: [1]) mutating func isMutating(value: Int) {}

  @Example(over: [1]) func hasAwkwardNames(values: Int) { #expect(values == 1) }

  @Example(over: [(1, 2)]) func hasKeywordsAsLabels(for a: Int, in b: Int) {}

  @Example(over: [1]) func hasOwnership(value: consuming Int) {}

  @Example(over: [1, nil]) func hasUnwrappedOptionals(value: Int!) {}

  @Example(over: ["a"]) @MainActor func isOnTheMainActor(text: String) async throws {
    MainActor.assertIsolated()
  }

  @Example(over: Book.self) func takesAnEnumerationAsAWhole(book: Book) {}

  @Example(over: [Copy(title: "Emma", pages: 474)], named: \.title)
  func takesNamesFromValues(copy: Copy) { #expect(copy.pages == 474) }

  @Example(over: { 1...2 }, named: { "\($0)" })
  func takesASequenceThatIsMade(value: Int) { #expect(value < 3) }

  @Example(over: { await waitedFor() }) func takesASequenceToWaitFor(title: String) {}

  @Example(over: { AsyncStream(unfolding: counter(to: 2)) })
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
