import Exemplar
import ExemplarCore
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Data files that are checked by themselves.
@Suite struct CheckTests {
  /// Checks files with these contents, in a folder of their own.
  private func check(_ files: KeyValuePairs<String, String>, _ more: String...) async throws
    -> Tool.Result
  {
    let folder = try TemporaryFolder()
    var names: [String] = []
    for (name, text) in files {
      try folder.write(text, to: name)
      // Files in a folder are checked too.
      let first = String(name.prefix { $0 != "/" })
      if !names.contains(first) { names.append(first) }
    }
    return try await Tool.exemplar(["check"] + names + more, in: folder.url)
  }

  @Test func filesThatAreFine() async throws {
    let result = try await check([
      "books.json": #"[{"name": "Emma", "skip": "lent out"}, {"name": "Dune"}]"#,
      "maps.json": #"{"Rome": 1}"#,
    ])
    expect(result.status, equals: 0)
    expect(
      result.output,
      equals: """
        ✔ books.json 2 rows
             “skip” of “books.json” is taken as metadata of rows, as from here. Write .withMetadata on the \
        source if that is meant, and .withoutMetadata if it is data.
               at books.json:1:27
        ✔ maps.json 1 row

        2 files: all fine

        """)
  }

  @Test func whatIsWrongWithTheForm() async throws {
    let result = try await check(
      [
        "torn.json": "[{\"name\": \"Emma\"},\n {\"name\": ",
        "twice.json": #"[{"name": "Emma"}, {"name": "Emma"}]"#,
        "empty.json": "[]",
        "marks.json": #"[{"name": "Emma", "focus": "perhaps"}]"#,
      ], "missing.json")
    expect(result.status, equals: 1)
    expect(
      result.output.replacing(#/file .*\/missing\.json\..*/#, with: "file missing.json."),
      equals: """
        ✘ torn.json 1 row
             Malformed JSON: expected a value, found the end of the file.
               at torn.json:2:11
        ✘ twice.json 2 rows
             Two rows are named “Emma”: the other one is at twice.json:1. Give every row of a source a \
        name of its own; if the names are not yours, write repeats: .numbered.
               at twice.json:1:20
        ✘ empty.json 0 rows
             The row source has no rows, so nothing was checked.
               at empty.json
        ✘ marks.json 1 row
             “focus” of row “Emma” determines whether only this row runs; expected true or false, found the \
        text “perhaps”. If it is data and not about the row itself, read it as a parameter of the \
        outline, or use .withoutMetadata on the source.
               at marks.json:1:28
        ✘ missing.json 0 rows
             There is no file missing.json.
               at missing.json

        5 files: 5 wrong

        """)
  }

  /// So many that anything worse than linear would not end.
  @Test func manyMistakesAreShownByTheirCauses() async throws {
    let row = { (number: Int) in
      number % 7_000 == 0
        ? #"{"name": "\#(number)"}"# : #"{"name": "\#(number)", "focus": "\#(number)"}"#
    }
    let result = try await check(
      [
        "many.json": "[" + (0..<20_000).map(row).joined(separator: ",\n") + "]",
        "few.json": #"[{"focus": "1"}, {"focus": "2"}, {"focus": "3"}]"#,
      ])
    expect(result.status, equals: 1)
    let lines = result.output.split(separator: "\n")
    expect(lines.count, equals: 4 + 7 + 1, "\(result.output)")
    expect(lines[0], equals: "✘ many.json 20000 rows")
    #expect(lines[1].hasPrefix("     “focus” of row “1” determines "), "\(lines[1])")
    expect(
      lines[2...3], equals: ["       at many.json:2:24", "       and 19996 more mistakes like it"])
    expect(lines.last, equals: "2 files: 2 wrong")
  }

  @Test func recordsOfManyRowsAreLinear() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[{\"n\": 1}]", to: "rows.json").path
    var file = await FileCheck(path)
    let outline = ExampleID(["M", "Shelf", "rows"])
    for line in 1...200_000 {
      let place = Place(path: path, line: line)
      file.record(
        RowReference(name: "#\(line)", place: place), readBy: outline,
        Issue("“n” of “#\(line)” is wrong.", at: place))
    }
    expect(file.mistakes.count, equals: 200_000)
    expect(Set(file.mistakes.map(\.cause)).count, equals: 1)
    let text = [file].text(lookingForOutlines: true, Style(hasColor: false))
    #expect(text.contains("and 199999 more mistakes like it\n"), "\(text)")
  }

  @Test func whatCannotBeChecked() async throws {
    let unknown = try await check(["books.docx": ""])
    expect(unknown.status, equals: 2)
    #expect(unknown.errors.hasPrefix("error: books.docx is not of a format that holds rows."))
    let folder = try await check([:], ".", "none.txt")
    expect(folder.status, equals: 2)
    expect(
      folder.errors,
      equals: """
        error: . is a folder. Name the files in it; a folder of rows ends with .testsuite.
        error: There is no file none.txt.

        """)
    try await check([:]).expect(2)
  }

  @Test func whatCannotBeCheckedBesideOthers() async throws {
    let result = try await check(
      ["books.json": "{\"Emma\": 1}", "books.txt": "", "maps.json": "[]"], ".", "none.txt")
    expect(result.status, equals: 1)
    expect(result.errors, equals: "")
    expect(
      result.output,
      equals: """
        ✔ books.json 1 row
        ✘ books.txt 0 rows
             books.txt is not of a format that holds rows. Its extension must be one of .plist, .testsuite, .json, \
        .yaml, .yml, .csv, .tsv, .jsonl, .ndjson.
        ✘ maps.json 0 rows
             The row source has no rows, so nothing was checked.
               at maps.json
        ✘ . 0 rows
             . is a folder. Name the files in it; a folder of rows ends with .testsuite.
        ✘ none.txt 0 rows
             There is no file none.txt.

        5 files: 4 wrong

        """)
  }

  @Test func filesOfEveryFormat() async throws {
    let result = try await check([
      "books.csv": "name,price\nEmma,8\nDune\n",
      "books.tsv": "name\tprice\nEmma\t8\n",
      "books.jsonl": "{\"name\": \"Emma\"}\n[\n",
      "books.plist": "<plist><dict><key>Emma</key><integer>8</integer></dict></plist>",
      "Shop.testsuite/Novels.testsuite/Emma/price.txt": "8",
      "Shop.testsuite/Novels.testsuite/README.md": "what this is",
    ])
    expect(result.status, equals: 1)
    expect(
      result.output,
      equals: """
        ✘ books.csv 2 rows
             The row has 1 cell, but there are 2 columns: there is nothing in “price”. Write the \
        separators even if cells are empty, or read such rows with missing: .empty.
               at books.csv:3:1
        ✔ books.tsv 1 row
        ✘ books.jsonl 2 rows
             Malformed JSON: expected a value, found the end of the line.
               at books.jsonl:2:2
        ✔ books.plist 1 row
        ✘ Shop.testsuite 2 rows
             README.md is a file; a folder is expected for each row. Put it into the folder of a row; if it is not data, begin its name with a dot.
               at Shop.testsuite/Novels.testsuite/README.md

        5 files: 3 wrong

        """)
  }
}

extension PackageTests {
  /// The rows of files are read into what the outlines of a package want, and nothing runs.
  @Test func filesAreCheckedForTheirOutlines() async throws {
    let fixture = try Self.checked()
    let file = "Tests/CheckSpecs/offers.json"
    let result = try await fixture.check([fixture.path + "/" + file])
    expect(result.status, equals: 1)
    func text(_ result: Tool.Result) -> String {
      result.normalized.split(separator: "\n").dropFirst().joined(separator: "\n")
        .replacing(fixture.path + "/", with: "")
    }
    expect(
      text(result),
      equals: """
        ✘ \(file) 3 rows, read by Offers › are cheap, Prices › are round
             In “price” of row “globe”, expected a whole number from -9223372036854775808 to \
        9223372036854775807, found the number 49.5.
               at \(file):2:51
               for Offers › are cheap
             In row “map”, there is no “price”; it has “name”, “title”.
               at \(file):3:2
               for Offers › are cheap
             Row “map” has no “price”; it has “name”, “title”.
               at \(file):3:2
               for Prices › are round
             “skip” of “offers” is taken as metadata of rows, as from here. Write .withMetadata on the source if that \
        is meant, and .withoutMetadata if it is data.
               at \(file):2:65
               for Prices › are round
        1 file: 1 wrong
        """)
    let unused = try await fixture.check([fixture.path + "/Tests/CheckSpecs/unused.json"])
    expect(unused.status, equals: 0)
    expect(
      text(unused),
      equals: """
        ✔ Tests/CheckSpecs/unused.json 1 row, read by no outline
        1 file: all fine
        """)
  }

  /// An outline determines how a file is read; errors in another reading do not count.
  @Test func filesAreCheckedInTheShapesOfTheirOutlines() async throws {
    let fixture = try Self.checked()
    let folder = "Tests/CheckSpecs/"
    let result = try await fixture.check(
      [
        "table.json", "urls.txt", "groups.json", "prices.csv", "nested.json", "deep/inner.json",
        "mixed.json", "foreign.test", "unread.test",
      ].map { fixture.path + "/" + folder + $0 })
    expect(result.status, equals: 1)
    let text = result.normalized.split(separator: "\n").dropFirst().joined(separator: "\n")
      .replacing(fixture.path + "/", with: "")
    expect(
      text,
      equals: """
        ✔ \(folder)table.json 2 rows, read by Shelves › have pages
        ✘ \(folder)urls.txt 2 rows, read by Shelves › are found
             In “value” of a row, expected a whole number, found the text “seven”.
               at \(folder)urls.txt:2:1
               for Shelves › are found
        ✔ \(folder)groups.json 2 rows, read by Shelves › are named
        ✘ \(folder)prices.csv 2 rows, read by Shelves › are misspelled
             No row has “prise”, which the outline asks for: 2 rows were left out. The first one has \
        “title”, “price”. Did you mean “price”?
               at \(folder)ShelfSpec.swift:15:8
               for Shelves › are misspelled
        ✘ \(folder)nested.json 2 rows
             There is no “boks”; there is “shelf”, “books”. Did you mean “books”?
               at \(folder)nested.json:1:1
               for Shelves › are misled
        ✘ \(folder)deep/inner.json 1 row
             There is no file inner.json. It is in a subfolder: deep/inner.json. Looked in:
               Tests/CheckSpecs
             A resource has to be listed in Package.swift to be found in the module's resources.
               at \(folder)ShelfSpec.swift:21:8
               for Shelves › are missed
        ✘ \(folder)mixed.json 4 rows, read by Shelves › have comments
             In “n” of a row, expected a whole number, found the text “x”.
               at \(folder)mixed.json:1:44
               for Shelves › have comments
        ✔ \(folder)foreign.test 1 row, read by Shelves › have other names
        ✘ \(folder)unread.test 0 rows, read by no outline
             \(folder)unread.test is not of a format that holds rows. Its extension must be one of .plist, \
        .testsuite, .json, .yaml, .yml, .csv, .tsv, .jsonl, .ndjson.
        9 files: 6 wrong
        """)
  }

  private static func checked() throws -> Fixture {
    try .shared(
      named: "Check",
      files: [
        "PriceSpec.swift": """
        import Exemplar
        import Testing

        struct Offer: Decodable { var title: String; var price: Int }

        @Spec struct Prices {
          init() { fatalError("made for a check") }

          @BeforeEach func before() { fatalError("a hook ran for a check") }

          @Example("are round", .skipped("later"), from: .json("offers"))
          func round(title: String, price: Double) { fatalError("a body ran for a check") }
        }

        @Spec let offers = describe("Offers") {
          beforeAll { fatalError("a hook ran for a check") }
          outline("are cheap", from: .json("offers")) { (_: Offer) in
            fatalError("a body ran for a check")
          }
          outline("are others", from: .json("others")) { (_: Offer) in }
        }
        """,
        "offers.json": """
        [{"name": "atlas", "title": "The World", "price": 49},
         {"name": "globe", "title": "The World", "price": 49.5, "skip": "sold out"},
         {"name": "map", "title": "Rome"}]
        """,
        "unused.json": "[{\"name\": \"atlas\"}]",
        "ShelfSpec.swift": """
        import Exemplar
        import Testing

        @Spec struct Shelves {
          @Example("have pages", from: .json("table", columns: "title", "pages"))
          func pages(title: String, pages: Int) {}

          @Example("are found", from: .lines("urls.txt"))
          func found(value: Int) {}

          @Example("are named", from: .json("groups", each: "books", named: "title", repeats: .numbered))
          func named(title: String) {}

          @Example("are misspelled", from: .csv("prices"))
          func misspelled(prise: Double) {}

          @Example("are misled", from: .json("nested", each: "boks"))
          func misled(title: String) {}

          @Example("are missed", from: .json("inner"))
          func missed(title: String) {}

          // Errors in these are not attributed to other files.
          @Example("are nowhere", from: .jsonLines("table"))
          func nowhere(title: String) {}

          @Example("are none", from: .files("*.md"))
          func none(value: String) {}

          @Example("have comments", from: .json("mixed", skipping: .strings, duplicateKeys: .keepLast))
          func mixed(n: Int) {}

          @Example("have other names", from: .json("foreign.test"))
          func foreign(n: Int) {}
        }
        """,
        "table.json": #"[["Emma", 474], ["Dune", 612]]"#,
        "urls.txt": "7\nseven\n",
        "groups.json": """
        [{"name": "A", "books": [{"title": "Emma"}, {"title": "Emma"}]},
         {"name": "A", "books": [{"title": "Dune"}]}]
        """,
        "prices.csv": "title,price\nEmma,9\nDune,19\n",
        "nested.json": #"{"shelf": "A", "books": [{"title": "Emma"}]}"#,
        "deep/inner.json": #"[{"title": "Emma"}]"#,
        "mixed.json": #"["novels", {"n": 1, "n": 2}, "maps", {"n": "x"}]"#,
        "foreign.test": #"[{"n": 1}]"#,
        "unread.test": "",
      ])
  }
}
