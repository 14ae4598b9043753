import Exemplar
import ExemplarRows
import Foundation
import Testing

/// Values as they are: as parameters, as JSON, and as Foundation has them.
struct RowValueTests {
  @Test func areDecodedAsTheyAre() async throws {
    let row = try await onlyRow(#"[{"a": {"b": [1, null]}, "c": 1.50}]"#)
    let a = try row.decode("a", as: RowValue.self)
    expect(row["a"].map(a.isIdentical), equals: true)
    #expect(a.line == 1 && a.column == 8)
    let fields = try row.decode("a", as: RowFields.self)
    expect(fields.keys, equals: ["b"])
    let all = try row.decode(as: [String: RowValue].self)
    #expect(row["c"].map { all["c"]?.isIdentical(to: $0) } == true && all.count == 2)
    let whole = try row.decode(as: RowValue.self)
    expect(whole.json, equals: #"{"a":{"b":[1,null]},"c":1.50}"#)
    expect(
      mistake { try row.decode("c", as: RowFields.self) },
      equals: "1:31 In “c” of a row, expected an object, found the number 1.50.")
  }

  @Test func areGivenBackAsJSON() async throws {
    let text =
      #"{"z":1e400,"a":[true,false,null],"big":123456789012345678901234567890.10,"s":"a\"\\\n\u0001é"}"#
    let row = try await onlyRow("[\(text)]")
    try expect(row.decode(as: RowValue.self).json, equals: text)
  }

  @Test func areGivenAsFoundationHasThem() async throws {
    let row = try await onlyRow(
      #"[{"i": 7, "u": 18446744073709551615, "d": 0.1, "x": 12345678901234567890.123, "n": null, "b": true}]"#
    )
    let object = row.fields.foundationObject
    expect(object["i"] as? Int, equals: 7)
    expect(object["u"] as? UInt64, equals: .max)
    expect(object["d"] as? Double, equals: 0.1)
    expect(object["x"] as? Decimal, equals: Decimal(string: "12345678901234567890.123"))
    #expect(object["n"] is NSNull)
    expect(object["b"] as? Bool, equals: true)
    expect(row["x"]?.numberText, equals: "12345678901234567890.123")
    expect(row["x"]?.decimal, equals: Decimal(string: "12345678901234567890.123"))
    try expect(row.decode("x", as: Decimal.self), equals: row["x"]?.decimal)
  }

  @Test func areMadeInCode() {
    var fields: RowFields = ["title": "Emma", "net": 9]
    fields["net"] = 10
    fields["pages"] = 474
    fields["title"] = nil
    expect(fields.keys, equals: ["net", "pages"])
    expect(fields["pages"]?.number, equals: 474)
    expect(RowFields([("a", 1), ("a", 2)])["a"]?.number, equals: 1)
  }

  @Test func areDecodedFromOtherDecoders() throws {
    let json = #"{"a": [1, 2.5, "x", null, true]}"#
    let value = try JSONDecoder().decode(RowValue.self, from: Data(json.utf8))
    expect(value.json, equals: #"{"a":[1,2.5,"x",null,true]}"#)
  }
}
