import Exemplar
import Testing

@testable import ExemplarRows

/// Keys that are spelled differently in a file and in code.
struct RowKeysTests {
  private struct Price: Decodable, Equatable {
    struct Part: Decodable, Equatable { var taxRate: Int }
    var unitPrice: Double
    var priceParts: [Part]?
  }

  @Test(arguments: [
    ("unit_price", "unitPrice"), ("unit_price_in_EUR", "unitPriceInEur"),
    ("UNIT_PRICE", "unitPrice"),
    ("unitPrice", "unitPrice"), ("URL", "URL"), ("_unit_price__", "_unitPrice__"), ("_id", "_id"),
    ("a__b", "aB"), ("größe_außen", "größeAußen"), ("__", "__"), ("", ""), ("a_", "a_"),
  ])
  func loseTheirUnderscores(written: String, read: String) async throws {
    let text = "[{\"\(written)\": 1}]"
    let row = try await RowSource.json(.text(text, path: "books.json")).keys(.snakeCase).firstRow()
    expect(row.keys, equals: [read])
  }

  @Test func areSuggestedAsTheyAreRead() async throws {
    let source = RowSource.json(.text(#"[{"unit_price": 1}]"#, path: "b.json")).keys(.snakeCase)
    let row = try await source.firstRow()
    expect(
      mistake { try row.decode("unit_price", as: Int.self) },
      equals: "1:2 A row has no “unit_price”; it has “unitPrice”. Did you mean “unitPrice”?")
    expect(
      mistake { try row.decode("unitPrise", as: Int.self) },
      equals: "1:2 A row has no “unitPrise”; it has “unit_price”. Did you mean “unit_price”?")
    struct Price: Decodable { var unit_price: Int? }
    expect(
      mistake { try row.decode(as: Price.self) },
      equals:
        "1:17 A row has no “unit_price”, but “unitPrice”, which nothing reads. Spell them alike.")
  }

  @Test func areDataInNestedValues() async throws {
    let text = #"{"in_put": "x", "expected": {"a_b": 2, "c_d": [{"e_f": 1}]}}"#
    let source = RowSource.jsonLines(.text(text, path: "vectors.jsonl"))
    let row = try await source.keys(.snakeCase).firstRow()
    expect(row.keys, equals: ["inPut", "expected"])
    expect(row["expected"]?.json, equals: #"{"a_b":2,"c_d":[{"e_f":1}]}"#)
    let upper = try await source.keys { $0.uppercased() }.firstRow()
    expect(upper["EXPECTED"]?.json, equals: #"{"a_b":2,"c_d":[{"e_f":1}]}"#)
    let group = #"[{"tax_rates": {"full_rate": 19}, "tests": [{"unit_price": 8}]}]"#
    let inner = try await RowSource.json(.text(group, path: "groups.json"), each: "tests").keys(
      .snakeCase
    ).firstRow()
    expect(inner.keys, equals: ["unitPrice", "taxRates"])
    expect(inner["taxRates"]?.json, equals: #"{"full_rate":19}"#)
    expect(inner["group"]?["taxRates"]?.json, equals: #"{"full_rate":19}"#)
  }

  @Test func areReadInNestedValuesOnRequest() async throws {
    let source = RowSource.jsonLines(
      .text(
        #"{"unit_price": 8.5, "price_parts": [{"tax_rate": 7}, {"tax_rate": 19}]}"#,
        path: "prices.jsonl"))
    let row = try await source.keys(.snakeCase, deep: true).firstRow()
    try expect(
      row.decode(as: Price.self),
      equals: Price(unitPrice: 8.5, priceParts: [.init(taxRate: 7), .init(taxRate: 19)]))
    try expect(row.decode("unitPrice", as: Double.self), equals: 8.5)
    let flat = try await source.keys(.snakeCase).firstRow()
    expect(
      mistake { try flat.decode(as: Price.self) },
      equals: "1:37 In “price_parts[0]” of a row, there is no “taxRate”; it has “tax_rate”. "
        + "Did you mean “tax_rate”? To rename the keys of nested objects, use "
        + ".keys(.snakeCase, deep: true) on the source.")
  }

  @Test func standInMessagesAsInTheFile() async throws {
    let source = RowSource.jsonLines(
      .text(
        """
        {"unit_price": "x"}
        {"unit_price": 1, "price_parts": [{"tax_rate": 7}, {"tax_rate": "y"}]}
        {"unit_prise": 1, "other_key": 2}
        {"unit_price": 1, "price_parts": [{"tax_rat": 7}]}
        """, path: "prices.jsonl"))
    let messages = try await source.keys(.snakeCase, deep: true).readRows().map { row in
      mistake { try row.decode(as: Price.self) } ?? "none"
    }
    expect(
      messages,
      equals: [
        "1:16 In “unit_price” of a row, expected a number, found the text “x”.",
        "2:65 In “price_parts[1].tax_rate” of a row, expected a whole number, found the text “y”.",
        "3:1 In a row, there is no “unitPrice”; it has “unit_prise”, “other_key”. "
          + "Did you mean “unit_prise”?",
        "4:35 In “price_parts[0]” of a row, there is no “taxRate”; it has “tax_rat”. "
          + "Did you mean “tax_rat”?",
      ])
    let third = try await source.keys(.snakeCase, deep: true).readRows()[2]
    expect(
      mistake { try third.decode("unitPrice", as: Int.self) },
      equals: "3:1 A row has no “unitPrice”; it has “unit_prise”, “other_key”. "
        + "Did you mean “unit_prise”?")
  }

  @Test func mustStayApart() async {
    let source = RowSource.csv(
      .text("name,unit_price,unitPrice\nEmma,1,2\n", path: "prices.csv"))
    let lines = await transcript(of: source.keys(.snakeCase))
    expect(
      lines,
      equals: [
        "2:8 Emma mistake: The keys “unit_price” and “unitPrice” of row “Emma” are both read as "
          + "“unitPrice”; expected keys that stay apart."
      ])
    let nested = RowSource.jsonLines(
      .text("{\"a\": [{\"B\": 1, \"b\": 2}]}\n{\"a\": 1}", path: "prices.jsonl"))
    let nestedLines = await transcript(of: nested.keys(deep: true) { $0.lowercased() })
    expect(
      nestedLines,
      equals: [
        "1:22 mistake: The keys “B” and “b” of a row are both read as “b”; "
          + "expected keys that stay apart.",
        "2:1 - {a: 1}",
      ])
  }

  @Test func nameTheRowWhereTheyBecomeItsName() async {
    let source = RowSource.csv(.text("Name,Pages\nEmma,474\n,1\n", path: "books.csv"))
    let lines = await transcript(of: source.keys { $0.lowercased() })
    expect(
      lines,
      equals: ["2:1 Emma {name: \"Emma\", pages: \"474\"}", "3:1 - {name: \"\", pages: \"1\"}"])
  }

  @Test func leaveMistakesAsTheyAre() async {
    let source = RowSource.csv(.text("unit_price\n1,2\n3\n", path: "prices.csv"))
    let lines = await transcript(of: source.keys(.snakeCase))
    #expect(
      lines.count == 2 && lines[0].contains(" mistake: ") && lines[1] == "3:1 - {unitPrice: \"3\"}")
  }

  @Test func areReadWithoutWaitingWhereTheirSourceIs() throws {
    let source = RowSource.csv(.text("unit_price\n8.5\n", path: "prices.csv"))
    try expect(Array(Rows<Price>(source.keys(.snakeCase))), equals: [Price(unitPrice: 8.5)])
  }

  @Test func sayNoMoreOfTheirRowsThanTheSourceMay() async throws {
    let folder = try TemporaryFolder()
    try folder.write("unit_price\n8.5\n", to: "prices.csv")
    try folder.write("unit_price,focus\n8.5,yes\n", to: "focused.csv")
    func mayHaveMarks(_ source: RowSource) async -> Bool {
      await source.mayHaveMarks(for: folder.site)
    }
    #expect(await !mayHaveMarks(.csv("prices").keys(.snakeCase)))
    #expect(await mayHaveMarks(.csv("prices").keys { $0.lowercased() }))
    #expect(await mayHaveMarks(.csv("focused").keys(.snakeCase)))
    #expect(await !mayHaveMarks(.csv("focused").withoutMetadata.keys(.snakeCase)))
  }

  @Test func canBeChangedTwice() async throws {
    let source = RowSource.csv(.text("UNIT_price\nx\n", path: "prices.csv"))
    let row = try await source.keys { $0.lowercased() }.keys(.snakeCase).firstRow()
    expect(
      mistake { try row.decode("unitPrice", as: Int.self) },
      equals: "2:1 In “UNIT_price” of a row, expected a whole number, found the text “x”.")
  }
}
