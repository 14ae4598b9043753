import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// The elements of a file that are not rows are counted in the output of the run.
@Suite struct SkippedElementsTests {
  private static let text = """
    ["Prices in euros",
     {"name": "Emma", "net": 9},
     "Prices in dollars",
     {"name": "Dune", "net": 19}]
    """

  private func trace(
    _ source: RowSource, strictly: Bool = false, _ selectors: String...
  ) async -> String {
    let node = outline("has prices", from: source) { (row: Row) in
      try #expect(row.decode("net", as: Int.self) > 0)
    }
    let options = RunOptions.plain {
      $0.isStrict = strictly
      $0.selection.selectors = selectors
    }
    return await traced(describe("A shop") { node }, options: options).description
  }

  private func prices(_ skipping: RowSkipping) -> RowSource {
    .json(.text(Self.text, path: "prices.json"), skipping: skipping)
  }

  @Test func `elements that are skipped are one skipped example, even in a strict run`() async {
    for strictly in [false, true] {
      await expect(
        trace(prices(.strings), strictly: strictly),
        equals: """
          A shop › has prices
            Emma | Dune: passed
            skipped elements: skipped, 2 of 4 elements of “prices.json”
          2 executed, 1 skipped
          """)
    }
  }

  @Test func `by default, an element that is not a row fails`() async {
    let text = await trace(prices([]))
    #expect(text.contains("Expected a plain value as a row, as the first one is"), "\(text)")
    #expect(!text.contains("skipped elements"), "\(text)")
  }

  @Test func `where no element is skipped, nothing is reported`() async {
    let text = await trace(.json(.text(#"[{"net": 9}]"#, path: "p.json"), skipping: .strings))
    #expect(text.hasSuffix("\n1 executed"), "\(text)")
  }

  @Test func `a source of which all is skipped has no rows, and fails`() async {
    let text = await trace(prices(.where { _ in true }))
    #expect(text.contains("! All 4 elements of “prices.json” are skipped"), "\(text)")
    #expect(text.contains("skipped elements: skipped, 4 of 4 elements"), "\(text)")
  }

  @Test func `each source of several has its count, as far as it was read`() async {
    let others = RowSource.json(
      .text(#"["A", {"name": "Lanark", "net": 1}, "B"]"#, path: "others.json"), skipping: .strings)
    let text = await trace(.joined([prices(.strings), others.prefix(1)]).filter { _ in true })
    #expect(
      text.contains("skipped, 2 of 4 elements of “prices.json”, 1 of 2 elements of “others.json”"),
      "\(text)")
  }

  @Test func `they are reported where they are selected, and not where a row is`() async {
    let all = await trace(prices(.strings), "A shop/has prices/skipped elements")
    #expect(all.hasSuffix("2 executed, 1 skipped"), "\(all)")
    let row = await trace(prices(.strings), "A shop/has prices/Dune")
    #expect(!row.contains("skipped elements") && row.contains("Dune: passed"), "\(row)")
  }
}
