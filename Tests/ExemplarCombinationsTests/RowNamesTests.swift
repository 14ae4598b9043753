import ExemplarCore
import Testing

@testable import ExemplarCombinations

@Suite struct RowNamesTests {
  @Test("values read as people write them, on one line and short")
  func texts() {
    #expect(RowNames.text(of: "Emma") == "Emma")
    #expect(RowNames.text(of: 3.5) == "3.5")
    #expect(RowNames.text(of: Int?.none) == "nil")
    #expect(RowNames.text(of: Int??.some(3)) == "3")
    #expect(RowNames.text(of: "") == "\"\"")
    #expect(RowNames.text(of: "two\r\nlines\n") == "two lines")
    #expect(RowNames.text(of: "\n") == "\"\"")
    #expect(RowNames.text(of: String(repeating: "x", count: 61)).count == 60)
  }

  @Test("no two rows have one name")
  func unique() {
    let texts = [["a, b", "a", "a", "a (2)", ","], ["b", "b, b", ", b", "", " b", "b"]]
    let names = RowNames(texts)
    var all: Set<String> = []
    for first in texts[0].indices {
      for second in texts[1].indices { all.insert(names.name([first, second])) }
    }
    #expect(all.count == texts[0].count * texts[1].count)
  }

  @Test("what could not be decided names the values it is about")
  func undecided() {
    let place = Place(path: "Orders.swift", line: 3)
    let orders = Combinations(
      "pairwise", .covering(strength: 2),
      of: sourceValues(of: SourceList(["eur", "yen"]), SourceList([1, 2]), SourceList([true])),
      at: place)
    #expect(
      orders.mistake(.undecided([1, nil, 0]))
        == AuthoringMistake(
          "Whether there is a row with yen, true that is not excluded could not be decided in "
            + "200000 steps, because a rule reads many of the 3 sources. Name those it looks at, "
            + "as in `reading: [0, 2]`.", at: place))
  }
}
