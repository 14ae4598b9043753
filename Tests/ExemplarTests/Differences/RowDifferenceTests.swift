import Exemplar
import Foundation
import TestSupport
import Testing

/// The lines that a failing comparison of values of rows shows.
struct RowDifferenceTests {
  /// The issues that a failing expectation over the rows of a text records.
  private func issues(
    _ text: String = "[{}]", _ body: @Sendable @escaping (Row) throws -> Void
  ) async -> [String] {
    let spec = describe("A shelf") {
      outline("holds", from: .json(.text(text, path: "shelf.json"))) { (row: Row) in
        _ = row.keys
        try body(row)
      }
    }
    return await traced(spec).issues.map(\.message)
  }

  private func lines(
    _ text: String = "[{}]", _ body: @Sendable @escaping (Row) throws -> Void
  ) async -> [String] {
    await issues(text, body).flatMap { $0.split(separator: "\n").dropFirst().map(String.init) }
  }

  @Test func isNoneOfEqualData() async {
    let text = #"[{"expected": {"a": 1}, "copies": 2.0, "parts": [{"y": 1, "x": 1e0}]}]"#
    let found = await issues(text) { row in
      let expected = try row.decode("expected", as: RowValue.self)
      #expect(expected == ["a": 1])
      #expect(row["expected"] == ["a": 1])
      #expect(row["copies"] == 2 && row["parts"] == [["x": 1, "y": 1]])
      #expect(try row.decode("expected", as: RowFields.self) == ["a": 1])
      #expect(try row.decode("expected", as: [String: RowValue].self) == ["a": 1])
    }
    #expect(found == [])
  }

  @Test func namesThePathsOfNestedValuesThatDiffer() async {
    let text = """
      [{"expected": {"title": "Emma", "price": {"net": 8, "tax": 1.50}, "tags": ["old", "novel"],
        "pages": 474, "shelf": {"room": 1}, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1, "h": 1}}]
      """
    let found = await lines(text) { row in
      let expected = try row.decode("expected", as: RowValue.self)
      let other: RowValue = [
        "h": 1.0, "title": "Emma", "tags": ["new", "old", "novel"], "pages": 475,
        "price": ["tax": 1.5, "net": 9], "shelf": [1], "b": 1, "c": 1, "d": 1, "e": 1, "g": 1,
        "i": 1,
      ]
      #expect(expected == other)
    }
    #expect(
      found == [
        "− left, + right:", "− f: 1", "+ i: 1", "− pages: 474", "+ pages: 475",
        "− price.net: 8", "+ price.net: 9", "− shelf: {room: 1}", "+ shelf: [1]",
        "+ tags[0]: \"new\"",
      ])
    let optional = await lines(text) { row in
      #expect(row["expected"]?["price"] == ["net": 8, "tax": 1.5, "currency": "eur"])
    }
    #expect(optional == ["− left, + right:", "+ currency: \"eur\""])
  }

  @Test func showsTheLinesOfTexts() async {
    let text = #"[{"html": "<p>\none\ntwo\nthree and more\n</p>"}]"#
    let found = await lines(text) { row in
      #expect(row["html"] == "<p>\none\ntwo\nthree and less\n</p>")
    }
    #expect(
      found == [
        "− left, + right:", "  ⋮", "  one", "  two", "− three and more", "+ three and less",
        "            ^^^^", "  </p>",
      ])
  }

  @Test func isShownWhereTheValuesLookAlike() async {
    let found = await lines { _ in
      #expect(RowValue(Data([1, 2, 3])) == RowValue(Data([1, 2, 0xF4])))
    }
    #expect(
      found == [
        "− left, + right:", "− \"01 02 03\"", "+ \"01 02 f4\"", "         ^^",
      ])
    let dates = await lines { _ in
      #expect(
        RowValue(Date(timeIntervalSince1970: 0.25)) == RowValue(Date(timeIntervalSince1970: 0.5)))
    }
    #expect(
      dates.prefix(3) == [
        "− left, + right:", "− \"1970-01-01T00:00:00.250Z\"", "+ \"1970-01-01T00:00:00.500Z\"",
      ])
  }

  @Test func namesTheColumnsOfRows() async {
    let found = await lines(#"[{"name": "Emma", "price": {"net": 8}, "pages": 474}]"#) { row in
      #expect(row == row.setting("price", to: ["net": 9]))
      #expect(row.fields == ["pages": 474, "price": ["net": 8], "name": "Emmas"])
    }
    #expect(
      found == [
        "− left, + right:", "− fields.price.net: 8", "+ fields.price.net: 9",
        "− left, + right:", "− name: \"Emma\"", "+ name: \"Emmas\"", "             ^",
      ])
  }
}
