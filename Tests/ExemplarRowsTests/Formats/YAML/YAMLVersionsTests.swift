import Exemplar
#if YAML
  import Exemplar
  import ExemplarCore
  import ExemplarRows
  import Foundation
  import TestSupport
  import Testing

  /// Where YAML 1.2 differs from the parser, which knows 1.1. The names are those of the YAML test suite.
  struct YAMLVersionsTests {
    private func rows(_ text: String) async -> [String] {
      await transcript(of: .yaml(.text(text, path: "b.yaml")))
    }

    @Test(
      "A value that the versions read differently, and what 1.2 does not allow, is refused at its place",
      arguments: [
        (
          "652Z", "{ ?foo: bar,\nbar: 42\n}\n", "1:3",
          "a text that begins with a question mark needs quotation marks."
        ),
        (
          "HM87-01", "[?x]\n", "1:2",
          "a text that begins with a question mark needs quotation marks."
        ),
        (
          "L24T", "foo: |\n  x\n   ", "3:3",
          "the last line of the file has spaces only. End the line, or remove them."
        ),
        (
          "Y2GN", "---\nkey: &an:chor value\n", "2:9",
          "a colon or another character follows the name of an anchor. Write a space after the name."
        ),
        (
          "2SXE", "&a: key: &a value\n", "1:3",
          "a colon or another character follows the name of an anchor. Write a space after the name."
        ),
        (
          "9JBA", "---\n[ a, b, c, ]#invalid\n", "2:13",
          "a comment needs a space before it; a text with a # in it needs quotation marks."
        ),
        (
          "CVW2", "---\n[ a, b, c,#invalid\n]\n", "2:11",
          "a comment needs a space before it; a text with a # in it needs quotation marks."
        ),
        (
          "SU5Z", "key: \"value\"# invalid comment\n", "1:13",
          "a comment needs a space before it; a text with a # in it needs quotation marks."
        ),
        (
          "X4QW", "block: ># comment\n  scalar\n", "1:9",
          "a comment needs a space before it; a text with a # in it needs quotation marks."
        ),
        (
          "MUS6-00", "%YAML 1.1#...\n---\n", "1:10",
          "a comment needs a space before it; a text with a # in it needs quotation marks."
        ),
        (
          "DK95-01", "foo: \"bar\n\tbaz\"\n", "2:1",
          "the line continues an indented value. Indent it with spaces."
        ),
        (
          "QB6E", "---\nquoted: \"a\nb\nc\"\n", "3:1",
          "the line continues an indented value. Indent it with spaces."
        ),
        (
          "9C9N", "---\nflow: [a,\nb,\nc]\n", "3:1",
          "the line continues an indented value. Indent it with spaces."
        ),
        ("YJV2", "[-]\n", "1:2", "a text that is only a hyphen needs quotation marks."),
        ("G5U8", "---\n- [-, -]\n", "2:4", "a text that is only a hyphen needs quotation marks."),
        (
          "RHX7", "---\nkey: value\n%YAML 1.2\n---\n", "3:1",
          "a directive is in a document. End the document with ... on a line before it."
        ),
      ])
    func refuses(name: String, text: String, place: String, message: String) async {
      await expect(rows(text).last, equals: "\(place) error: Malformed YAML: \(message)", "\(name)")
    }

    @Test(
      "Texts that look alike and are allowed are read",
      arguments: [
        ("{ \"?foo\": bar, a?b: c }", [#"1:3 ?foo {value: "bar"}"#, #"1:16 a?b {value: "c"}"#]),
        ("{? foo : bar}", [#"1:4 foo {value: "bar"}"#]),
        ("a: &b [c] # d\ne: *b\n", [#"1:1 a {value: ["c"]}"#, #"2:1 e {value: ["c"]}"#]),
        ("a: x#y\nb: [c#d, e] # f\n", [#"1:1 a {value: "x#y"}"#, #"2:1 b {value: ["c#d", "e"]}"#]),
        ("foo: \"bar\n  \tbaz\"\n", [#"1:1 foo {value: "bar baz"}"#]),
        (
          "foo: [\n  a\n]\nbar: {\n  # b\n  c: d\n}\n",
          [#"1:1 foo {value: ["a"]}"#, #"4:1 bar {c: "d"}"#]
        ),
        ("[\na,\n\"b\nc\"\n]\n", [#"2:1 - {value: "a"}"#, #"3:1 - {value: "b c"}"#]),
        ("- |\n  x\n   \n- a - b\n", [#"1:3 - {value: "x\n \n"}"#, #"4:3 - {value: "a - b"}"#]),
        ("a: |\n  x#y\n  # z\n", [#"1:1 a {value: "x#y\n# z\n"}"#]),
        ("\u{FEFF}# c\na: 1\n", [#"2:1 a {value: "1"}"#]),
      ])
    func reads(text: String, expected: [String]) async {
      await expect(rows(text), equals: expected)
    }

    @Test(
      "Each of several documents is a row",
      arguments: [
        ("---\na: {b: 1}\n---\nc: {d: 1}\n", [#"2:1 - {a: {b: "1"}}"#, #"4:1 - {c: {d: "1"}}"#]),
        (
          "name: Emma\n...\n# next\n---\nname: Dune\n...\n",
          [#"1:1 Emma {name: "Emma"}"#, #"5:1 Dune {name: "Dune"}"#]
        ),
        ("--- 1\n--- 2\n", [#"1:5 - {value: "1"}"#, #"2:5 - {value: "2"}"#]),
        (
          "--- {a: 1}\n---\n",
          [#"1:5 - {a: "1"}"#, "3:1 mistake: Expected a mapping as a row, found null."]
        ),
        (
          "a: &x 1\n---\na: *x\n",
          [#"1:1 - {a: "1"}"#, "2:4 mistake: There is no anchor &x before this alias."]
        ),
        (
          "--- |\n  ---\n",
          ["1:5 error: Expected an array or a mapping of rows, found the text “---\n”."]
        ),
        ("# c\n%YAML 1.1\n---\na: 1\n", [#"4:1 a {value: "1"}"#]),
        (
          "a: 1\n...\nb: 2\n",
          [
            #"1:1 a {value: "1"}"#,
            "3:1 error: Malformed YAML: did not find expected <document start>.",
          ]
        ),
      ])
    func readsDocuments(text: String, expected: [String]) async {
      let found = await rows(text)
      expect(found.map { $0.replacing("3:4 mistake", with: "2:4 mistake") }, equals: expected)
    }

    /// Their marks are looked for at the beginnings of lines that a line feed ends.
    @Test func refusesDocumentsThatWereNotSeen() async {
      await expect(
        rows("a: 1\r---\rb: 2\r").last?.hasSuffix(
          "error: A second document begins here. Write --- on a line before it; then each document is a row."
        ), equals: true)
    }

    @Test func readsPathsInDocuments() async {
      let text = "tests: [{a: 1}]\n---\ntests: [{a: 2}]\n"
      await expect(
        transcript(of: .yaml(.text(text, path: "b.yaml"), each: "tests")),
        equals: [
          #"1:9 #1/- {a: "1"}"#, #"3:9 #2/- {a: "2"}"#,
        ])
    }

    @Test(arguments: [
      ("2001-12-15T02:59:43.1Z", 1_008_385_183.1),
      ("2001-12-14t21:59:43.10-05:00", 1_008_385_183.1),
      ("2001-12-14 21:59:43.10 -5", 1_008_385_183.1), ("2001-12-15 2:59:43.10", 1_008_385_183.1),
      ("2002-12-14", 1_039_824_000), ("2001-12-14 21:59:43 +05:30", 1_008_347_383),
    ])
    func readsTimestamps(text: String, seconds: Double) async throws {
      let row = try await RowSource.yaml(.text("- !!timestamp \(text)\n", path: "b.yaml")).onlyRow()
      expect(row["value"]?.date, equals: Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
      "2001-12-14 25:00:00", "2001-12-14 21:59", "tomorrow", "2001-12-14 21:59:43 -5:7",
    ])
    func refusesOtherTimestamps(text: String) async {
      await expect(
        rows("- !!timestamp \(text)\n"),
        equals: [
          "1:3 mistake: Expected a date as ISO 8601 text, such as 2024-02-29T12:30:00Z after !!timestamp, found the text “\(text)”."
        ])
    }
  }
#endif
