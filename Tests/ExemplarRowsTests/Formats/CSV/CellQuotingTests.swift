import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarRows

/// Tables whose cells are quoted otherwise than in RFC 4180, or not at all.
struct CellQuotingTests {
  private static func tsv(_ text: String) -> RowInput { .text(text, path: "books.tsv") }
  private static func csv(_ text: String) -> RowInput { .text(text, path: "books.csv") }

  @Test(arguments: [
    (
      "id\tform\tlemma\tupos\n1\t\"\t\"\tPUNCT\n2\tHello\thello\tINTJ\n3\t\"\t\"\tPUNCT\n",
      [
        #"2:1 - {id: "1", form: "\"", lemma: "\"", upos: "PUNCT"}"#,
        #"3:1 - {id: "2", form: "Hello", lemma: "hello", upos: "INTJ"}"#,
        #"4:1 - {id: "3", form: "\"", lemma: "\"", upos: "PUNCT"}"#,
      ]
    ),
    (
      "id\ttitle\n1\t\"Weird Al\" in 3D\n2\t\"Heroes\"\n3\t6\" nails\n",
      [
        #"2:1 - {id: "1", title: "\"Weird Al\" in 3D"}"#, #"3:1 - {id: "2", title: "\"Heroes\""}"#,
        #"4:1 - {id: "3", title: "6\" nails"}"#,
      ]
    ),
    (
      "id\ttitle\tyear\n1\t\"\t1999\n2\t\"\t2000\n",
      [
        #"2:1 - {id: "1", title: "\"", year: "1999"}"#,
        #"3:1 - {id: "2", title: "\"", year: "2000"}"#,
      ]
    ),
  ])
  func isTextInTSV(text: String, rows: [String]) async {
    await expect(transcript(of: .tsv(Self.tsv(text))), equals: rows)
  }

  /// Texts, the ways to read them, and their rows.
  private static let texts: [(text: String, form: CSVForm, rows: [String])] = [
    (
      #"""
      a,b
      "x, y" ,z # one
      "Weird Al" in 3D, "6"" nails"  # two
      # three
      \n\,\t,\N
      """# + "\n\"open,last",
      CSVForm(
        quoting: .lenient, hasEscapes: true, isTrimmed: true, comments: "#",
        hasTrailingComments: true),
      [
        #"2:1 - {a: "x, y", b: "z"}"#, #"3:1 - {a: "\"Weird Al\" in 3D", b: "6\" nails"}"#,
        #"5:1 - {a: "\n,\t", b: null}"#, #"6:1 - {a: "\"open", b: "last"}"#,
      ]
    ),
    // A comment can be the last line, and a line can end with two characters.
    (
      "a,b\r\n# one\r\n1,2\r\n3,4\r\n# two\r\n", CSVForm(comments: "#"),
      [#"3:1 - {a: "1", b: "2"}"#, #"4:1 - {a: "3", b: "4"}"#]
    ),
    // Quotation marks are written twice in quoted cells alone.
    (
      "a,b\n\"x\"\"y\" z,1\n" + #"\n""x,2"#, CSVForm(quoting: .lenient, hasEscapes: true),
      [#"2:1 - {a: "\"x\"\"y\" z", b: "1"}"#, #"3:1 - {a: "\n\"\"x", b: "2"}"#]
    ),
    // A backslash before the end of a line does not join it with the next one.
    (
      "a\nx\\\ny\n", CSVForm(hasEscapes: true),
      [
        "2:2 mistake: The backslash gives no meaning to what follows it; expected \\n, \\t, \\r, \\\\, or a backslash before a separator or a quotation mark.",
        #"3:1 - {a: "y"}"#,
      ]
    ),
  ]

  @Test(arguments: 1...9) func isTheSameInChunksOfAnySize(size: Int) async throws {
    let folder = try TemporaryFolder()
    for (text, form, rows) in Self.texts {
      try folder.write(text, to: "b.csv")
      let source = RowSource("chunks") { site in
        try CSVHeader.rows(
          of: ByteReader(
            URL(filePath: folder.path + "/b.csv"), path: "b.csv", chunkSize: size), form,
          RowShape(), for: site)
      }
      await expect(transcript(of: source), equals: rows)
    }
  }

  @Test func hasACharacterOfItsOwn() async {
    await expect(
      transcript(of: .csv(Self.csv("a,b\n'x, ''y''',\"z\"\n"), quote: "'")),
      equals: [
        #"2:1 - {a: "x, \'y\'", b: "\"z\""}"#
      ])
  }

  @Test func hasEscapesInsideToo() async {
    let text = #"""
      a,b
      "say \"hi\",\\","x"
      \d,y
      """#
    await expect(
      transcript(of: .csv(Self.csv(text), backslashEscapes: true)),
      equals: [
        #"2:1 - {a: "say \"hi\",\\", b: "x"}"#,
        "3:1 mistake: The backslash gives no meaning to what follows it; expected \\n, \\t, \\r, \\\\, or a backslash before a separator or a quotation mark.",
      ])
  }

  /// The Unicode database, with fields as it has them.
  @Test func readsTheUnicodeDatabase() async {
    let text = """
      # Scripts.txt

      0041..005A    ; Latin # L&  [26] LATIN CAPITAL LETTER A..Z
      00AA          ; Latin # Lo       FEMININE ORDINAL INDICATOR
      # Total
      """
    await expect(
      transcript(
        of: .csv(
          Self.csv(text), columns: "points", "script", separator: ";", quoting: .none,
          trimming: true, comments: "#", trailingComments: true)),
      equals: [
        #"3:1 - {points: "0041..005A", script: "Latin"}"#,
        #"4:1 - {points: "00AA", script: "Latin"}"#,
      ])
  }

  @Test func trimsCellsAndNames() async {
    await expect(
      transcript(of: .csv(Self.csv(" a , b \n 1 ,\t\" 2 \" \n   \n"), trimming: true)),
      equals: [
        #"2:1 - {a: "1", b: " 2 "}"#
      ])
    await expect(transcript(of: .csv(Self.csv("a\n 1 \n"))), equals: [#"2:1 - {a: " 1 "}"#])
    await expect(
      transcript(of: .tsv(Self.csv("a\tb\n 1 \t x\n"))), equals: [#"2:1 - {a: " 1 ", b: " x"}"#])
  }

  /// A mark inside a cell is no pair, so the marks around it are no quotation either.
  @Test func leavesTextInMarksAsItIs() async {
    await expect(
      transcript(of: .tsv(Self.csv("a\n\"x\"\"y\"z\"\n"))),
      equals: [#"2:1 - {a: "\"x\"\"y\"z\""}"#])
  }

  /// Only the first row can be a header that the code has as well.
  @Test func mayRepeatTheNamesOfColumnsLater() async {
    await expect(
      transcript(of: .csv(Self.csv("1,2\na,b\n"), columns: "a", "b")),
      equals: [#"1:1 - {a: "1", b: "2"}"#, #"2:1 - {a: "a", b: "b"}"#])
  }

  /// The row has no cell for its name.
  @Test func mayEndBeforeTheName() async {
    await expect(
      transcript(of: .csv(Self.csv("pages,name\n1\n"))),
      equals: [
        "2:1 mistake: The row has 1 cell, but there are 2 columns: there is nothing in “name”. Write the separators even if cells are empty, or read such rows with missing: .empty."
      ])
  }

  @Test(arguments: [
    (
      RowSource.csv(csv("a\n1"), quoting: .none, quote: "'"),
      "The quotation mark \"\\'\" cannot enclose cells; expected one ASCII character other than a backslash, and quoting: .rfc or .lenient."
    ),
    (
      .csv(csv("a\n1"), quote: "\n"),
      "The quotation mark \"\\n\" cannot enclose cells; expected one ASCII character other than a backslash, and quoting: .rfc or .lenient."
    ),
    (
      .csv(csv("a\n1"), trailingComments: true),
      "trailingComments: needs the text that begins a comment, as in comments: \"#\"."
    ),
    (
      .csv(csv("a\n1"), separator: "'", quote: "'"),
      "The separator \"\\'\" cannot separate cells; expected one ASCII character other than a quotation mark or a new line."
    ),
  ])
  func mustMakeSense(source: RowSource, message: String) async {
    await expect(transcript(of: source), equals: ["0:0 error: \(message)"])
  }

  // MARK: Headers of exports

  @Test(arguments: [
    (
      "title;net\nEmma;9\n",
      #"1:1 error: The only name in the first row, “title;net”, contains “;”. If that separates columns, write .csv(.text(…), separator: ";"); if not, .csv(.text(…), columns: "title;net").dropFirst()."#
    ),
    (
      "title\tnet\nEmma\t9\n",
      #"1:1 error: The only name in the first row, “title\#tnet”, contains a tab. If that separates columns, write .tsv(.text(…)); if not, .csv(.text(…), columns: "title\tnet").dropFirst()."#
    ),
    (
      "sep=;\na;b\n1;2\n",
      #"1:1 error: The first row states the separator “;” for Excel. Write .csv(.text(…), separator: ";", comments: "sep=")."#
    ),
    (
      "sep=,\na,b\n1,2\n",
      #"1:1 error: The first row states the separator “,” for Excel. Write .csv(.text(…), comments: "sep=")."#
    ),
    (
      ",a,b\n0,1,2\n",
      #"1:1 error: Column 1 of 3 has no name; expected a text in the first row for every column. To name them in code, write .csv(.text(…), columns: "column 1", "a", "b").dropFirst()."#
    ),
    (
      ",b,c,d,e,f,g,h\n1,2,3,4,5,6,7,8\n",
      #"1:1 error: Column 1 of 8 has no name; expected a text in the first row for every column. To name them in code, write .csv(.text(…), columns: "column 1", "b", "c", "d", "e", "f", "g", "h").dropFirst()."#
    ),
    (
      "a,b,\n1,2,\n",
      #"1:5 error: Column 3 of 3 has no name; expected a text in the first row for every column. To name them in code, write .csv(.text(…), columns: "a", "b", "column 3").dropFirst()."#
    ),
    (
      "a,b,a\n1,2,3\n",
      #"1:5 error: The columns 1 and 3 are both named “a”; expected names that differ. To name them in code, write .csv(.text(…), columns: "a", "b", "a (2)").dropFirst()."#
    ),
  ])
  func namesTheWayOutOfAHeader(text: String, message: String) async {
    await expect(transcript(of: .csv(Self.csv(text))), equals: [message])
  }

  /// A message has the argument as it is written, or a gap where that is unknown.
  @Test func waysOutNameTheFileAsCodeDoes() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("title;net\n".utf8), to: "data/semi.csv")
    let url = URL(fileURLWithPath: folder.path + "/data/semi.csv")
    let sources: [(source: RowSource, code: String)] = [
      (.csv("data/semi"), #""data/semi""#), (.csv("data/semi.csv"), #""data/semi.csv""#),
      (.csv("data/s*.csv"), #""data/s*.csv""#),
      (.csv("\(folder.path)/data/semi"), "\"\(folder.path)/data/semi\""),
      (.csv(.url(url)), ".url(…)"), (.csv(.text("title;net\n")), ".text(…)"),
      (.csv(.named("semi", in: Bundle(path: folder.path + "/data"))), #".named("semi", in: …)"#),
    ]
    for (source, code) in sources {
      let lines = await transcript(of: source, for: folder.site)
      #expect(lines.joined().contains("write .csv(\(code), separator: \";\"); if not"), "\(lines)")
    }
  }

  @Test func waysOutLead() async {
    func rows(_ text: String, _ source: (RowInput) -> RowSource) async -> [String] {
      await transcript(of: source(Self.csv(text)))
    }
    await expect(
      rows("sep=;\na;b\n1;2\n") { .csv($0, separator: ";", comments: "sep=") },
      equals: [
        #"3:1 - {a: "1", b: "2"}"#
      ])
    await expect(
      rows(",a,b\n0,1,2\n") { .csv($0, columns: "index", "a", "b").dropFirst() },
      equals: [
        #"2:1 - {index: "0", a: "1", b: "2"}"#
      ])
    await expect(
      rows("title;net\nEmma;9\n") { .csv($0, columns: "title;net").dropFirst() },
      equals: [
        #"2:1 - {title;net: "Emma;9"}"#
      ])
    await expect(
      rows("Report\n2024\na,b\n1,2\n") { .csv($0) },
      equals: [
        #"2:1 - {Report: "2024"}"#,
        #"3:3 mistake: The row has 2 cells, but there is 1 column: “b” is in none. A cell that holds the separator must be in quotation marks. If titles precede the names of columns, write .csv(.text(…), columns: "a", "b").dropFirst(3)."#,
        "4:3 mistake: The row has 2 cells, but there is 1 column: “2” is in none. A cell that holds the separator must be in quotation marks.",
      ])
    await expect(
      rows("Report\n2024\na,b\n1,2\n") { .csv($0, columns: "a", "b").dropFirst(3) },
      equals: [
        #"4:1 - {a: "1", b: "2"}"#
      ])
    // A name in quotation marks is meant as it is.
    await expect(rows("\"a;b\"\n1\n") { .csv($0) }, equals: [#"2:1 - {a;b: "1"}"#])
  }

  // MARK: Doubts

  private func warnings(_ source: RowSource) async throws -> [String] {
    let cursor = try await source.outline(for: anySite) { _ in }.open()
    while try await cursor.next() != nil {}
    return cursor.notes().map {
      "\($0.place.map { "\($0.line):\($0.column)" } ?? "") \($0.message)"
    }
  }

  @Test func aCellOverSeveralLinesOfTSVIsNamed() async throws {
    let text = "id\ttitle\tyear\n1\t\"\t1999\n2\t\"\t2000\n"
    try await expect(
      warnings(.tsv(Self.tsv(text), quoting: .rfc)),
      equals: [
        "2:1 A cell in quotation marks goes on over 2 lines. If they are rows, write quoting: .none."
      ])
    try await expect(warnings(.tsv(Self.tsv(text))), equals: [])
  }

  @Test func quotationMarksThatAreProbablyNoTextAreNamed() async throws {
    try await expect(
      warnings(.tsv(Self.tsv("a\tb\n\"say \"\"hi\"\"\"\t\n"))),
      equals: [
        "2:1 The quotation marks around this cell, and those that are written twice in it, are text. If "
          + "they are not, write quoting: .rfc."
      ])
    try await expect(warnings(.tsv(Self.tsv("a\tb\n\"Heroes\"\t\"\n\"a\" \"b\"\t\n"))), equals: [])
    // One of the marks inside is not written twice.
    try await expect(warnings(.tsv(Self.tsv("a\n\"x\"\"y\"z\"\n"))), equals: [])
  }

  @Test func keysThatAreTakenAsMetadataAreNamedOnce() async throws {
    let text = "name,tags,skip\nEmma,old,\nDune,,lent\nMaus,new,\n"
    try await expect(
      warnings(.csv(Self.csv(text))),
      equals: [
        "2:6 “skip”, “tags” of “books.csv” are taken as metadata of rows, as from here. Write "
          + ".withMetadata on the source if that is meant, and .withoutMetadata if they are data."
      ])
    try await expect(warnings(RowSource.csv(Self.csv(text)).withMetadata), equals: [])
    try await expect(warnings(RowSource.csv(Self.csv(text)).withMetadata.prefix(3)), equals: [])
    try await expect(warnings(RowSource.csv(Self.csv(text)).withoutMetadata), equals: [])
    try await expect(warnings(.csv(Self.csv("name,tags,skip\nEmma,,\n"))), equals: [])
  }
}
