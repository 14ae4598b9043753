import ExemplarRows
import Testing

/// Files that are no JSON text as a whole: cut off, too long, or not UTF-8.
struct JSONFilesTests {
  @Test(arguments: [
    ("[", "1:2", "expected a value, found the end of the file"),
    ("[{", "1:3", "expected a key in quotation marks, found the end of the file"),
    ("[{\"", "1:4", "expected “\"” to end a string, found the end of the file"),
    ("[{\"a", "1:5", "expected “\"” to end a string, found the end of the file"),
    ("[{\"a\"", "1:6", "expected “:” after the key, found the end of the file"),
    ("[{\"a\":", "1:7", "expected a value, found the end of the file"),
    ("[{\"a\":-", "1:8", "expected a digit, found the end of the file"),
    ("[{\"a\":-1", "1:9", "expected “}” or “,” after a value, found the end of the file"),
    ("[{\"a\":-1.", "1:10", "expected a digit, found the end of the file"),
    ("[{\"a\":-1.5e", "1:12", "expected a digit, found the end of the file"),
    ("[{\"a\":tru", "1:7", "expected a value, found “tru”"),
    ("[{\"a\":\"\\", "1:9", "expected a character after “\\”, found the end of the file"),
    (
      "[{\"a\":\"\\u00", "1:12",
      "expected four hexadecimal digits after “\\u”, found the end of the file"
    ),
    ("[{\"a\":[", "1:8", "expected a value, found the end of the file"),
    ("[{\"a\":[1", "1:9", "expected “]” or “,” after a value, found the end of the file"),
    ("{", "1:2", "expected a key in quotation marks, found the end of the file"),
    ("{\n\"Emma\":", "2:8", "expected a value, found the end of the file"),
  ])
  func refusesAFileThatIsCutOff(text: String, place: String, problem: String) async {
    let lines = await transcript(text)
    #expect(lines == ["\(place) error: Malformed JSON: \(problem)."])
  }

  @Test func refusesASampleCutOffAtAnyByte() async throws {
    let sample = Array(
      #"[{"ti\u0074le": "Größe 📚 \uD83D\uDCDA", "n": -1.5e+7, "ok": [true, false, null, {}]}]"#.utf8
    )
    let whole = try await TemporaryFolder.transcript(of: sample)
    #expect(whole == ["1:2 - {title: \"Größe 📚 📚\", n: -1.5e+7, ok: [true, false, null, {}]}"])
    for length in sample.indices {
      let lines = try await TemporaryFolder.transcript(of: Array(sample[..<length]))
      // The row is complete when only the bracket of the file is missing.
      let rows = length == sample.count - 1 ? 1 : 0
      #expect(lines.map { $0.contains(" error: ") } == [false][..<rows] + [true], "\(length)")
    }
  }

  @Test(arguments: [
    ("[] []", ["1:4 error: Malformed JSON: expected the end of the file, found “[”."]),
    ("{}\n}", ["2:1 error: Malformed JSON: expected the end of the file, found “}”."]),
    (
      "[{}]\0",
      [
        "1:2 - {}",
        "1:5 error: Malformed JSON: expected the end of the file, "
          + "found a control character (code 0).",
      ]
    ),
    (
      "[{}],",
      ["1:2 - {}", "1:5 error: Malformed JSON: expected the end of the file, found “,”."]
    ),
    (
      "{\"Emma\": 8} // end",
      [
        "1:2 Emma {value: 8}",
        "1:13 error: Malformed JSON: expected the end of the file, found “/”. JSON has no comments.",
      ]
    ),
  ])
  func refusesWhatFollowsTheEnd(text: String, expected: [String]) async {
    let lines = await transcript(text)
    #expect(lines == expected)
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
  func locatesWhatIsNotUTF8InAString(start: String, bytes: [UInt8], place: String) async throws {
    let lines = try await TemporaryFolder.transcript(
      of: Array(start.utf8) + bytes + Array("\"]".utf8))
    #expect(lines == ["\(place) error: The file is not valid UTF-8 here. Save it as UTF-8."])
  }

  @Test func locatesWhatIsNotUTF8BetweenTokens() async throws {
    let lines = try await TemporaryFolder.transcript(of: Array("[{},\n ".utf8) + [0xFF, 0x5D])
    #expect(
      lines == [
        "1:2 - {}",
        "2:2 error: Malformed JSON: expected a value, found a byte that is not UTF-8 (code 255).",
      ])
  }
}
