import ExemplarCore
import Testing

@testable import ExemplarCombinations

@Suite struct CombinationNamesTests {
  @Test("values read as people write them, on one line and short")
  func texts() {
    #expect(CombinationNames.text(of: "Emma") == "Emma")
    #expect(CombinationNames.text(of: 3.5) == "3.5")
    #expect(CombinationNames.text(of: Int?.none) == "nil")
    #expect(CombinationNames.text(of: Int??.some(3)) == "3")
    #expect(CombinationNames.text(of: "") == "\"\"")
    #expect(CombinationNames.text(of: "two\r\nlines\n") == "two lines")
    #expect(CombinationNames.text(of: "\n") == "\"\"")
    let longest = String(repeating: "x", count: 60)
    #expect(CombinationNames.text(of: longest) == longest)
    #expect(CombinationNames.text(of: longest + "x") == longest.dropLast() + "…")
    // A value that reflects another one is no optional.
    #expect(CombinationNames.text(of: [7]) == "[7]")
  }

  @Test(
    "commas are only replaced where several sources have some, and equal texts are only numbered if asked for"
  )
  func asTheyAre() {
    let one = CombinationNames([["a, b", "a, b"], ["c"]])
    #expect(one.name([0, 0]) == "a, b, c")
    #expect(one.name([1, 0]) == "a, b (2), c")
    let two = CombinationNames([["a, b"], ["c, d"]], numbering: false)
    #expect(two.name([0, 0]) == "a; b, c; d")
    #expect(CombinationNames([["a", "a"]], numbering: false).name([1]) == "a")
  }

  @Test("no two rows have one name")
  func unique() {
    let texts = [["a, b", "a", "a", "a (2)", ","], ["b", "b, b", ", b", "", " b", "b"]]
    let names = CombinationNames(texts)
    var all: Set<String> = []
    for first in texts[0].indices {
      for second in texts[1].indices { all.insert(names.name([first, second])) }
    }
    #expect(all.count == texts[0].count * texts[1].count)
  }

  @Test("a search without a result names the values that it looked for")
  func undecided() {
    let place = Place(path: "Orders.swift", line: 3)
    let orders = Combinations(
      "pairwise", .covering(strength: 2),
      of: sourceValues(of: SourceList(["eur", "yen"]), SourceList([1, 2]), SourceList([true])),
      at: place)
    #expect(
      orders.error(.undecided([1, nil, 0]))
        == UsageError(
          "No row with yen, true that all rules allow was found in 200000 steps, and there may be "
            + "one. A rule reads many of the 3 sources; list only those that it needs, as in "
            + "`reading: [0, 2]`.", at: place))
    #expect(
      orders.error(.undecided([nil, nil, nil])).message.hasPrefix(
        "No row that all rules allow was found"))
    // The rule is where something can be changed.
    let rule = Place(path: "Orders.swift", line: 7)
    let ruled = orders.excluding(reading: [0], at: rule) { _ in false }
    #expect(ruled.error(.undecided([nil, nil, nil])).place == rule)
  }
}
