import Exemplar
import ExemplarRows
import TestSupport
import Testing

/// Lines of spaces, NUL characters and empty keys: what looks like nothing.
struct BlankLinesTests {
  private static func text(_ text: String) -> RowInput { .text(text, path: "b.txt") }

  @Test func ofSpacesAreLines() async {
    await expect(
      transcript(of: .lines(Self.text("a\n \n\t\n\nb\n"))),
      equals: [
        #"1:1 - {value: "a"}"#, #"2:1 - {value: " "}"#, #"3:1 - {value: "\t"}"#,
        #"5:1 - {value: "b"}"#,
      ])
    await expect(
      transcript(of: .lines(Self.text("a\n \n\t b \n"), trimming: true)),
      equals: [
        #"1:1 - {value: "a"}"#, #"3:1 - {value: "b"}"#,
      ])
    await expect(
      transcript(of: .lines(Self.text("a\n \n"), matching: /[a-z]/)),
      equals: [
        #"1:1 - {value: "a"}"#, "2:1 mistake: The line “ ” does not match.",
      ])
    await expect(
      transcript(of: .lines(Self.text("a\n \n"), widths: ["a": 1])), equals: [#"1:1 - {a: "a"}"#])
    await expect(
      transcript(of: .jsonLines(.text("1\n \t\n2\n", path: "b"))),
      equals: [
        "1:1 - {value: 1}", "3:1 - {value: 2}",
      ])
  }

  @Test func withANULAreNotUTF16() async {
    await expect(
      transcript(of: .lines(Self.text("a\0b\nc\n"))),
      equals: [
        "1:2 mistake: The line contains a NUL character (code 0); expected text.",
        #"2:1 - {value: "c"}"#,
      ])
    for text in ["a\0b\0c\0", "\0a\0b", "a\0\0\0b\0\0\0", "\0\0\0a", "\u{FEFF}"] {
      let bytes = Array(text.utf8)
      let folder = try? TemporaryFolder()
      try? folder?.write(bytes, to: "b.txt")
      guard let folder else { continue }
      let lines = await transcript(of: .lines("b.txt"), for: folder.site)
      #expect(
        lines
          == (text == "\u{FEFF}"
            ? []
            : [
              "1:1 error: The file is not UTF-8 but looks like UTF-16 or UTF-32. Save it as UTF-8."
            ]))
    }
    await expect(
      transcript(of: .csv(.text("a\0b,c\n1,2\n", path: "b.csv"))),
      equals: [
        "1:2 error: A cell holds a NUL character (code 0); expected text."
      ])
    await expect(
      transcript("\0[]"),
      equals: [
        "1:1 error: Malformed JSON: expected a value, found a control character (code 0)."
      ])
  }

  @Test func areNoKeysTwice() async {
    let mistake = "mistake: The key “” appears twice in an object. The first one is on line 1."
    await expect(
      transcript(#"{"": {"a": 1}, "": {"a": 2}}"#), equals: ["1:2 - {a: 1}", "1:16 \(mistake)"])
    await expect(
      transcript(#"[{"": 1, "": 2}]"#),
      equals: [
        "1:10 mistake: The key “” appears twice in one object. The first one is on line 1."
      ])
    await expect(
      transcript(
        of: .json(.text(#"{"": [{"a": 1}], "": [{"a": 2}]}"#, path: "b"), each: "*")),
      equals: [
        "1:7 #1/- {a: 1}", "1:18 #2/rows \(mistake)", "1:23 #2/- {a: 2}",
      ])
    await expect(
      transcript(
        plist:
          "<plist><dict><key></key><string>a</string><key></key><string>b</string></dict></plist>"
      )
      .last?.contains("mistake: The key “” appears twice in a dictionary."), equals: true)
    for source in ifRead(.yaml(.text("\"\": {a: 1}\n\"\": {a: 2}\n", path: "b"))) {
      await expect(transcript(of: source).last?.contains("The key “” appears twice"), equals: true)
    }
    // In code, it only means that a row has no name.
    await expect(transcript(of: .rows(of: [("", 1), ("", 2)])).count, equals: 2)
    await expect(
      transcript(
        of: .json(.text(#"{"": 1, "": 2}"#, path: "b"), duplicateKeys: .keepFirst)
      ).count, equals: 2)
  }
}
