import Exemplar
import TestSupport
import Testing

/// Outlines over combinations of values in code.
@Suite struct CombinationsTests {
  enum Currency: CaseIterable, Sendable { case eur, usd, yen }

  @Test func `pairwise: a row is named by its values, and its values are the arguments`() async {
    let trace = await traced("A shop") {
      outline("ships", over: pairwise(Currency.allCases, [1, 10, 1000], [true, false])) {
        currency, quantity, isGift in
        if currency == .yen, quantity == 10 { log("\(isGift)") }
      }
    }
    expect(
      trace.description,
      equals: """
        A shop › ships
          eur, 1, false | eur, 10, true | eur, 1000, false | usd, 1, true | usd, 10, false | \
        usd, 1000, false | yen, 1, false: passed
          true → yen, 10, true: passed
          yen, 1000, true: passed
        9 executed
        """)
  }

  @Test func `seeds come first, and what is excluded does not run`() async {
    let trace = await traced("A shop") {
      outline(
        "ships",
        over: pairwise(
          Currency.allCases, [1, 10, 1000], [true, false],
          seeds: [(.usd, 1000, true), (nil, 10, nil)],
          excluding: { currency, quantity, isGift in currency == .yen && isGift })
      ) { currency, quantity, isGift in
        #expect(currency != .yen || !isGift)
      }
      outline(
        "pays",
        over: pairwise(
          Currency.allCases, [true, false], [true, false],
          excluding: { currency, _, isGift in currency == .yen && isGift }, reading: [0, 2])
      ) { currency, _, isGift in
        #expect(currency != .yen || !isGift)
      }
    }
    expect(
      trace.description,
      equals: """
        A shop
          ships › usd, 1000, true | eur, 10, false | eur, 1, true | eur, 1000, true | \
        usd, 1, false | usd, 10, true | yen, 1, false | yen, 10, false | yen, 1000, false: passed
          pays › eur, true, false | eur, false, true | usd, true, true | usd, false, false | \
        yen, true, false | yen, false, false: passed
        15 executed
        """)
  }

  @Test func `combinations of a strength, and every combination`() async {
    let trace = await traced("A shop") {
      outline("triples", over: combinations(of: [1, 2], [3, 4], [5, 6], [7, 8], strength: 3)) {
        a, b, c, d in
      }
      outline("all", over: product([1, 2], ["a", "b"])) { number, letter in }
      outline(
        "some",
        over: product([1, 2], ["a", "b"]).excluding { number, letter in
          number == 1 && letter == "a"
        }
      ) { number, letter in }
      outline("one", over: product([1, 2])) { number in }
      outline("together", over: zip([1, 2, 2], ["a", "b", "b"], [true, false, false])) {
        number, letter, isOpen in
      }
    }
    expect(
      trace.description,
      equals: """
        A shop
          triples › 1, 3, 5, 8 | 1, 3, 6, 7 | 1, 4, 5, 7 | 1, 4, 6, 8 | 2, 3, 5, 7 | 2, 3, 6, 8 | \
        2, 4, 5, 8 | 2, 4, 6, 7: passed
          all › 1, a | 1, b | 2, a | 2, b: passed
          some › 1, b | 2, a | 2, b: passed
          one › 1 | 2: passed
          together › 1, a, true | 2, b, false | 2, b, false (2): passed
        20 executed
        """)
  }

  @Test func `rows of different values have different names`() async {
    let trace = await traced("Names") {
      outline("repeated", over: product([1, 1], ["", " "], [Int?.none, 3])) { _, _, _ in }
      outline("commas", over: product(["a, b", "a"], ["c", "b, c"])) { _, _ in }
      outline("lines", over: product(["two\nlines", String(repeating: "long ", count: 20)])) {
        _ in
      }
      outline("numbered", over: product(["a", "a", "a (2)"])) { _ in }
      outline("sets", over: product(Set(["b", "a", "c"]))) { _ in }
    }
    expect(
      trace.description,
      equals: """
        Names
          repeated › 1, "", nil | 1, "", 3 | 1, " ", nil | 1, " ", 3 | 1 (2), "", nil | \
        1 (2), "", 3 | 1 (2), " ", nil | 1 (2), " ", 3: passed
          commas › a; b, c | a; b, b; c | a, c | a, b; c: passed
          lines › two lines | long long long long long long long long long long long long…: passed
          numbered › a | a (3) | a (2): passed
          sets › a | b | c: passed
        20 executed
        """)
  }

  @Test func `an error in combinations is a failing example at their line`() async {
    let line = #line
    let trace = await traced(
      describe("Mistakes") {
        outline("empty", over: pairwise([1, 2], [Int]())) { _, _ in }
        outline("empty product", over: product([Int](), [1])) { _, _ in }
        outline("strength", over: combinations(of: [1], [2], strength: 0)) { _, _ in }
        outline("too much", over: product(0..<Int.max / 2, 0..<4)) { _, _ in }
        outline("all excluded", over: pairwise([1], [2], [3], excluding: { _, _, _ in true })) {
          _, _, _ in
        }
        outline("seed", over: pairwise([1, 2], ["a", "b"], seeds: [(1, "a"), (2, "c")])) { _, _ in }
        outline(
          "excluded seed",
          over: pairwise([1, 2], ["a", "b"], [true], seeds: [(nil, "b", nil)])
            .excluding(reading: [1]) { _, letter, _ in letter == "b" }
        ) { _, _, _ in }
        outline(
          "impossible seed",
          over: pairwise([1, 2], ["a", "b"], [true], seeds: [(nil, "b", nil)])
            .excluding(reading: [1, 0]) { number, letter, _ in letter == "b" && number == 1 }
            .excluding(reading: [0]) { number, _, _ in number == 2 }
        ) { _, _, _ in }
        outline(
          "position",
          over: pairwise([1, 2], ["a", "b"]).excluding(reading: [0, 2]) { _, _ in false }
        ) { _, _ in }
        outline(
          "reads more",
          over: pairwise([1, 2], ["a", "b"], [true, false])
            .excluding(reading: [0]) { number, letter, _ in number == 2 && letter == "b" }
        ) { _, _, _ in }
        outline("lengths", over: zip([1, 2, 3], ["a", "b"], [true, false])) { _, _, _ in }
        outline("named", over: zip([1, 2, 3], ["a", "b"]), named: { "row \($0.0)" }) { _, _ in }
        outline("no lengths", over: zip([1, 2, 3], [String]())) { _, _ in }
        outline("empty zip", over: zip([Int](), [String]())) { _, _ in }
      })
    expect(
      trace.description,
      equals: """
        Mistakes
          empty › ! Source 2 of pairwise(…) is empty, so there are no rows. Give every source at \
        least one value. (planning, unexpected) → rows: failed unexpectedly
          empty product › ! Source 1 of product(…) is empty, so there are no rows. Give every \
        source at least one value. (planning, unexpected) → rows: failed unexpectedly
          strength › ! The strength is 0, but must be at least 1. It is the number of sources \
        whose values meet in every combination: 2 for pairs. (planning, unexpected) → \
        rows: failed unexpectedly
          too much › ! product(…) of 4611686018427387903 × 4 values does not fit into memory. Use \
        a smaller strength, or fewer values. (planning, unexpected) → rows: failed unexpectedly
          all excluded › ! All rows of pairwise(…) are excluded, so nothing would be checked. A \
        rule must return true for unwanted rows only. (planning, unexpected) → \
        rows: failed unexpectedly
          seed › ! Seed 2 has “c” for source 2, which is not one of its values: a, b. (planning, \
        unexpected) → rows: failed unexpectedly
          excluded seed › ! Seed 1 (any, b, any) is excluded by the rule at \
        CombinationsTests.swift:\(line + 14). Remove the seed, or change the rule. (planning, \
        unexpected) → rows: failed unexpectedly
          impossible seed › ! Seed 1 (any, b, any) cannot be completed: the exclusions together \
        leave no row with these values. Remove the seed, or exclude less. (planning, unexpected) → \
        rows: failed unexpectedly
          position › ! There is no source at position 2 of pairwise(…): the positions of its 2 \
        sources are 0 to 1. (planning, unexpected) → rows: failed unexpectedly
          reads more › ! The rule excludes the row “2, b, false”, but the sources in `reading:` \
        alone do not decide that. List all sources that the rule reads. (planning, unexpected) → \
        rows: failed unexpectedly
          lengths
            1, a, true | 2, b, false: passed
            ! The sources of zip(…) have different numbers of values: 3, 2, 2. Sources 2, 3 are \
        the shortest. Give all sources the same number of values. (planning, unexpected) → \
        rows: failed unexpectedly
          named
            row 1 | row 2: passed
            ! The sources of zip(…) have different numbers of values: 3, 2. Source 2 is the \
        shortest. Give all sources the same number of values. (planning, unexpected) → \
        rows: failed unexpectedly
          no lengths › ! The sources of zip(…) have different numbers of values: 3, 0. Source 2 is \
        the shortest. Give all sources the same number of values. (planning, unexpected) → \
        rows: failed unexpectedly
          empty zip › ! Source 1 of zip(…) is empty, so there are no rows. Give every source at \
        least one value. (planning, unexpected) → rows: failed unexpectedly
        18 executed, 14 failed, 14 unexpected ✘
        """)
    let lines = trace.issues.compactMap { issue in
      issue.place.map { $0.line - line }
    }
    expect(lines, equals: [3, 4, 5, 6, 7, 10, 13, 18, 24, 29, 31, 32, 33, 34])
  }

  @Test func `a row is selected by its name, and the others do not run`() async {
    let trace = await traced("A shop", options: .selecting("Acceptance/A shop/prices/usd, 900")) {
      outline("prices", over: product(Currency.allCases, 1...1_000)) { _, _ in }
    }
    expect(trace.executed, equals: ["usd, 900"])
  }

  @Test(
    "rows can be used without the engine",
    arguments: try pairwise([1, 2], ["a", "b"], [true, false]).rows)
  func plainArguments(number: Int, letter: String, isOpen: Bool) {
    #expect((1...2).contains(number) && ["a", "b"].contains(letter))
  }

  @Test func `in code, errors are thrown`() throws {
    #expect(throws: UsageError.self) { try zip([1], [2, 3], [4, 5]).rows }
    #expect(throws: UsageError.self) { try pairwise([1], [Int]()).rows }
    let none = #expect(throws: UsageError.self) { try pairwise().rows }
    expect(none?.message, equals: "pairwise() has no sources. Give it the values to combine.")
    let rows = try product(0..<1_000_000, 0..<1_000_000, [true, false]).rows
    expect(rows.count, equals: 2_000_000_000_000)
    #expect(rows[1_999_999_999_998] == (999_999, 999_999, true))
    #expect(try zip([1, 2], [3, 4], [5, 6]).rows[1] == (2, 4, 6))
  }

  @Test func `the zip of Swift stays what it was`() {
    var sums: [Int] = []
    for (a, b) in zip([1, 2, 3], [10, 20]) { sums.append(a + b) }
    let pairs = zip(1..., ["a", "b"]).map { "\($0)\($1)" }
    expect(sums, equals: [11, 22])
    expect(pairs, equals: ["1a", "2b"])
  }
}
