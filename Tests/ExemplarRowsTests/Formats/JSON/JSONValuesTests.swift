import ExemplarRows
import Testing

/// What RFC 8259 allows as a value, and what becomes of it.
struct JSONValuesTests {
  @Test(arguments: [
    "0", "-0", "7", "-7", "10", "1234567890123456789012345678901234567890", "0.0", "-0.5", "1.50",
    "10.01", "0e0", "1e3", "1E3", "1e+3", "1E-3", "1.5e300", "-2.5E+07", "1e400", "0.00000001",
    "0e00", "9007199254740993",
  ])
  func keepsANumberAsItIsWritten(text: String) async throws {
    #expect(try await value(text).numberText == text)
  }

  @Test(arguments: [
    ("true", RowValue.Content.bool(true)), ("false", .bool(false)), ("null", .null),
  ])
  func readsAWord(text: String, expected: RowValue.Content) async throws {
    #expect(try await value(text) == RowValue(expected))
  }

  @Test(arguments: [
    ("[]", "[]"),
    ("[ ]", "[]"),
    ("[1,2]", "[1, 2]"),
    ("[ 1 , \"2\" , [ ] , { } ]", "[1, \"2\", [], {}]"),
    ("[[[[1]]]]", "[[[[1]]]]"),
    ("{}", "{}"),
    ("{ }", "{}"),
    ("{\"\":1}", "{\"\": 1}"),
    ("{ \"b\" : null , \"a\" : [ true ] }", "{b: null, a: [true]}"),
    ("{\"a\":{\"a\":{\"a\":false}}}", "{a: {a: {a: false}}}"),
    ("{\"a\":1,\"A\":2}", "{a: 1, A: 2}"),
    ("[{\"a\":1},{\"a\":2}]", "[{a: 1}, {a: 2}]"),
  ])
  func readsNestedValues(text: String, expected: String) async throws {
    #expect(try await value(text).description == expected)
  }

  @Test(arguments: [" ", "\t", "\n", "\r", "\r\n", " \t\r\n \n"])
  func allowsWhiteSpaceBetweenAllTokens(space: String) async {
    let tokens = ["", "[", "{", "\"a\"", ":", "[", "1", ",", "null", "]", "}", "]", ""]
    let lines = await transcript(tokens.joined(separator: space))
    #expect(lines.map { $0.drop { $0 != "-" } } == ["- {a: [1, null]}"])
  }

  @Test func locatesEachValueOfARow() async throws {
    let row = try await onlyRow(
      """
      [{"title": "Emma", "sizes": [1,
          22], "shelf":
        {"room": null}}]
      """)
    var positions: [String] = []
    func visit(_ value: RowValue?) {
      guard let value else { return }
      positions.append("\(value.line):\(value.column) \(value)")
      switch value.content {
      case .array(let values): values.forEach(visit)
      case .object(let fields): fields.keys.forEach { visit(fields[$0]) }
      default: break
      }
    }
    row.keys.forEach { visit(row[$0]) }
    #expect(
      positions == [
        "1:12 \"Emma\"", "1:29 [1, 22]", "1:30 1", "2:5 22", "3:3 {room: null}", "3:12 null",
      ])
  }

  private func value(_ text: String) async throws -> RowValue {
    try #require(try await onlyRow("[{\"v\":\n\(text)\n}]")["v"])
  }
}
