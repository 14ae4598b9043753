import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Findings about the rows of an outline as a whole are reported once.
@Suite struct OutlineFindingsTests {
  private static let json = """
    [{"name": "Emma", "net": 9, "gross": 10},
     {"name": "Dune", "net": 19, "gross": 20},
     {"name": "Leaves", "net": 29, "gross": 30}]
    """
  private let prices = RowSource.json(.text(json, path: "prices.json"))

  private func trace(
    _ node: SpecNode, strictly: Bool = false, _ selectors: String...
  ) async -> String {
    let options = RunOptions.plain {
      $0.isStrict = strictly
      $0.selection.selectors = selectors
    }
    return await traced(describe("A shop") { node }, options: options).description
  }

  @Test func `a row of which nothing was read is a warning, said once for the outline`() async {
    let line = #line + 1
    let node = outline("has prices", from: prices) { (_: Row) in }
    await expect(
      trace(node),
      equals: """
        A shop › has prices
          Emma | Dune | Leaves: passed
          ! has prices: Nothing was read of 3 rows, such as “Emma” at prices.json:1, so nothing in \
        them was checked. Read a value in the body or a hook, or write .unread of the outline. \
        (planning, warning)
        3 executed, 1 warned
        """, "declared at \(line)")
  }

  @Test func `a row that is a mistake by itself fails, whatever columns the others have`() async {
    let rows = RowSource.json(
      .text(
        """
        [{"name": "Emma", "was": 9}, {"name": "Dune", "was": 19}, {"name": "Leaves", "is": 29}]
        """, path: "prices.json"
      )
    ).map { row in
      if row["was"] == nil { throw UsageError("torn") }
      return try row.renaming("was", to: "price")
    }
    let node = outline("has prices", from: rows) { (row: Row) in _ = row["price"] }
    let text = await trace(node)
    #expect(text.contains("Emma | Dune: passed\n"), "\(text)")
    #expect(text.hasSuffix("3 executed, 1 failed, 1 unexpected ✘"), "\(text)")
    #expect(!text.contains("left out"), "\(text)")
  }

  @Test func `a row of which nothing was read fails a strict run`() async {
    let node = outline("has prices", from: prices) { (row: Row) in
      if row.place.line == 2 { #expect(row["net"] != nil) }
    }
    let text = await trace(node, strictly: true)
    expect(
      text,
      equals: """
        A shop › has prices
          Emma | Dune | Leaves: passed
          ! Nothing was read of 2 rows, such as “Emma” at prices.json:1, so nothing in them was \
        checked. Read a value in the body or a hook, or write .unread of the outline. (planning, \
        unexpected) → unread rows: failed unexpectedly
        4 executed, 1 failed, 1 unexpected ✘
        """)
    // If the finding runs again alone, all rows must be read.
    let again = await trace(node, strictly: true, "A shop/has prices/unread rows")
    #expect(again.hasSuffix("4 executed, 1 failed, 1 unexpected ✘"), "\(again)")
  }

  @Test("rows may be left unread, and are read by parameters, hooks and names")
  func read() async {
    let allowed = outline("has prices", .unread, from: prices) { (_: Row) in }
    let named = outline("has names", from: prices) { (row: Row) in _ = row.name }
    let decoded = outline("has nets", from: prices) { (_: [String: RowValue]) in }
    let hooked = context("with a hook") {
      afterEach { _ = try Row.current["net"] }
      outline("has prices", from: prices) { (_: Row) in }
    }
    for node in [allowed, named, decoded, hooked] {
      let text = await trace(node, strictly: true)
      #expect(text.hasSuffix("\n3 executed"), "\(text)")
    }
  }

  @Test("a row with no values but those of its group may be unread, one with a name alone may not")
  func unreadGroups() async {
    func text(_ json: String) async -> String {
      let source = RowSource.json(.text(json, path: "shelves.json"), each: "books")
      return await trace(outline("has prices", from: source) { (_: Row) in })
    }
    #expect(
      await text(#"[{"name": "Novels", "tax": 7, "books": [{"name": "Emma"}]}]"#)
        .contains("Nothing was read of a row, such as “Emma”"))
    #expect(
      await text(#"[{"name": "Novels", "books": [{"name": "Emma"}, {}]}]"#)
        .hasSuffix("\n2 executed"))
  }

  @Test func `what was looked for and is not there was not read`() async {
    let node = outline("has prices", from: prices) { (row: Row) in _ = row["prise"] }
    #expect(await trace(node).contains("Nothing was read of 3 rows"))
  }

  @Test func `a column that no row has is one failing example`() async {
    let node = outline("has prices", from: prices) { (row: Row) in
      _ = try row.decode("nett", as: Int.self)
    }
    let text = await trace(node)
    expect(
      text,
      equals: """
        A shop › has prices
          Emma | Dune | Leaves: skipped, no row has “nett”, which the outline asks for
          ! No row has “nett”, which the outline asks for: 3 rows were left out. The first one has \
        “name”, “net”, “gross”. Did you mean “net”? (planning, unexpected) → \
        columns: failed unexpectedly
        1 executed, 1 failed, 1 unexpected, 3 skipped ✘
        """)
    let again = await trace(node, strictly: false, "A shop/has prices/columns")
    expect(again, equals: text)
    let one = await trace(node, strictly: false, "A shop/has prices/Emma")
    #expect(one.contains("Emma: failed unexpectedly"), "\(one)")
  }

  @Test func `a column that some rows have is missing in each of the others`() async {
    let source = prices.map { row in
      row.name == "Dune" ? row.setting("tax", to: 7) : row
    }
    let node = outline("has taxes", from: source) { (row: Row) in
      _ = try row.decode("tax", as: Int.self)
    }
    let text = await trace(node)
    #expect(text.hasSuffix("3 executed, 2 failed, 2 unexpected ✘"), "\(text)")
    #expect(text.contains("Row “Emma” has no “tax”"))
  }

  @Test func `a wide row shows what was read of it, and what differs from the row before`() async {
    let header = (1...40).map { "c\($0)" }.joined(separator: ",")
    let rows = [5, 6].map { value in
      (1...40).map { $0 == 30 ? "\(value)" : "0" }.joined(separator: ",")
    }
    let source = RowSource.csv(
      .text(([header] + rows).joined(separator: "\n"), path: "wide.csv"))
    let node = outline("holds", from: source) { (row: Row) in
      expect(row["c7"]?.number, equals: 0)
      throw UsageError("torn")
    }
    await expect(values(of: node).last, equals: "c7: \"0\", c30: \"6\"")
  }

  private enum Currency: String, Decodable { case eur, usd }

  private struct Price: Decodable {
    var amount: Decimal
    var until: Date?
    var currency: Currency?
    var discounts: [Int]
  }

  @Test("behind the values of a row stands what they became, where that looks otherwise")
  func valuesAsRead() async {
    let source = RowSource.json(
      .text(
        """
        [{"amount": 12.50, "until": "2026-12-24T12:00:00Z", "currency": "eur", "discounts": [ 1, 2]}]
        """, path: "prices.json"))
    let whole = outline("holds", from: source) { (price: Price) in throw UsageError("torn") }
    let date = "\"2026-12-24T12:00:00Z\" → 2026-12-24 12:00:00 +0000"
    await expect(
      values(of: whole),
      equals: [
        "amount: 12.50, until: \(date), currency: \"eur\", discounts: [1, 2]"
      ])
    let single = outline("holds", from: source) { (row: Row) in
      _ = try row.decode("until", as: Date?.self)
      _ = try row.decode("discounts", as: Set<Int>.self)
      _ = try row.decode("amount", as: String.self)
    }
    let text = await values(of: single).first ?? "passed"
    #expect(text.contains("until: \(date)"))
    #expect(text.contains("discounts: [1, 2]"))
    #expect(text.hasPrefix("amount: 12.50, "))
  }

  @Test func `a value that is read as it is has no second text behind it`() async {
    let source = RowSource.json(
      .text(
        #"[{"expected": {"a": 1, "b_c": [true, "x"]}, "list": ["a", {}], "none": null}]"#,
        path: "vectors.json"))
    let values = #"expected: {a: 1, b_c: [true, "x"]}, list: ["a", {}], none: null"#
    for read: @Sendable (Row) throws -> Void in [
      { _ = try ($0.decode("expected", as: RowValue.self), $0.decode("none", as: RowValue.self)) },
      {
        _ = try ($0.decode("expected", as: RowFields.self), $0.decode("list", as: RowValue?.self))
      },
      { _ = try $0.decode("expected", as: [String: RowValue].self) },
      {
        _ = try ($0.decode("list", as: [RowValue].self), $0.decode("expected", as: RowFields?.self))
      },
      { _ = try $0.decode(as: RowValue.self) }, { _ = try $0.decode(as: [String: RowValue].self) },
    ] {
      let node = outline("holds", from: source) { (row: Row) in
        try read(row)
        throw UsageError("torn")
      }
      await expect(self.values(of: node), equals: [values])
    }
  }

  private struct Book: Decodable {
    var title: String
    var price: Double
    var inPrint: Bool
    var discount: Double?
    var sold: Date?
  }

  @Test("the columns of a table stand beside what they became, by whatever way they are read")
  func columnsAsRead() async {
    let source = RowSource.csv(
      .text(
        """
        title,price,inPrint,discount,sold
        Emma,8.50,true,0.10,2026-01-02
        Dune,1e3,yes,,
        Ulysses,9,No,,2026-02-03
        """, path: "books.csv"))
    let expected = [
      #"title: "Emma", price: "8.50", inPrint: "true", discount: "0.10", "#
        + #"sold: "2026-01-02" → 2026-01-02 00:00:00 +0000"#,
      #"title: "Dune", price: "1e3", inPrint: "yes" → true, discount: "" → nil, sold: "" → nil"#,
      #"title: "Ulysses", price: "9", inPrint: "No" → false, discount: "" → nil, "#
        + #"sold: "2026-02-03" → 2026-02-03 00:00:00 +0000"#,
    ]
    let whole = outline("holds", from: source) { (book: Book) in throw UsageError("torn") }
    await expect(values(of: whole), equals: expected)
    let single = outline("holds", from: source) { (row: Row) in
      _ = try row.decode("price", as: Double.self)
      _ = try row.decode("inPrint", as: Bool.self)
      _ = try row.decode("discount", as: Double?.self)
      _ = try row.decode("sold", as: Date?.self)
      throw UsageError("torn")
    }
    await expect(values(of: single), equals: expected)
  }

  @Test("an issue has the values of its row by column, with quotation marks where a key has syntax")
  func valuesByColumn() async {
    let source = RowSource.json(
      .text(
        """
        [{"input": "a, b: c", "expected": {"value": 1, "o, d: d": [{"value": 2}]}, "amount": 7.50}]
        """, path: "vectors.json"))
    let node = outline("holds", from: source) { (row: Row) in
      _ = try row.decode("amount", as: Double.self)
      throw UsageError("torn")
    }
    await expect(
      rows(of: node).map(\.columns),
      equals: [
        [
          RowColumn("input", #""a, b: c""#),
          RowColumn("expected", #"{value: 1, "o, d: d": [{value: 2}]}"#),
          RowColumn("amount", "7.50"),
        ]
      ])
  }

  @Test func `long values of a row are shortened in their columns, and show that they are`() async {
    let many = Array(repeating: "1234567", count: 1000).joined(separator: ", ")
    let text = "\"" + String(repeating: "x", count: 9000) + "\""
    let source = RowSource.json(
      .text(
        "[{\"list\": [\(many)], \"last\": 1}, {\"text\": \(text), \"last\": 1}]", path: "long.json")
    )
    let node = outline("holds", from: source) { (row: Row) in throw UsageError("torn") }
    let columns = await rows(of: node).map { $0.columns ?? [] }
    expect(columns.map { $0.last?.value }, equals: ["…", "…"])
    expect(columns.first?.first?.value.hasSuffix("1234567, …]"), equals: true)
    expect(columns.last?.first?.value.hasSuffix("xxx…\""), equals: true)
    #expect(columns.allSatisfy { (4000...4010).contains($0[0].value.utf8.count) })
  }

  private func values(of node: SpecNode) async -> [String] {
    await rows(of: node).compactMap(\.values)
  }

  /// Returns the rows in which issues are recorded.
  private func rows(of node: SpecNode) async -> [RowReference] {
    await traced(describe("A table") { node }).issues.compactMap(\.context.row)
  }
}
