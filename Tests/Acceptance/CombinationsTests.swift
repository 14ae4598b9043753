import Exemplar
import Testing

/// Outlines over combinations of values in code.
@Suite struct CombinationsTests {
  enum Currency: CaseIterable, Sendable { case eur, usd, yen }

  @Test("pairwise: a row is called by its values, and its values are the arguments")
  func pairs() async {
    let log = Log()
    let trace = await log.trace(
      describe("A shop") {
        outline("ships", rows: pairwise(Currency.allCases, [1, 10, 1000], [true, false])) {
          currency, quantity, isGift in
          if currency == .yen, quantity == 10 { log("\(isGift)") }
        }
      })
    #expect(trace.description == "")
  }

  @Test("seeds come first, and what is excluded does not run")
  func seedsAndExclusions() async {
    let trace = await Log().trace(
      describe("A shop") {
        outline(
          "ships",
          rows: pairwise(
            Currency.allCases, [1, 10, 1000], [true, false], seeds: [(.usd, 1000, true), (nil, 10, nil)],
            excluding: { currency, quantity, isGift in currency == .yen && isGift })
        ) { currency, quantity, isGift in
          #expect(currency != .yen || !isGift)
        }
        outline(
          "pays",
          rows: pairwise(
            Currency.allCases, [true, false], [true, false],
            excluding: { currency, _, isGift in currency == .yen && isGift }, reading: [0, 2])
        ) { currency, _, isGift in
          #expect(currency != .yen || !isGift)
        }
      })
    #expect(trace.description == "")
  }

  @Test("combinations of a strength, and every combination")
  func strengths() async {
    let trace = await Log().trace(
      describe("A shop") {
        outline("triples", rows: combinations(of: [1, 2], [3, 4], [5, 6], [7, 8], strength: 3)) {
          a, b, c, d in
        }
        outline("all", rows: product([1, 2], ["a", "b"])) { number, letter in }
        outline(
          "some", rows: product([1, 2], ["a", "b"]).excluding { number, letter in number == 1 && letter == "a" }
        ) { number, letter in }
        outline("one", rows: product([1, 2])) { number in }
        outline("together", rows: zip([1, 2, 2], ["a", "b", "b"], [true, false, false])) {
          number, letter, isOpen in
        }
      })
    #expect(trace.description == "")
  }

  @Test("rows of different values have different names")
  func names() async {
    let trace = await Log().trace(
      describe("Names") {
        outline("repeated", rows: product([1, 1], ["", " "], [Int?.none, 3])) { _, _, _ in }
        outline("commas", rows: product(["a, b", "a"], ["c", "b, c"])) { _, _ in }
        outline("lines", rows: product(["two\nlines", String(repeating: "long ", count: 20)])) { _ in }
        outline("numbered", rows: product(["a", "a", "a (2)"])) { _ in }
        outline("sets", rows: product(Set(["b", "a", "c"]))) { _ in }
      })
    #expect(trace.description == "")
  }

  @Test("what is wrong with a recipe is a failing example at its line")
  func mistakes() async {
    let line = #line
    let trace = await Log().trace(
      describe("Mistakes") {
        outline("empty", rows: pairwise([1, 2], [Int]())) { _, _ in }
        outline("empty product", rows: product([Int](), [1])) { _, _ in }
        outline("strength", rows: combinations(of: [1], [2], strength: 0)) { _, _ in }
        outline("too much", rows: product(0..<Int.max / 2, 0..<4)) { _, _ in }
        outline("all excluded", rows: pairwise([1], [2], [3], excluding: { _, _, _ in true })) { _, _, _ in }
        outline("seed", rows: pairwise([1, 2], ["a", "b"], seeds: [(1, "a"), (2, "c")])) { _, _ in }
        outline(
          "excluded seed",
          rows: pairwise([1, 2], ["a", "b"], [true], seeds: [(nil, "b", nil)])
            .excluding(reading: [1]) { _, letter, _ in letter == "b" }
        ) { _, _, _ in }
        outline(
          "impossible seed",
          rows: pairwise([1, 2], ["a", "b"], [true], seeds: [(nil, "b", nil)])
            .excluding(reading: [1, 0]) { number, letter, _ in letter == "b" && number == 1 }
            .excluding(reading: [0]) { number, _, _ in number == 2 }
        ) { _, _, _ in }
        outline(
          "position",
          rows: pairwise([1, 2], ["a", "b"]).excluding(reading: [0, 2]) { _, _ in false }
        ) { _, _ in }
        outline(
          "reads more",
          rows: pairwise([1, 2], ["a", "b"], [true, false])
            .excluding(reading: [0]) { number, letter, _ in number == 2 && letter == "b" }
        ) { _, _, _ in }
        outline("lengths", rows: zip([1, 2, 3], ["a", "b"], [true, false])) { _, _, _ in }
        outline("no lengths", rows: zip([1, 2, 3], [String]())) { _, _ in }
        outline("empty zip", rows: zip([Int](), [String]())) { _, _ in }
      })
    #expect(trace.description == "")
    let lines = trace.events.compactMap { event -> Int? in
      guard case .issueRecorded(let record) = event else { return nil }
      return record.issue.place.map { $0.line - line }
    }
    #expect(lines == [])
  }

  @Test("a row is selected by its name, and the others do not run")
  func selection() async {
    let trace = await Log().trace(
      describe("A shop") {
        outline("prices", rows: product(Currency.allCases, 1...1_000)) { _, _ in }
      },
      options: .selecting("Acceptance/A shop/prices/usd, 900"))
    #expect(trace.executed == ["usd, 900"])
  }

  @Test("rows can be used without the engine", arguments: try pairwise([1, 2], ["a", "b"], [true, false]).rows)
  func plainArguments(number: Int, letter: String, isOpen: Bool) {
    #expect((1...2).contains(number) && ["a", "b"].contains(letter))
  }

  @Test("in code, what is wrong is thrown")
  func thrown() throws {
    #expect(throws: AuthoringMistake.self) { try zip([1], [2, 3], [4, 5]).rows }
    #expect(throws: AuthoringMistake.self) { try pairwise([1], [Int]()).rows }
    let rows = try product(0..<1_000_000, 0..<1_000_000, [true, false]).rows
    #expect(rows.count == 2_000_000_000_000)
    #expect(rows[1_999_999_999_998] == (999_999, 999_999, true))
    #expect(try zip([1, 2], [3, 4], [5, 6]).rows[1] == (2, 4, 6))
  }

  @Test("the zip of Swift stays what it was")
  func standardZip() {
    var sums: [Int] = []
    for (a, b) in zip([1, 2, 3], [10, 20]) { sums.append(a + b) }
    let pairs = zip(1..., ["a", "b"]).map { "\($0)\($1)" }
    #expect(sums == [11, 22])
    #expect(pairs == ["1a", "2b"])
  }
}
