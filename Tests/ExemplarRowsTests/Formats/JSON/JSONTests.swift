import Exemplar
import ExemplarRows
import Foundation
import TestSupport
import Testing

/// JSON as RFC 8259 defines it, with the place of each row and each mistake.
struct JSONTests {
  @Test func hasTheCharactersOfAStringExactly() async throws {
    for (text, expected) in [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u00E9""#, "Aéé"),
      (#""\u0000""#, "\0"), (#""a\u0022b""#, "a\"b"), (#""\uD83D\uDCDA""#, "📚"),
      (#""\ud83d\udcda!""#, "📚!"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
      (#""\uD800\uDC00""#, "\u{10000}"), (#""e\u0301""#, "e\u{301}"), (#""\\u0041""#, "\\u0041"),
      (#""\uFFFF\uD7FF\uE000""#, "\u{FFFF}\u{D7FF}\u{E000}"), ("\"📚 Größe 本\"", "📚 Größe 本"),
      ("\"\u{7F}\u{80}\u{2028}\u{FEFF}\"", "\u{7F}\u{80}\u{2028}\u{FEFF}"),
    ] {
      let row = try await onlyRow("[{\"v\":\n\(text)\n}]")
      let scalars = try row.decode("v", as: String.self).unicodeScalars
      #expect(scalars.elementsEqual(expected.unicodeScalars), "\(text)")
    }
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
    expect(
      positions,
      equals: [
        "1:12 \"Emma\"", "1:29 [1, 22]", "1:30 1", "2:5 22", "3:3 {room: null}", "3:12 null",
      ])
    expect(row.place.description, equals: "books.json:1:2")
  }

  @Test func requiresNames() async {
    let books = """
      [
        {"name": "Emma", "a": 1},
        {"a": 2},
        {"name": null}, {"name": 5},
        {"name": ["x"]},
        {"Name": "Sanditon"},
        {"name": ""}
      ]
      """
    await expect(
      transcript(books, named: .required),
      equals: [
        "2:3 Emma {name: \"Emma\", a: 1}",
        "3:3 mistake: The row has no name; expected a text under “name”.",
        "4:12 mistake: The name of a row must be text, found null.",
        "4:28 mistake: The name of a row must be text, found the number 5.",
        "5:12 mistake: The name of a row must be text, found an array.",
        "6:3 mistake: The row has no name; expected a text under “name”.",
        "7:3 mistake: The row has no name; expected a text under “name”.",
      ])
    for naming: RowNaming in [[], .required] {
      let lines = await transcript("{\"Emma\": {\"name\": 5}, \"two\": 2}", named: naming)
      expect(lines, equals: ["1:2 Emma {name: 5}", "1:23 two {value: 2}"])
    }
  }

  @Test(arguments: [
    ("[", "[", "1:130"), ("[", "{\"a\":", "1:642"), ("{\"Emma\":", "[", "1:137"),
    ("[{\"a\":", "[", "1:134"),
  ])
  func refusesDeepNesting(start: String, level: String, place: String) async {
    let lines = await transcript(start + String(repeating: level, count: 100_000))
    expect(lines, equals: ["\(place) error: The JSON is nested more than 128 levels deep."])
  }

  @Test func countsLevelsAndNotValues() async {
    let deepest = String(repeating: "[", count: 127) + String(repeating: "]", count: 127)
    let many = "[" + Array(repeating: "[[]]", count: 1000).joined(separator: ", ") + "]"
    for text in [deepest, many] {
      await expect(transcript("[{\"v\":\(text)}]"), equals: ["1:2 - {v: \(text)}"])
    }
  }

  @Test func refusesASampleCutOffAtAnyByte() async throws {
    let sample = Array(
      #"[{"ti\u0074le": "Größe 📚 \uD83D\uDCDA", "n": -1.5e+7, "ok": [true, false, null, {}]}]"#.utf8
    )
    let whole = try await TemporaryFolder.transcript(of: sample)
    expect(whole, equals: ["1:2 - {title: \"Größe 📚 📚\", n: -1.5e+7, ok: [true, false, null, {}]}"])
    for length in sample.indices {
      let lines = try await TemporaryFolder.transcript(of: Array(sample[..<length]))
      // The row is complete when only the bracket of the file is missing.
      let rows = length == sample.count - 1 ? 1 : 0
      expect(lines.map { $0.contains(" error: ") }, equals: [false][..<rows] + [true], "\(length)")
    }
  }

  private static let brokenTexts: [(String, [UInt8], String)] = [
    ("[\"", [0xC3], "1:3"),  // a character cut off
    ("[\"ab", [0xE9], "1:5"),  // Latin 1
    ("[\"é\\n", [0x80], "1:7"),  // a continuation without a beginning
    ("[\"", [0xC0, 0xAF], "1:3"),  // an overlong slash
    ("[\"", [0xED, 0xA0, 0x80], "1:3"),  // a surrogate
    ("[\n\"x", [0xF5, 0x80, 0x80, 0x80], "2:3"),  // beyond Unicode
    ("[{\"", [0xFF], "1:4"),  // in a key
  ]

  @Test(arguments: brokenTexts)
  func locatesWhatIsNotUTF8(start: String, bytes: [UInt8], place: String) async throws {
    let lines = try await TemporaryFolder.transcript(
      of: Array(start.utf8) + bytes + Array("\"]".utf8))
    expect(lines, equals: ["\(place) error: The file is not valid UTF-8 here. Save it as UTF-8."])
    try await expect(
      TemporaryFolder.transcript(of: Array("[{},\n ".utf8) + [0xFF, 0x5D]),
      equals: [
        "1:2 - {}",
        "2:2 error: Malformed JSON: expected a value, found a byte that is not UTF-8 (code 255).",
      ])
  }
}
