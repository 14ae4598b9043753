import Exemplar
import TestSupport
import Testing

/// Groups of rows in a file are groups of their outline, and can be asked for.
@Suite struct RowGroupTests {
  private static let json = """
    [
      {
        "name": "Novels",
        "books": [
          {"name": "Emma"},
          {"name": "Dune", "skip": "lent out"}
        ]
      },
      {"name": "Maps", "books": [{"name": "Rome"}], "skip": "sold"},
      {"name": "Poems", "books": []},
      {"name": "Novels", "books": [{"name": "Effi"}]}
    ]
    """

  private func trace(_ json: String = json, _ selectors: String...) async -> Trace {
    let source = RowSource.json(
      .text(json, path: "/shop/shelves.json"), each: "books", repeats: .numbered)
    let spec = describe("A shop") {
      outline("sells", from: source.withMetadata) { (row: Row) in _ = row.name }
    }
    return await traced(spec, options: .plain { $0.selection.selectors = selectors })
  }

  @Test func `groups are groups in every report, and what they say holds for their rows`() async {
    await expect(
      trace().description,
      equals: """
        A shop › sells
          Novels
            Emma: passed
            Dune: skipped, lent out
          Maps › Rome: skipped, sold
          Poems › ! There are no rows under “books”, so nothing was checked. (body, unexpected) → \
        rows: failed unexpectedly
          Novels (2) › Effi: passed
        3 executed, 1 failed, 1 unexpected, 2 skipped ✘
        """)
  }

  @Test func `a focus in a group is one of its rows`() async {
    let json = Self.json.replacing(
      "\"name\": \"Maps\"", with: "\"name\": \"Maps\", \"focus\": true"
    )
    .replacing(", \"skip\": \"sold\"", with: "")
    await expect(trace(json).executed, equals: ["Rome"])
  }

  @Test func `rows are asked for by name and by line, and so are groups`() async {
    func paths(_ selector: String) async -> [String] {
      await trace(Self.json, selector).executedPaths.map {
        String($0.dropFirst("A shop/sells/".count))
      }
    }
    await expect(paths("A shop/sells/Novels/Emma"), equals: ["Novels/Emma"])
    await expect(paths("A shop/sells/Novels (2)"), equals: ["Novels (2)/Effi"])
    await expect(paths("shelves.json:5"), equals: ["Novels/Emma"])
    await expect(paths("shelves.json:3"), equals: ["Novels/Emma"])
    await expect(paths("shelves.json:11"), equals: ["Novels (2)/Effi"])
  }
}
