import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarRows

/// Values that are written into files of rows: reading the file again gives them, and every other byte is as it was.
struct ValueWriterTests {
  /// Texts that formats have to write with care.
  private static let texts = [
    "", "a", "8.50", "?", "two words", " a", "a ", "a,b", "a;b", "a\tb", "\"", "\"a\"", "a\"b",
    "a\"\"b", "'", "'a'",
    "a\nb", "\n", "a\n", "a\r\nb", "a\rb", "\\", "\\n", "a\\,b", "\\N", "#", "# a", "a # b", "//",
    "é", "e\u{301}",
    "\u{301}", "👩‍👩‍👧", "\u{FEFF}", "\u{2028}", "null", "true", "{}", "[1]", "\u{1}", "</script>",
    "\u{7F}", "name",
  ]

  private static func text(_ generator: inout SeededGenerator) -> String {
    let count = Int.random(in: 1...2, using: &generator)
    return (0..<count).map { _ in texts.randomElement(using: &generator)! }.joined()
  }

  /// A file with the places of its values.
  private struct File {
    var bytes: [UInt8]
    /// The range of each value, by row and column.
    var ranges: [[Range<Int>]] = []

    init(hasMark: Bool) { bytes = hasMark ? [0xEF, 0xBB, 0xBF] : [] }

    mutating func add(_ text: String) { bytes += Array(text.utf8) }

    mutating func add(value: String) {
      let start = bytes.count
      add(value)
      ranges[ranges.count - 1].append(start..<bytes.count)
    }
  }

  private static func value(
    _ row: Row, _ key: String, _ new: String, _ syntax: String, site: ReviewedValue.Site = .value
  ) throws -> ReviewedValue {
    let place = site == .row ? row.place : row.place(of: try #require(row.own[key]), under: key)
    return ReviewedValue(
      site, at: place, named: key, syntax: syntax, old: nil, new: new, isPending: true)
  }

  // MARK: Tables

  /// The mark at the beginning of a file is no part of the first cell, which a table without a header can have.
  @Test func theMarkOfAFileStays() async throws {
    let form = CSVForm()
    let text = "\u{FEFF}?,x\n"
    let row = try await RowSource.csv(.text(text, path: "a.csv"), columns: "a", "b").firstRow()
    let value = try Self.value(row, "a", "1", form.syntax)
    let edit = try #require(
      ValueWriter.edits([value], in: Array(text.utf8), path: "a.csv").first
    ).get()
    expect(edit.start..<edit.end, equals: 3..<4)
  }

  /// Ways to write a table, each with the text that its cells cannot contain.
  private static let forms: [(form: CSVForm, canHold: @Sendable (String) -> Bool)] = [
    (CSVForm(), { !$0.contains("\0") }),
    (CSVForm(separator: ";", quote: "'"), { _ in true }),
    (CSVForm(isTrimmed: true, comments: "#"), { _ in true }),
    (CSVForm(hasEscapes: true), { _ in true }),
    (CSVForm(comments: "//", hasTrailingComments: true), { _ in true }),
    (CSVForm(quoting: .lenient), { !$0.unicodeScalars.contains("\n") && !$0.contains("\r") }),
    (
      CSVForm(separator: "\t", quoting: .none),
      { text in !text.unicodeScalars.contains { "\t\n\r".unicodeScalars.contains($0) } }
    ),
    (CSVForm(separator: "\t", quoting: .none, hasEscapes: true), { _ in true }),
  ]

  @Test(arguments: 0..<10) func aTableReadsAsItWasAccepted(_ part: Int) async throws {
    for number in part * 100..<(part + 1) * 100 {
      var generator = SeededGenerator(seed: UInt64(number))
      let (form, canHold) = Self.forms[number % Self.forms.count]
      let separator = String(form.separator)
      let newLine = ["\n", "\r\n", "\r"].randomElement(using: &generator)!
      func plain(_ generator: inout SeededGenerator) -> String {
        ["a", "8.50", "é", "?", "two words", "👩‍👩‍👧"].randomElement(using: &generator)!
      }
      let (rows, columns) = (
        Int.random(in: 1...6, using: &generator), Int.random(in: 1...4, using: &generator)
      )
      var file = File(hasMark: Bool.random(using: &generator))
      var cells: [[String]] = []
      file.add((0..<columns).map { "c\($0)" }.joined(separator: separator) + newLine)
      for _ in 0..<rows {
        if let mark = form.comments, Bool.random(using: &generator) {
          file.add("\(mark) a comment\(newLine)")
        }
        file.ranges.append([])
        cells.append([])
        for column in 0..<columns {
          if column > 0 { file.add(separator) }
          let space = form.isTrimmed && Bool.random(using: &generator) ? " " : ""
          var text = plain(&generator)
          var code = text
          if form.quoting != .none, Bool.random(using: &generator) {
            text += form.quoting == .rfc ? "\(separator)\(newLine)\(form.quote)" : separator
            if form.hasEscapes { text = text.replacing("\(form.quote)", with: "") }
            let quote = String(form.quote)
            code = quote + text.replacing(quote, with: quote + quote) + quote
          }
          file.add(space)
          file.add(value: code)
          file.add(space)
          cells[cells.count - 1].append(text)
        }
        if form.hasTrailingComments, Bool.random(using: &generator) { file.add(" // a comment") }
        file.add(newLine)
      }
      if Bool.random(using: &generator), form.comments == nil {
        file.bytes.removeLast(newLine.utf8.count)
      }

      func read(_ bytes: [UInt8]) async throws -> [Row] {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("a.csv")
        try Data(bytes).write(to: url)
        let source = RowSource(
          RowFormat(
            fileExtensions: ["csv"], .file { try CSVHeader.rows(of: $0, form, $1, for: $2) }),
          .url(url))
        return try await source.readRows()
      }
      let found = try await read(file.bytes)
      expect(
        found.map { row in row.own.values.map { $0.text ?? "nil" } }, equals: cells, "\(number)")

      var accepted: [(row: Int, column: Int, text: String)] = []
      for row in 0..<rows {
        for column in 0..<columns where Int.random(in: 0..<3, using: &generator) == 0 {
          accepted.append((row, column, Self.text(&generator)))
        }
      }
      let values = try accepted.shuffled(using: &generator).map { edit in
        (edit, try Self.value(found[edit.row], "c\(edit.column)", edit.text, form.syntax))
      }
      let edits = ValueWriter.edits(values.map(\.1), in: file.bytes, path: "a.csv")
      var written: [ByteEdit] = []
      for ((edit, _), result) in zip(values, edits) {
        switch result {
        case .success(let change):
          expect(change.start..<change.end, equals: file.ranges[edit.row][edit.column], "\(number)")
          written.append(change)
          cells[edit.row][edit.column] = edit.text
        case .failure(let mistake):
          #expect(!canHold(edit.text), "\(number): \(edit.text.debugDescription): \(mistake)")
        }
      }
      let sorted = try #require(ByteEdit.sorted(written))
      let new = ByteEdit.applying(sorted, to: file.bytes)
      let after = try await read(new)
      expect(
        after.map { row in row.own.values.map { $0.text ?? "\\N" } }, equals: cells, "\(number)")
      expect(ByteEdit.applying(ByteEdit.undoing(sorted), to: new), equals: file.bytes)
    }
  }

  @Test func theFormOfATableCanBeReadAgain() throws {
    for (form, _) in Self.forms {
      let copy = try #require(CSVForm(syntax: form.syntax))
      expect(copy.syntax, equals: form.syntax)
      expect(
        [copy.separator, copy.quote], equals: [form.separator, form.quote])
    }
    #expect(CSVForm(syntax: "json") == nil)
  }

  @Test func aCellThatCannotHoldATextIsRefused() async throws {
    let rows = try await RowSource.tsv(.text("a\tb\n1\t2\n", path: "a.tsv")).readRows()
    let syntax = CSVForm(separator: "\t", quoting: .none).syntax
    let value = try Self.value(rows[0], "b", "x\ty", syntax)
    let edits = ValueWriter.edits([value], in: Array("a\tb\n1\t2\n".utf8), path: "a.tsv")
    expect(
      mistake { try edits[0].get() },
      equals: """
        2:3 A cell of this table cannot contain the new value “x\ty”. Read the table with other quoting: or \
        backslashEscapes:, or write the value in a file.
        """)
    var missing = value
    missing.place.column = 9
    expect(
      mistake {
        try ValueWriter.edits([missing], in: Array("a\tb\n1\t2\n".utf8), path: "a.tsv")[0].get()
      },
      equals: "2:9 The file has no cell here. Write the separators of the row.")
  }

  // MARK: JSON

  /// A random JSON file of rows: an array or an object of objects, or an object on each line.
  private static func json(
    rows: Int, isLines: Bool, isObject: Bool, _ generator: inout SeededGenerator
  ) -> (file: File, texts: [String?]) {
    var file = File(hasMark: Bool.random(using: &generator))
    let newLine = ["\n", "\r\n"].randomElement(using: &generator)!
    let spaces = isLines ? ["", " "] : ["", " ", newLine + "  ", newLine + "\t"]
    func space() { file.add(spaces.randomElement(using: &generator)!) }
    if !isLines { file.add(isObject ? "{" : "[") }
    var texts: [String?] = []
    for row in 0..<rows {
      if row > 0, !isLines { file.add(",") }
      space()
      if isObject { file.add("\"r\(row)\":") }
      file.ranges.append([])
      file.add("{")
      space()
      file.add("\"name\"")
      space()
      file.add(":\"r\(row)\\u00e9\"")
      let text = Bool.random(using: &generator) ? Self.text(&generator) : nil
      for key in ["other", text == nil ? "also" : "expected", "last"] {
        if key == "last", Bool.random(using: &generator) { continue }
        file.add(",")
        space()
        file.add("\"\(key)\"")
        space()
        file.add(":")
        space()
        if key == "expected", let text {
          file.add(value: RowValue(.string(text)).json)
        } else {
          file.add("[{\"expected\": 1.10}, \"}\\\"\", null]")
        }
        space()
      }
      file.add("}")
      if isLines { file.add(newLine) }
      texts.append(text)
    }
    if !isLines { file.add(isObject ? "}" : "]") }
    return (file, texts)
  }

  @Test(arguments: 0..<10) func aJSONFileReadsAsItWasAccepted(_ part: Int) async throws {
    for number in part * 200..<(part + 1) * 200 {
      var generator = SeededGenerator(seed: UInt64(number))
      let (isLines, isObject) = (number % 3 == 0, number % 3 == 1)
      let (file, olds) = Self.json(
        rows: Int.random(in: 1...5, using: &generator), isLines: isLines, isObject: isObject,
        &generator)
      func read(_ bytes: [UInt8]) async throws -> [Row] {
        let text = RowInput.text(String(decoding: bytes, as: UTF8.self), path: "a")
        return try await (isLines ? RowSource.jsonLines(text) : .json(text)).readRows()
      }
      let found = try await read(file.bytes)
      expect(found.map { $0["expected"]?.text }, equals: olds, "\(number)")
      var (values, news) = ([ReviewedValue](), olds)
      for row in found.indices where Bool.random(using: &generator) {
        let text = Self.text(&generator)
        values.append(
          try Self.value(
            found[row], "expected", text, isLines ? "jsonl" : "json",
            site: olds[row] == nil ? .row : .value))
        news[row] = text
      }
      let edits = try ValueWriter.edits(
        values.shuffled(using: &generator), in: file.bytes, path: "a"
      )
      .map { try $0.get() }
      let sorted = try #require(ByteEdit.sorted(edits))
      for edit in sorted where !edit.old.isEmpty {
        #expect(file.ranges.contains { $0 == [edit.start..<edit.end] }, "\(number)")
      }
      let new = ByteEdit.applying(sorted, to: file.bytes)
      let after = try await read(new)
      expect(after.map { $0["expected"]?.text }, equals: news, "\(number)")
      expect(
        after.map { $0.keys.filter { $0 != "expected" } },
        equals: found.map { $0.keys.filter { $0 != "expected" } })
      for (before, after) in zip(found, after) { expect(after["other"], equals: before["other"]) }
      expect(ByteEdit.applying(ByteEdit.undoing(sorted), to: new), equals: file.bytes)
    }
  }

  private func edited(
    _ text: String, _ site: ReviewedValue.Site, line: Int, column: Int, _ new: String,
    _ form: ReviewedValue.Form = .text, syntax: String = "json"
  ) throws -> String {
    let value = ReviewedValue(
      site, at: Place(path: "a.json", line: line, column: column), named: "expected",
      syntax: syntax, old: nil,
      new: new, form: form, isPending: true)
    let edit = try ValueWriter.edits([value], in: Array(text.utf8), path: "a.json")[0].get()
    return String(decoding: ByteEdit.applying([edit], to: Array(text.utf8)), as: UTF8.self)
  }

  @Test func aNewKeyIsWrittenAsTheOthersAre() throws {
    try expect(
      edited("[\n  {\n    \"a\" : 1\n  }\n]\n", .row, line: 2, column: 3, "x"),
      equals: "[\n  {\n    \"a\" : 1,\n    \"expected\" : \"x\"\n  }\n]\n")
    try expect(
      edited("[{\"a\":1,\"b\":2}]", .row, line: 1, column: 2, "x"),
      equals: "[{\"a\":1,\"b\":2,\"expected\":\"x\"}]")
    try expect(
      edited("{\"Emma\": {}}", .row, line: 1, column: 2, "x"),
      equals: "{\"Emma\": {\"expected\": \"x\"}}")
    try expect(
      edited("[\r\n  {\"a\": 1}\r\n]", .row, line: 2, column: 3, "{\n  \"b\": 2\n}", .json),
      equals: "[\r\n  {\"a\": 1, \"expected\": {\r\n    \"b\": 2\r\n  }}\r\n]")
    try expect(
      edited("{\"a\": 1}\n", .row, line: 1, column: 1, "{\n  \"b\": 2\n}", .json, syntax: "jsonl"),
      equals: "{\"a\": 1, \"expected\": { \"b\": 2 }}\n")
  }

  @Test func aPlaceWithoutRoomIsRefused() throws {
    expect(
      mistake { try edited("[1]", .row, line: 1, column: 2, "x") },
      equals:
        "1:2 The row is not an object, so it has no room for a key “expected”. Write it as an object."
    )
    expect(
      mistake { try edited("[{\"expected\": 1}]", .row, line: 1, column: 2, "x") },
      equals: "1:3 The row has the key “expected” already.")
    expect(
      mistake { try edited("[1]", .value, line: 7, column: 2, "x") },
      equals: "7:2 The file has no such line or column.")
    expect(
      mistake { try edited("[1]", .value, line: 1, column: 2, "x", syntax: "plist") },
      equals: """
        1:2 Exemplar does not write into files of this format, or ones that are read in several ways. Write the new value \
        there yourself, or move the rows to CSV or JSON.
        """)
  }

  #if !YAML
    @Test func withoutItsTraitTheToolSaysHowToWriteYAML() {
      expect(
        mistake { try edited("a: 1", .value, line: 1, column: 4, "x", syntax: "yaml") },
        equals: """
          1:4 This exemplar was built without the package trait YAML, which it needs to write YAML. Run swift run exemplar \
          review, which builds it with the traits that Package.swift turns on.
          """)
      #expect(ValueWriter.problem(withSyntax: "json") == nil)
    }
  #endif

  // MARK: Edits

  @Test func editsOfOneFileDoNotOverlap() {
    let bytes = Array("0123456789".utf8)
    let a = ByteEdit(2..<4, in: bytes, new: [])
    let b = ByteEdit(4..<4, in: bytes, new: [65])
    let c = ByteEdit(3..<5, in: bytes, new: [66])
    expect(ByteEdit.sorted([b, a]), equals: [a, b])
    #expect(ByteEdit.sorted([a, c]) == nil)
    // Where an edit is after another one.
    expect(b.after([a])?.start, equals: 2)
    expect(b.after([b])?.start, equals: 5)
    #expect(c.after([a]) == nil)
    expect(a.after([b, c]), equals: a)
  }
}
