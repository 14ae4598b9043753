import ExemplarRows
import Testing

/// Files that are not UTF-8.
struct JSONEncodingTests {
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

  @Test(arguments: [
    [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00],
    [0xFE, 0xFF, 0x00, 0x5B, 0x00, 0x5D],
    [0x5B, 0x00, 0x5D, 0x00],
    [0x00, 0x5B, 0x00, 0x5D],
    [0xFF, 0xFE, 0x00, 0x00, 0x5B, 0x00, 0x00, 0x00],
    [0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x5B],
    [0xFF, 0xFE],
  ])
  func refusesUTF16AndUTF32(bytes: [UInt8]) async throws {
    let lines = try await TemporaryFolder.transcript(of: bytes)
    #expect(
      lines == [
        "1:1 error: The file is not UTF-8 but looks like UTF-16 or UTF-32. Save it as UTF-8."
      ])
  }
}
