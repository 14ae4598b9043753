import Exemplar
import ExemplarCore
import ExemplarRows
import Foundation
import Testing

/// A value that is wrong is told of alike in every format: file, line, row, key path, what was
/// expected and what was found.
struct DecodingMistakesTests {
  private struct Book: Decodable {
    struct Copy: Decodable { var shelf: String, pages: Int }
    var name: String
    var copies: [Copy]?
    var price: Double
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The errors of decoding the rows of a file, each with its whole location.
  private func mistakes(_ source: RowSource) async throws -> String {
    var lines: [String] = []
    for row in try await source.readRows(for: folder.site) {
      do {
        let book = try row.decode(as: Book.self)
        lines.append("\(book.name) is fine")
      } catch let mistake as UsageError {
        lines.append("\(mistake.place.map { "\($0)" } ?? "-") \(mistake)")
      }
    }
    return lines.joined(separator: "\n").replacing(folder.path + "/", with: "")
  }

  @Test func inJSON() async throws {
    try folder.write(
      """
      {"Emma": {"price": 8, "copies": [{"shelf": "A", "pages": 474},
                                       {"shelf": "B", "pages": "many"}]},
       "Dune": {"copies": []}, "Maus": {"price": "8"}, "Effi": {"price": 1}}
      """, to: "books.json")
    let found = try await mistakes(.json("books"))
    expect(
      found,
      equals: """
        books.json:2:58 In “copies[1].pages” of row “Emma”, expected a whole number, found the text “many”.
        books.json:3:2 In row “Dune”, there is no “price”; it has “copies”.
        books.json:3:44 In “price” of row “Maus”, expected a number, found the text “8”.
        Effi is fine
        """)
  }

  @Test func inJSONLines() async throws {
    try folder.write(
      """
      {"name": "Emma", "price": 8, "copies": [{"shelf": "A", "pages": null}]}

      {"name": "Dune", "prize": 8}
      {"name": "Maus", "price": true}
      {"name": "Effi", "price": 1}
      """, to: "books.jsonl")
    let found = try await mistakes(.jsonLines("books"))
    expect(
      found,
      equals: """
        books.jsonl:1:65 In “copies[0].pages” of row “Emma”, expected a whole number, found null.
        books.jsonl:3:1 In row “Dune”, there is no “price”; it has “name”, “prize”. Did you mean “prize”?
        books.jsonl:4:27 In “price” of row “Maus”, expected a number, found true.
        Effi is fine
        """)
  }

  @Test(arguments: [",", "\t"])
  func inTables(separator: String) async throws {
    let ending = separator == "," ? "csv" : "tsv"
    try folder.write(
      "name,copies,price\nEmma,,\"8\n\"\nDune,,cheap\nMaus,two,9\nEffi,,1\n"
        .replacing(",", with: separator), to: "books.\(ending)")
    let found = try await mistakes(
      ending == "csv" ? .csv("books") : .tsv("books", quoting: .rfc))
    expect(
      found,
      equals: """
        Emma is fine
        books.\(ending):4:7 In “price” of row “Dune”, expected a number, found the text “cheap”.
        books.\(ending):5:6 In “copies” of row “Maus”, expected an array, found the text “two”.
        Effi is fine
        """)
    try folder.write(
      "name,prize\nEmma,8\n".replacing(",", with: separator), to: "books.\(ending)")
    try await expect(
      mistakes(ending == "csv" ? .csv("books") : .tsv("books")),
      equals: "books.\(ending):2:1 In row “Emma”, there is no “price”; it has “name”, “prize”. "
        + "Did you mean “prize”?")
  }

  #if YAML
    @Test func inYAML() async throws {
      try folder.write(
        """
        - name: Emma
          price: 8
          copies:
            - {shelf: A, pages: many}
        - name: Dune
          copies: []
        - name: Maus
          price: "8"
        - {name: Effi, price: 1}
        """, to: "books.yaml")
      let found = try await mistakes(.yaml("books"))
      expect(
        found,
        equals: """
          books.yaml:4:25 In “copies[0].pages” of row “Emma”, expected a whole number, found the text “many”.
          books.yaml:5:3 In row “Dune”, there is no “price”; it has “name”, “copies”.
          books.yaml:8:10 In “price” of row “Maus”, expected a number, found the text “8”.
          Effi is fine
          """)
    }
  #endif

  @Test func inPropertyLists() async throws {
    try folder.write(
      """
      <plist version="1.0"><dict>
        <key>Emma</key>
        <dict>
          <key>price</key><real>8</real>
          <key>copies</key>
          <array><dict><key>shelf</key><string>A</string>
            <key>pages</key><date>2024-02-29T00:00:00Z</date></dict></array>
        </dict>
        <key>Dune</key> <dict/>
        <key>Maus</key> <dict><key>price</key><string>8</string></dict>
        <key>Effi</key> <dict><key>price</key><integer>1</integer></dict>
      </dict></plist>
      """, to: "books.plist")
    let found = try await mistakes(.plist("books"))
    expect(
      found,
      equals: """
        books.plist:7:23 In “copies[0].pages” of row “Emma”, expected a whole number, found the date 2024-02-29T00:00:00Z.
        books.plist:9:3 In row “Dune”, there is no “price”; it has no keys.
        books.plist:10:41 In “price” of row “Maus”, expected a number, found the text “8”.
        Effi is fine
        """)
  }

  /// Binary lists have no lines; the key path shows where to look.
  @Test func inBinaryPropertyLists() async throws {
    let books: [String: Any] = [
      "Emma": ["price": 8, "copies": [["shelf": "A", "pages": "many"]]] as [String: Any]
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: books, format: .binary, options: 0)
    try folder.write([UInt8](data), to: "books.plist")
    try await expect(
      mistakes(.plist("books")),
      equals: "books.plist In “copies[0].pages” of row “Emma”, expected a whole number, "
        + "found the text “many”.")
  }

  @Test func inFolders() async throws {
    try folder.write("cheap", to: "Books.testsuite/Dune/price.txt")
    try folder.write("8", to: "Books.testsuite/Effi/price.txt")
    try folder.write("8", to: "Books.testsuite/Emma/price.txt")
    try folder.write(
      "{\"copies\":\n [{\"shelf\": \"A\", \"pages\": 1.5}]}",
      to: "Books.testsuite/Emma/testdata.json")
    try folder.write("8", to: "Books.testsuite/Maus/prize.txt")
    let found = try await mistakes(.testSuite("Books"))
    expect(
      found,
      equals: """
        Books.testsuite/Dune/price.txt In “price” of row “Dune”, expected a number, found the text “cheap”.
        Effi is fine
        Books.testsuite/Emma/testdata.json:2:27 In “copies[0].pages” of row “Emma”, expected a whole number from -9223372036854775808 to 9223372036854775807, found the number 1.5.
        Books.testsuite/Maus In row “Maus”, there is no “price”; it has “prize”. Did you mean “prize”?
        """)
  }

  @Test func inCode() async throws {
    let source = RowSource.rows(
      ["Emma": ["price": 8, "copies": [["shelf": "A", "pages": "many"]]], "Effi": ["price": 1]],
      filePath: folder.path + "/Books.swift", line: 12)
    let found = try await mistakes(source)
    expect(
      found,
      equals: """
        Books.swift:12 In “copies[0].pages” of row “Emma”, expected a whole number, found the text “many”.
        Effi is fine
        """)
  }
}
