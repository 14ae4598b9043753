import ExemplarRows
import Testing

/// Strings of RFC 8259, with their escapes.
struct JSONStringsTests {
  @Test(arguments: [
    (#""""#, ""),
    (#""Emma""#, "Emma"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u00E9""#, "Aéé"),
    (#""\u0000""#, "\0"),
    (#""a\u0022b""#, "a\"b"),
    (#""\u20AC 5""#, "€ 5"),
    (#""\uD83D\uDCDA""#, "📚"),
    (#""\ud83d\udcda!""#, "📚!"),
    (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
    (#""\uD800\uDC00""#, "\u{10000}"),
    (#""\uFFFF\uD7FF\uE000""#, "\u{FFFF}\u{D7FF}\u{E000}"),
    (#""e\u0301""#, "e\u{301}"),
    (#""\\u0041""#, "\\u0041"),
    (#""// /* no comment */""#, "// /* no comment */"),
    ("\"📚 Größe 本\"", "📚 Größe 本"),
    ("\"\u{7F}\u{80}\u{2028}\u{FEFF}\"", "\u{7F}\u{80}\u{2028}\u{FEFF}"),
  ])
  func readsAString(text: String, expected: String) async throws {
    let row = try await onlyRow("[{\"v\":\n\(text)\n}]")
    let scalars = try row.decode("v", as: String.self).unicodeScalars
    #expect(scalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func readsEscapesInKeys() async {
    let lines = await transcript(#"{"\u0045mma": {"pr\u0069ce": 8, "\n": 1}}"#)
    #expect(lines == [#"1:2 Emma {price: 8, "\n": 1}"#])
  }

  @Test(arguments: [
    (#""\x41""#, "2:3", "expected one of \"\\/bfnrtu after “\\”, found “x”"),
    (#""\'""#, "2:3", "expected one of \"\\/bfnrtu after “\\”, found “'”"),
    (#""\U0041""#, "2:3", "expected one of \"\\/bfnrtu after “\\”, found “U”"),
    (#""\é""#, "2:3", "expected one of \"\\/bfnrtu after “\\”, found “é”"),
    (#""a\"#, "2:4", "expected one of \"\\/bfnrtu after “\\”, found a new line"),
    (#""\u00G0""#, "2:6", "expected four hexadecimal digits after “\\u”, found “G”"),
    (#""\u41""#, "2:6", "expected four hexadecimal digits after “\\u”, found “\"”"),
    (#""\u-041""#, "2:4", "expected four hexadecimal digits after “\\u”, found “-”"),
    (#""\u００４１""#, "2:4", "expected four hexadecimal digits after “\\u”, found “０”"),
    (#""\u{41}""#, "2:4", "expected four hexadecimal digits after “\\u”, found “{”"),
    (#""a\uD83D""#, "2:3", #"\uD83D is the first half of a surrogate pair without a second"#),
    (#""\uD83Dx""#, "2:2", #"\uD83D is the first half of a surrogate pair without a second"#),
    (#""\uD83D\n""#, "2:2", #"\uD83D is the first half of a surrogate pair without a second"#),
    (#""\uD83D\u0041""#, "2:2", #"\uD83D is the first half of a surrogate pair without a second"#),
    (#""\ud83d\ud83d""#, "2:2", #"\ud83d is the first half of a surrogate pair without a second"#),
    (#""ab\uDCDA""#, "2:4", #"\uDCDA is the second half of a surrogate pair without a first"#),
    (#""\uDCDA\uD83D""#, "2:2", #"\uDCDA is the second half of a surrogate pair without a first"#),
    ("\"Emma", "2:6", "expected “\"” or an escape, found a new line"),
    ("\"a\tb\"", "2:3", "expected “\"” or an escape, found a tab"),
    ("\"a\0b\"", "2:3", "expected “\"” or an escape, found a control character (code 0)"),
    ("\"\\n\u{1F}\"", "2:4", "expected “\"” or an escape, found a control character (code 31)"),
    (
      "'Emma'", "2:1", "expected a value, found “'”. Texts and keys go in double quotation marks"
    ),
    (
      "“Emma”", "2:1", "expected a value, found ““”. Texts and keys go in double quotation marks"
    ),
  ])
  func refusesAString(text: String, place: String, problem: String) async {
    let lines = await transcript("[{\"v\":\n\(text)\n}]")
    #expect(lines == ["\(place) error: Malformed JSON: \(problem)."])
  }
}
