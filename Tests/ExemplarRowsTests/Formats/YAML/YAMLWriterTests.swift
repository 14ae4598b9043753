#if YAML
  import Exemplar
  import ExemplarCore
  import Foundation
  import TestSupport
  import Testing

  @testable import ExemplarRows

  /// Values that are written into YAML: reading it again gives them, and every other byte is as it was.
  struct YAMLWriterTests {
    /// The text after a value was written at the place that `¦` marks.
    private func edited(
      _ text: String, _ new: String, _ site: ReviewedValue.Site = .value,
      _ form: ReviewedValue.Form = .text
    ) throws -> String {
      let mark = try #require(text.unicodeScalars.firstIndex(of: "¦"))
      let before = text.unicodeScalars[..<mark].split(
        separator: "\n", omittingEmptySubsequences: false)
      let bytes = Array(text.utf8).split(separator: Array("¦".utf8)).joined()
      var column = String(before[before.count - 1]).utf8.count + 1
      if before.count == 1, text.unicodeScalars.first == "\u{FEFF}" { column -= 3 }
      let value = ReviewedValue(
        site, at: Place(path: "a.yaml", line: before.count, column: column), named: "expected",
        syntax: "yaml", old: nil, new: new, form: form, isPending: true)
      let edit = try ValueWriter.edits([value], in: Array(bytes), path: "a.yaml")[0].get()
      return String(decoding: ByteEdit.applying([edit], to: Array(bytes)), as: UTF8.self)
    }

    private typealias Edit = (before: String, new: String, after: String)

    private func check(
      _ edits: [Edit], _ site: ReviewedValue.Site = .value, _ form: ReviewedValue.Form = .text
    ) {
      for (before, new, after) in edits {
        do {
          try expect(edited(before, new, site, form), equals: after, "\(before)")
        } catch {
          Issue.record("\(before): \(error)")
        }
      }
    }

    @Test func aTextIsWrittenAsTheOldOneIs() {
      check([
        ("- expected: ¦old # note\n  b: 1\n", "new", "- expected: new # note\n  b: 1\n"),
        ("- expected: ¦'old' # note\n", "it's", "- expected: 'it''s' # note\n"),
        ("- expected: ¦\"old\"\n", "a\n\"b\"\\", "- expected: \"a\\n\\\"b\\\"\\\\\"\n"),
        ("- expected: ¦old\n    text\n  b: 1\n", "new", "- expected: new\n  b: 1\n"),
        ("- {expected: ¦old, b: 1}\n", "a, b", "- {expected: \"a, b\", b: 1}\n"),
        ("- {expected: ¦old}\n", "a\nb", "- {expected: \"a\\nb\"}\n"),
        (
          "r:\r\n  expected: ¦old\r\n  b: 1\r\n", "a\nb\n",
          "r:\r\n  expected: |\r\n    a\r\n    b\r\n  b: 1\r\n"
        ),
        ("\u{FEFF}- expected: ¦old\n", "new", "\u{FEFF}- expected: new\n"),
        ("expected: ¦a\n---\nexpected: b\n", "c", "expected: c\n---\nexpected: b\n"),
        ("- expected: ¦old", "a\n", "- expected: |\n    a\n"),
        ("- expected: ¦old", "a\nb", "- expected: |-\n    a\n    b"),
      ])
    }

    @Test func aBlockOfTextKeepsItsFormAndWhatIsAroundIt() {
      check([
        (
          "- expected: ¦| # note\n      old\n\n  # next\n  b: 1\n", "a\n  b\n\n\nc\n",
          "- expected: | # note\n      a\n        b\n\n\n      c\n\n  # next\n  b: 1\n"
        ),
        ("- expected: ¦|\n    old\n  b: 1\n", "a", "- expected: |-\n    a\n  b: 1\n"),
        ("- expected: ¦|-\n    old\n  b: 1\n", "a\n\n", "- expected: |+\n    a\n\n  b: 1\n"),
        ("- expected: ¦|+\n    old\n\n\n  b: 1\n", "a\n", "- expected: |\n    a\n  b: 1\n"),
        // Empty lines after the text would be a part of it.
        ("- expected: ¦|\n    old\n\n- b: 1\n", "a\n\n", "- expected: \"a\\n\\n\"\n\n- b: 1\n"),
        ("- expected: ¦|\n    old\n", "  a\nb\n", "- expected: |2\n      a\n    b\n"),
        ("- expected: ¦|2-\n    old\n", "a\n", "- expected: |2\n    a\n"),
        (
          "- expected: ¦| # note\n    old\n  b: 1\n", "a\r\n",
          "- expected: \"a\\r\\n\" # note\n  b: 1\n"
        ),
        (
          "- expected: ¦>\n    old text\n    in lines\n", "one two\nthree\n\nfour\n  five\nsix\n",
          "- expected: >\n    one two\n\n    three\n\n\n    four\n      five\n    six\n"
        ),
        (
          "- expected: ¦>-\n    old\n",
          "a text of many words that does not fit in one line, but in two",
          "- expected: >-\n    a text of many words that does not fit\n    in one line, but in two\n"
        ),
      ])
    }

    @Test func anEmptyValueIsFilled() {
      check([
        ("- expected:¦\n  b: 1\n", "new", "- expected: new\n  b: 1\n"),
        ("- expected:¦ \n", "new", "- expected: new\n"),
        ("- expected:¦ # note\n", "a\nb", "- expected: |- # note\n    a\n    b\n"),
        ("- {expected: ¦, b: 1}\n", "new", "- {expected: new, b: 1}\n"),
        ("- {b: 1, expected: ¦}\n", "new", "- {b: 1, expected: new}\n"),
        ("- expected: ¦~\n", "null", "- expected: \"null\"\n"),
        ("- expected: ¦null\n", "", "- expected: \"\"\n"),
        ("- expected: ¦\"?\"\n", "new", "- expected: \"new\"\n"),
      ])
    }

    @Test func aTextThatReadersTakeForSomethingElseHasQuotationMarks() {
      for text in [
        "no", "Yes", "on", "y", "true", "null", "~", "", "1", "-1", "+1", "1.5", ".5", "1e3", "0o7",
        "0x1F", "1_000",
        "12:30", "2024-02-29", ".inf", "-.INF", ".nan", "<<", "=", "- a", "-", "? a", "a: b", "a:",
        "a #b", "#a",
        "&a", "*a", "!a", "%a", "@a", "`a", "[a]", "{a}", "'a'", "\"a\"", " a", "a ", "|", ">", ",",
      ] {
        let json = RowValue(.string(text)).json
        check([("- expected: ¦old\n", text, "- expected: \(json)\n")])
      }
      check([
        // Plain as the old one.
        ("- expected: ¦8.50\n", "9.25", "- expected: 9.25\n"),
        ("- expected: ¦yes\n", "no", "- expected: no\n"),
        ("- expected: ¦yes\n", "1", "- expected: \"1\"\n"),
        (
          "- expected: ¦old\n", "\u{85}\u{2028}\u{FEFF}\u{7F}",
          "- expected: \"\\u0085\\u2028\\ufeff\\u007f\"\n"
        ),
        ("- expected: ¦old\n", "a:b#c-d", "- expected: a:b#c-d\n"),
      ])
    }

    @Test func anchorsAndTagsStay() {
      check([
        ("- expected: ¦&a old\n", "new", "- expected: &a new\n"),
        ("- expected: ¦!!str 12\n", "13", "- expected: !!str 13\n"),
        ("- expected: ¦&a !!int 12\n", "new", "- expected: &a new\n"),
        // A row that merges another one keeps its own value.
        (
          "- &a\n  name: x\n  expected: ¦old\n- <<: *a\n  expected: other\n", "new",
          "- &a\n  name: x\n  expected: new\n- <<: *a\n  expected: other\n"
        ),
      ])
      check(
        [("- expected: ¦!!binary aGk=\n", "aGV5", "- expected: !!binary aGV5\n")], .value, .bytes)
    }

    @Test(arguments: [
      ("- a: ¦&a old\n- b: *a\n", "2:6"),
      ("- &r\n  a: ¦old\n- *r\n", "3:3"),
      ("- &r\n  a: ¦old\n- <<: *r\n  b: 1\n", "3:7"),
      ("- &r\n  a: ¦old\n- <<: [{c: 1}, *r]\n", "3:16"),
      ("- a: ¦{b: &b 1}\n- *b\n", "2:3"),
    ])
    func aValueThatAnAliasHasTooIsRefused(text: String, alias: String) {
      let place = "1:\(text.hasPrefix("- a") ? 6 : 0)"
      expect(
        mistake { try edited(text, "new") },
        equals: """
          \(text.hasPrefix("- a") ? place : "2:6") The alias at \(alias) has this value too. Give its row “a” with a value of \
          its own, such as “?” in quotation marks, and run the examples again.
          """)
    }

    @Test func aPlaceWithoutRoomIsRefused() {
      expect(
        mistake { try edited("- a: 1\n  expected: ¦x\n  expected: y\n", "new") },
        equals: "3:3 The key “expected” appears twice in one mapping. The first one is on line 2.")
      expect(
        mistake { try edited("- a: ¦1\n  expected: 2\n", "new", .row) },
        equals: "2:3 The row has the key “expected” already.")
      expect(
        mistake { try edited("- [¦a, b]\n", "new", .row) },
        equals:
          "1:4 The row is not a mapping, so it has no room for a key “expected”. Write it as a mapping."
      )
      expect(
        mistake { try edited("- a: 1\n   ¦\n", "new") },
        equals: "2:4 The file has no such value at this place.")
      expect(
        mistake { try edited("- expected:\n    ¦a: 1 # note\n    b: 2\n", "new") },
        equals:
          "2:5 A comment in the value would be lost. Move it to a line before the key, and run the examples again."
      )
      expect(
        mistake { try edited("? expected\n¦? b\n", "new") },
        equals:
          "2:1 The value cannot be written here without a change of something else. Write it yourself."
      )
    }

    @Test func aMissingKeyIsWrittenAfterTheOthers() {
      check(
        [
          (
            "- name: a\n  input: ¦x # note\n  # after\n- name: b\n", "new",
            "- name: a\n  input: x # note\n  expected: new\n  # after\n- name: b\n"
          ),
          ("a:\n    input: ¦x", "new", "a:\n    input: x\n    expected: new"),
          (
            "- input: ¦|\n    x\n\n- b: 1\n", "a\nb\n",
            "- input: |\n    x\n  expected: |\n    a\n    b\n\n- b: 1\n"
          ),
          (
            "- input: ¦|+\n    x\n\n- b: 1\n", "new",
            "- input: |+\n    x\n\n  expected: new\n- b: 1\n"
          ),
          (
            "- input:\n  ¦- x\n  - y: [z,\n     1] # note\n", "new",
            "- input:\n  - x\n  - y: [z,\n     1] # note\n  expected: new\n"
          ),
          ("- {name: a, input: ¦x}\n", "new", "- {name: a, input: x, expected: new}\n"),
          ("- { input: ¦x, }\n", "a\nb", "- { input: x, expected: \"a\\nb\", }\n"),
          (
            "[{\"name\":¦\"a\",\"input\":\"b\"}]\n", "new",
            "[{\"name\":\"a\",\"input\":\"b\",\"expected\": \"new\"}]\n"
          ),
          (
            "- {\n  name: ¦a,\n  input: b\n  }\n", "no",
            "- {\n  name: a,\n  input: b,\n  expected: \"no\"\n  }\n"
          ),
          ("\"a\": ¦1\n---\na: 2\n", "new", "\"a\": 1\n\"expected\": new\n---\na: 2\n"),
          ("- a: ¦x\r\n- a: y\r\n", "new", "- a: x\r\n  expected: new\r\n- a: y\r\n"),
        ], .row)
    }

    @Test func listsAndMappingsAreWrittenInLinesOrInBrackets() {
      check(
        [
          (
            "- expected: ¦{a: 1, b: x} # note\n", #"{"a":1,"b":"z"}"#,
            "- expected: {a: 1, b: z} # note\n"
          ),
          (
            "- expected: ¦[1, 2]\n", #"[1,"2",null,{"b":true}]"#,
            "- expected: [1, \"2\", null, {b: true}]\n"
          ),
          ("- expected: ¦{\"a\": 1}\n", #"{"c":"d"}"#, "- expected: {\"c\": \"d\"}\n"),
          (
            "- expected:\n    ¦a: 1 # one\n    # two\n    b: [x] # three\n", #"{"a":2,"b":["z"]}"#,
            "- expected:\n    a: 2 # one\n    # two\n    b: [z] # three\n"
          ),
          (
            "- expected:\n    ¦a: 1\n  b: 1\n", #"{"c":{"d":[1,{"e":[]}]},"f":"no"}"#,
            "- expected:\n    c:\n      d:\n        - 1\n        - e: []\n    f: \"no\"\n  b: 1\n"
          ),
          ("- expected:\n  ¦- 1\n  b: 1\n", "[2,3]", "- expected:\n  - 2\n  - 3\n  b: 1\n"),
          ("- expected:\n  ¦- 1\n  b: 1\n", #"{"a":2}"#, "- expected: {a: 2}\n  b: 1\n"),
          ("- expected: ¦12 # note\n", "13.5", "- expected: 13.5 # note\n"),
          ("- expected: ¦\"?\" # note\n", #"{"a":1}"#, "- expected: # note\n    a: 1\n"),
          ("- expected:¦\n  b: 1\n", "[1]", "- expected:\n    - 1\n  b: 1\n"),
          ("- expected: ¦|\n    x\n  b: 1\n", "[1]", "- expected:\n    - 1\n  b: 1\n"),
          (
            "- expected:\n    ¦a: |\n      x\n\n  b: 1\n", #"{"a":"y\n","c":1}"#,
            "- expected:\n    a: \"y\\n\"\n    c: 1\n\n  b: 1\n"
          ),
        ], .value, .json)
      check([("- expected:\n    ¦a: 1\n  b: 1\n", "x\ny", "- expected: |-\n    x\n    y\n  b: 1\n")]
      )
      check(
        [
          ("- a: ¦1\n", #"{"b":[1]}"#, "- a: 1\n  expected:\n    b:\n      - 1\n"),
          ("- {a: ¦1}\n", #"{"b":[1]}"#, "- {a: 1, expected: {b: [1]}}\n"),
        ], .row, .json)
    }

    /// A row whose first value is a mapping begins where that mapping's row would begin.
    @Test func theRowThatLacksAKeyIsTheOneThatWasRead() async throws {
      let texts: [(text: String, path: RowPath, after: String)] = [
        ("- input:\n    b: 1\n", [], "- input:\n    b: 1\n  expected: new\n"),
        ("input:\n  b: 1\n", [], "input:\n  b: 1\n  expected: new\n"),
        ("g:\n  input:\n    b: 1\n", "g", "g:\n  input:\n    b: 1\n    expected: new\n"),
        (
          "- &d\n  x: &v 1\n- a: *v\n  <<: *d\n  b: 2\n", [],
          "- &d\n  x: &v 1\n- a: *v\n  <<: *d\n  b: 2\n  expected: new\n"
        ),
      ]
      for (text, path, after) in texts {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("a.yaml")
        try Data(text.utf8).write(to: url)
        let rows = try await RowSource.yaml(.url(url), each: path).readRows()
        let row = try #require(rows.last)
        let expected = try row.expectedValue(in: "expected", isPendingIfEmpty: false)
        var value = try #require(expected.place())
        value.new = "new"
        let edit = try ValueWriter.edits([value], in: Array(text.utf8), path: "a.yaml")[0].get()
        expect(
          String(decoding: ByteEdit.applying([edit], to: Array(text.utf8)), as: UTF8.self),
          equals: after)
      }
    }

    @Test func aRowWithoutValuesOfItsOwnIsNotOffered() async throws {
      let folder = try TemporaryFolder()
      let url = folder.url.appendingPathComponent("a.yaml")
      try Data("a: &a {b: 1}\nc: *a\nd: {<<: *a}\n".utf8).write(to: url)
      let rows = try await RowSource.yaml(.url(url)).readRows()
      let places = try rows.map {
        try $0.expectedValue(in: "expected", isPendingIfEmpty: false).place()?.place.line
      }
      expect(places, equals: [1, nil, nil])
    }

    // MARK: Random files

    private static let texts = [
      "", "a", "8.50", "no", "1e3", "two words", " a", "a ", "a: b", "a #b", "- a", "? a", "?",
      "\"", "'", "it's",
      "a\nb", "\n", "a\n", "a\n\n", "\n\na\n", "  a\n b\n", "a\n \n", "\ta", "a\tb", "a\r\nb",
      "a\r", "\\n", "é",
      "e\u{301}", "\u{301}", "👩‍👩‍👧", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{0}", "\u{7F}", "null", "~",
      "{}", "[a, b]",
      "---", "...", "--- a\nb", "%x", "*a", "&a b", "!!str", "|", ">\na", "# c", "<<", "a,b", "a:",
      "many words in a line that is longer than others are, and is folded where lines are folded\nand one more",
    ]

    private static func text(_ generator: inout SeededGenerator) -> String {
      (0..<Int.random(in: 1...2, using: &generator))
        .map { _ in texts.randomElement(using: &generator)! }.joined()
    }

    private struct File {
      var text: String
      /// The bytes that a value may change: it, the comment after it, and the lines of it.
      var ranges: [Range<Int>?] = []
      var comments = 0

      mutating func comment(_ generator: inout SeededGenerator, before space: String = " ") {
        if Bool.random(using: &generator) { return }
        text += "\(space)# comment \(comments)."
        comments += 1
      }
    }

    /// A file of rows with the keys name, other, expected or also, and last, in a random layout.
    private static func file(_ generator: inout SeededGenerator) -> File {
      let newLine = ["\n", "\r\n"].randomElement(using: &generator)!
      var file = File(text: Bool.random(using: &generator) ? "\u{FEFF}" : "")
      let kind = Int.random(in: 0..<4, using: &generator)
      let step = String(repeating: " ", count: Int.random(in: 1...4, using: &generator))
      // One document alone would be the rows.
      let rows = Int.random(in: 2...5, using: &generator)
      for row in 0..<rows {
        let isMissing = Bool.random(using: &generator)
        var indent = ""
        switch kind {
        case 0: (file.text, indent) = (file.text + "- ", "  ")
        case 1: (file.text, indent) = (file.text + "r\(row):\(newLine)\(step)", step)
        case 2: (file.text, indent) = (file.text + "---\(newLine)", "")
        default: file.text += "- {"
        }
        var range: Range<Int>?
        var keys = ["name", "other", isMissing ? "also" : "expected"]
        if Bool.random(using: &generator) { keys.append("last") }
        for (index, key) in keys.enumerated() {
          if kind == 3 {
            file.text += (index > 0 ? ", " : "") + "\(key): "
            let start = file.text.utf8.count
            file.text +=
              key == "name"
              ? "r\(row)"
              : ["a b", "'c, d'", "\"e\\n\"", "[f, {g: h}]"].randomElement(using: &generator)!
            if key == "expected" { range = start..<file.text.utf8.count }
            continue
          }
          if index > 0 { file.text += indent }
          file.text += "\(key):"
          let start = file.text.utf8.count
          let inner = indent + step
          switch key == "name" ? 0 : Int.random(in: 0..<9, using: &generator) {
          case 0: file.text += " r\(row)"
          case 1: file.text += " 'a ''b'''"
          case 2: file.text += " \"a\\n\(newLine)\(inner)b\""
          case 3: file.text += " a\(newLine)\(inner)b c"
          case 4: break
          case 5:
            file.text += [" |", " |-", " >", " >-"].randomElement(using: &generator)!
            file.comment(&generator)
            file.text += "\(newLine)\(inner)a # no comment\(newLine)\(newLine)\(inner)  b"
          case 6: file.text += " [a, 'b',\(newLine)\(inner) c]"
          case 7: file.text += "\(newLine)\(inner)- a\(newLine)\(inner)- b"
          default: file.text += "\(newLine)\(inner)a: 1\(newLine)\(inner)b: {c: d}"
          }
          // The lines of a block of text have no comments.
          if !file.text.hasSuffix("  b") { file.comment(&generator) }
          if key == "expected" { range = start..<file.text.utf8.count }
          file.text += newLine
          if Bool.random(using: &generator) {
            file.comment(&generator, before: indent); file.text += newLine
          }
        }
        if kind == 3 {
          file.text += "}"
          file.comment(&generator)
          file.text += newLine
        }
        file.ranges.append(range)
      }
      return file
    }

    private func rows(_ text: String) async throws -> [Row] {
      try await RowSource.yaml(.text(text, path: "a")).readRows()
    }

    @Test(arguments: 0..<10) func aFileReadsAsItWasAccepted(_ part: Int) async throws {
      for number in part * 100..<(part + 1) * 100 {
        var generator = SeededGenerator(seed: UInt64(number))
        let file = Self.file(&generator)
        let bytes = Array(file.text.utf8)
        let found = try await rows(file.text)
        expect(found.count, equals: file.ranges.count, "\(number): \(file.text)")
        var (values, news) = ([ReviewedValue](), [Int: RowValue]())
        for row in found.indices where Int.random(in: 0..<3, using: &generator) > 0 {
          let text = Self.text(&generator)
          let json = RowValue(
            .object(
              RowFields([
                ("b", RowValue(.string(text))), ("c", RowValue(.array([RowValue(.number("1"))]))),
              ])))
          let isJSON = Int.random(in: 0..<3, using: &generator) == 0
          let expected = found[row].own["expected"]
          let place = found[row].place(of: try #require(expected ?? found[row].own["name"]))
          values.append(
            ReviewedValue(
              expected == nil ? .row : .value, at: place, named: "expected", syntax: "yaml",
              old: nil,
              new: isJSON ? json.json : text, form: isJSON ? .json : .text, isPending: true))
          news[row] = isJSON ? json : RowValue(.string(text))
        }
        var edits: [ByteEdit] = []
        for (result, row) in zip(
          ValueWriter.edits(values, in: bytes, path: "a"), news.keys.sorted())
        {
          switch result {
          case .success(let edit):
            if let range = file.ranges[row] {
              #expect(
                range.lowerBound <= edit.start && edit.end <= range.upperBound,
                "\(number): \(file.text)")
            } else {
              expect(edit.old, equals: [], "\(number)")
            }
            edits.append(edit)
          case .failure(let mistake):
            // Only a comment in a list or a mapping is a reason.
            #expect(
              mistake.message.hasPrefix("A comment in the value"),
              "\(number): \(mistake)\n\(file.text)")
            news[row] = nil
          }
        }
        let sorted = try #require(ByteEdit.sorted(edits))
        let new = ByteEdit.applying(sorted, to: bytes)
        let text = String(decoding: new, as: UTF8.self)
        let after = try await rows(text)
        expect(after.count, equals: found.count)
        for (row, (old, new)) in zip(found, after).enumerated() {
          let read = news[row] ?? old.own["expected"] ?? .null
          #expect(
            (new.own["expected"] ?? .null).isSameData(as: read), "\(number): \(file.text)\n\(text)")
          for key in old.keys where key != "expected" {
            expect(new[key], equals: old[key], "\(number)")
          }
        }
        for comment in 0..<file.comments {
          #expect(
            text.utf8.firstRange(of: Array("# comment \(comment).".utf8)) != nil,
            "\(number): \(text)")
        }
        expect(ByteEdit.applying(ByteEdit.undoing(sorted), to: new), equals: bytes)
      }
    }
  }
#endif
