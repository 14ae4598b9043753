import Exemplar
import ExemplarCore
import ExemplarRows
import TestSupport
import Testing

/// Keys that nothing reads, where something like them is read and is not there.
@Suite struct UnreadKeysTests {
  private struct Offer: Decodable, Sendable {
    var title: String
    var unitPrice: Double?
  }

  private let site = DeclarationSite(
    module: "Acceptance", place: Place(path: "Shop.swift", line: 1))

  /// What fails where the rows are read as `Offer`, and where their columns are parameters.
  private func failures(_ rows: String, isStrict: Bool = false) async -> [[String]] {
    let source = RowSource.json(.text(rows, path: "offers.json"))
    let asValues = outline("values", from: source) { (_: Offer) in }
    let columns = source.outline(for: site, columns: ["title", "unitPrice"]) { row in
      _ = try row.decode("title", as: String.self)
      _ = try row.decode("unitPrice", as: Double.self, default: 1)
    }
    var all: [[String]] = []
    for spec in [asValues, SpecNode("columns", at: site.place, content: .outline(columns))] {
      let trace = await traced(spec, options: .plain { $0.isStrict = isStrict })
      all.append(
        trace.issues.map { issue in
          "\(issue.place?.line ?? 0):\(issue.place?.column ?? 0) \(issue.message)"
        })
    }
    return all
  }

  @Test func `an optional column that is written otherwise in the file is told of`() async {
    let rows = """
      [{"name": "a", "title": "Emma", "unit_price": 8},
       {"name": "b", "title": "Emma", "Unit Price": 8},
       {"name": "c", "title": "Emma", "unitPrice": 8, "unit_price": 9},
       {"name": "d", "title": "Emma", "pages": 474, "focus": false}]
      """
    let expected = [
      "1:47 Row “a” has no “unitPrice”, but “unit_price”, which nothing reads. Spell them alike, "
        + "or rename the columns with .keys(.snakeCase) on the source.",
      "2:47 Row “b” has no “unitPrice”, but “Unit Price”, which nothing reads. Spell them alike.",
    ]
    await expect(failures(rows), equals: [expected, expected])
  }

  @Test func `a slip in an optional column is refused in strict mode`() async {
    let rows = #"[{"name": "a", "title": "Emma", "unitPrise": 8}]"#
    let expected = [
      "1:46 Row “a” has no “unitPrice”, but “unitPrise”, which nothing reads. Spell them alike."
    ]
    await expect(failures(rows), equals: [[], []])
    await expect(failures(rows, isStrict: true), equals: [expected, expected])
  }

  @Test("a slip in an optional column that no row has is a warning, said once for the outline")
  func slipsEverywhere() async {
    let rows = """
      [{"name": "a", "title": "Emma", "unitPrise": 8},
       {"name": "b", "title": "Dune"},
       {"name": "c", "title": "Leaves", "unitPrise": 9}]
      """
    let expected = [
      "1:0 No row has “unitPrice”, which the outline reads where it is there; but there is "
        + "“unitPrise”. If it is meant, spell them alike."
    ]
    let found = await failures(rows)
    expect(found[1], equals: expected)
    // The line is that of the outline.
    expect(found[0].map { $0.drop { $0 != " " } }, equals: expected.map { $0.drop { $0 != " " } })
    // Columns of a later row may be missing in the others.
    let mixed = rows.replacing("\"Dune\"", with: "\"Dune\", \"unitPrice\": 7")
    await expect(failures(mixed), equals: [[], []])
    await expect(failures(mixed, isStrict: true).map(\.count), equals: [2, 2])
  }

  @Test func `a misspelled column that a body renames is a warning if no row has it`() async {
    func warnings(_ rows: String) async -> [String] {
      let node = outline("costs", from: .json(.text(rows, path: "offers.json"))) { (row: Row) in
        let renamed = try row.renaming("pric", to: "cost")
        _ = try (renamed.decode("id", as: Int.self), renamed.decode("cost", as: Double?.self))
      }
      return await traced(node).issues.map(\.message)
    }
    await expect(
      warnings(#"[{"id": 1, "price": 8}, {"id": 2, "price": 9}]"#),
      equals: [
        "No row has “pric”, which the outline reads where it is there; but there is “price”. "
          + "If it is meant, spell them alike."
      ])
    await expect(warnings(#"[{"id": 1, "price": 8}, {"id": 2, "pric": 9}]"#), equals: [])
  }

  @Test func `rows as arguments of a test are refused as well`() {
    let source = RowSource.json(
      .text(#"[{"title": "Emma", "unit_price": 8}]"#, path: "offers.json"))
    #expect {
      try Rows<Offer>(source)
    } throws: { error in
      "\(error)" == "offers.json:1:34: A row has no “unitPrice”, but “unit_price”, which nothing "
        + "reads. Spell them alike, or rename the columns with .keys(.snakeCase) on the source."
    }
  }
}
