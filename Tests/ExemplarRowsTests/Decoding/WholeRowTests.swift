import Exemplar
import ExemplarRows
import Foundation
import Testing

/// Rows decoded as a whole: by their keys, or by their plain value.
struct WholeRowTests {
  private struct Book: Decodable, Equatable {
    var name: String
    var price: Double
    var sold: Date?
    var tags: [String]?
  }
  private struct Price: Decodable, Equatable {
    var value: Int
    var currency: String?
  }
  private enum Genre: String, Decodable, CaseIterable { case novel, poetry }

  @Test(arguments: [
    #"[{"name": "Emma", "price": 8, "sold": "1970-01-01", "tags": ["novel"], "extra": 1}]"#,
    #"{"Emma": {"price": 8, "sold": "1970-01-01", "tags": ["novel"], "extra": 1}}"#,
  ])
  func areValuesOfTheirKeysAndTheirName(text: String) async throws {
    let row = try await onlyRow(text)
    let book = Book(
      name: "Emma", price: 8, sold: Date(timeIntervalSince1970: 0), tags: ["novel"])
    try expect(row.decode(), equals: book)
    try expect(row.decode(as: Book?.self), equals: book)
  }

  @Test func areTheirPlainValue() async throws {
    try await expect(onlyRow("{\"a\": 8}").decode(), equals: 8)
    try await expect(onlyRow("{\"a\": \"x\"}").decode(), equals: "x")
    try await expect(onlyRow("{\"a\": true}").decode(), equals: true)
    try await expect(onlyRow("{\"a\": [1, 2]}").decode(), equals: [1, 2])
    #expect(try await onlyRow("{\"a\": null}").decode(as: Int?.self) == nil)
    try await expect(onlyRow("{\"a\": 8}").decode(as: Int?.self), equals: 8)
    try await expect(onlyRow("{\"a\": 0.1}").decode(), equals: Decimal(string: "0.1"))
    try await expect(onlyRow("{\"a\": \"poetry\"}").decode(), equals: Genre.poetry)
    try await expect(
      onlyRow("{\"a\": \"1970-01-01\"}").decode(), equals: Date(timeIntervalSince1970: 0))
    try await expect(onlyRow("[{\"name\": \"a\", \"value\": 8}]").decode(), equals: 8)
  }

  @Test func mayHaveAKeyCalledValue() async throws {
    let row = try await onlyRow("{\"a\": {\"value\": 8, \"currency\": \"EUR\"}}")
    try expect(row.decode(), equals: Price(value: 8, currency: "EUR"))
    try expect(row.decode(as: Price?.self), equals: Price(value: 8, currency: "EUR"))
    try await expect(onlyRow("{\"a\": 8}").decode(), equals: Price(value: 8))
  }

  @Test func areDictionaries() async throws {
    let row = try await onlyRow("{\"a\": {\"x\": 1, \"y\": 2}}")
    try expect(row.decode(), equals: ["x": 1, "y": 2])
  }

  @Test func tellWhichKeyIsMissingOrWrong() async throws {
    for (text, message) in [
      (
        "{\"Emma\":\n {\"prize\": 8, \"tags\": [\"a\", 1]}}",
        "1:2 In row “Emma”, there is no “price”; it has “prize”, “tags”. Did you mean “prize”?"
      ),
      (
        "[ {\"name\": \"Emma\", \"price\": 8, \"tags\": [\"a\", 1]}]",
        "1:46 In “tags[1]” of row “Emma”, expected a text, found the number 1."
      ),
      ("[{\"price\": 8}]", "1:2 In a row, there is no “name”; it has “price”."),
    ] { try await onlyRow(text).expectMistakes((nil, Book.self, message)) }
  }

  @Test func tellThatTheirPlainValueIsWrongOrMissing() async throws {
    let value = "1:10 In “value” of row “Emma”, expected"
    try await onlyRow("{\"Emma\": 8}").expectMistakes(
      (nil, String.self, "\(value) a text, found the number 8."),
      (nil, [Int].self, "\(value) an array, found the number 8."))
    try await onlyRow("{\"Emma\": \"essay\"}").expectMistakes(
      (nil, Genre.self, "\(value) “novel” or “poetry”, found the text “essay”."))
    try await onlyRow("{\"Emma\": {\"price\": 8}}").expectMistakes(
      (nil, String.self, "1:2 In row “Emma”, expected a text, found a row without a plain value."),
      (nil, [Int].self, "1:2 In row “Emma”, expected an array, found a row without a plain value."))
  }

  @Test func haveATextForPeople() async throws {
    let row = try await onlyRow(
      #"[{"name": "Emma", "price": 8.50, "tags": ["a", null], "at": {"row": 1}, "new": true}]"#)
    expect(row.valuesText, equals: #"price: 8.50, tags: ["a", null], at: {row: 1}, new: true"#)
    let long = try await onlyRow("{\"a\": \"\(String(repeating: "x", count: 300))\"}")
    expect(long.valuesText, equals: "value: \"\(String(repeating: "x", count: 191))…")
    let many =
      "["
      + Array(repeating: "📚é", count: 9000).map { "\"\($0)\"" }
      .joined(separator: ", ") + "]"
    let list = try await onlyRow("{\"a\": {\"b\": \(many), \"c\": 1}}")
    expect(list.valuesText, equals: "b: \(many)".prefix(199) + "…")
    expect(list["b"]?.description, equals: many)
  }
}
