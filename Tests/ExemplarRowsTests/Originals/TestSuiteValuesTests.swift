import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarRows

/// The meaning of the files in a row's folder.
struct TestSuiteValuesTests {
  private enum Genre: String, Decodable, CaseIterable { case novel, poetry }
  private struct Book: Decodable, Equatable {
    var pages: Int
    var price: Decimal
    var isSold: Bool
    var genre: String
    var published: Date?
    var url: URL
    var cover: Data
  }
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, text) in [
      ("pages", "474\n"), ("price", "8.50\r\n"), ("isSold", "yes"), ("genre", "novel"),
      ("published", "1815-12-23"), ("note", ""),
    ] {
      try folder.write(text, to: "Books.testsuite/Emma/\(name).txt")
    }
    try folder.write([0x89, 0x50, 0xFF], to: "Books.testsuite/Emma/cover.png")
  }

  private func row(_ source: RowSource = .testSuite("Books")) async throws -> Row {
    try await source.firstRow(for: folder.site)
  }

  private var path: String { folder.path + "/Books.testsuite/Emma" }

  @Test func becomeWhatTheyAreDecodedAs() async throws {
    let row = try await row()
    let book = try row.decode(as: Book.self)
    #expect(book.pages == 474 && book.price == Decimal(string: "8.50"))
    #expect(book.isSold && book.genre == "novel" && book.published != nil)
    #expect(book.url.path == path && book.cover == Data([0x89, 0x50, 0xFF]))
    try expect(row.decode("genre", as: Genre.self), equals: .novel)
    try expect(row.decode("pages", as: Data.self), equals: Data("474\n".utf8))
    try expect(row.decode("pages", as: URL.self).path, equals: path + "/pages.txt")
    try expect(row.decode("cover", as: URL.self).path, equals: path + "/cover.png")
  }

  @Test func canBeAskedForWithoutTypes() async throws {
    let row = try await row()
    expect(row.url?.path, equals: path)
    expect(row["ECTestSuiteDataURL"]?.url?.path, equals: path)
    #expect(row["genre"]?.text == "novel" && row["pages"]?.number == 474)
    expect(row["isSold"]?.truth, equals: true)
    #expect(row["cover"]?.text == nil && row["cover"]?.data?.count == 3)
    expect(row["cover"]?.url?.lastPathComponent, equals: "cover.png")
    expect(row.keys, equals: ["cover", "genre", "isSold", "note", "pages", "price", "published"])
    #expect(row["sequel"] == nil)
  }

  @Test func tellNothingFromAnEmptyText() async throws {
    let row = try await row()
    try expect(row.decode("note", as: String?.self), equals: "")
    #expect(try row.decode("sequel", as: String?.self) == nil)
  }

  @Test func areTheTextsOfTheFilesExactly() async throws {
    let texts = ["one\n", "one", "one\r\n", "one\n\n", "\n", "", "one\r", " one \n"]
    for (index, text) in texts.enumerated() {
      try folder.write(text, to: "Books.testsuite/Emma/t\(index).txt")
    }
    let (row, trimmed) = (
      try await row(), try await row(.testSuite("Books").trimmingFinalNewline)
    )
    let keys = texts.indices.map { "t\($0)" }
    try expect(keys.map { try row.decode($0, as: String.self) }, equals: texts)
    expect(keys.map { row[$0]?.text }, equals: texts)
    #expect(row["t0"] != row["t1"] && row["t0"] != row["t2"])
    let short = ["one", "one", "one", "one\n", "", "", "one\r", " one "]
    try expect(keys.map { try trimmed.decode($0, as: String.self) }, equals: short)
    expect(keys.map { trimmed[$0]?.text }, equals: short)
    expect(keys.map { trimmed[$0]?.json }, equals: short.map { RowValue(.string($0)).json })
    #expect(trimmed["t0"] == trimmed["t1"] && "\(trimmed["t0"] ?? .null)" == "\"one\"")
    try expect(trimmed.decode("t2", as: Data.self), equals: Data("one\r\n".utf8))
  }

  @Test func endTheLinesOfNoValuesButTexts() async throws {
    for ending in ["", "\n", "\r\n"] {
      for (name, text) in [
        ("genre", "novel"), ("published", "1815-12-23"), ("isSold", "yes"),
        ("id", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
      ] {
        try folder.write(text + ending, to: "Books.testsuite/Emma/\(name).txt")
      }
      let row = try await row()
      try expect(row.decode("genre", as: Genre.self), equals: .novel)
      try expect(row.decode("published", as: Date.self), equals: row["published"]?.date)
      #expect(try row.decode("id", as: UUID.self).uuidString.hasPrefix("E621E1F8"))
      #expect(try row.decode("isSold", as: Bool.self))
      expect(
        mistake { try row.decode("genre", as: Int.self) }?.hasSuffix("the text “novel”."),
        equals: true)
    }
    let named = try await row(.testSuite("Books").named("genre"))
    expect(named.name, equals: "novel")
  }

  @Test func areNamedWhereTheyDoNotFit() async throws {
    let row = try await row()
    func found(_ error: any Error) -> String {
      "\((error as? UsageError)?.place?.path.replacing(folder.path, with: "") ?? "") \(error)"
    }
    var lines: [String] = []
    do { _ = try row.decode("genre", as: Int.self) } catch { lines.append(found(error)) }
    do { _ = try row.decode("cover", as: String.self) } catch { lines.append(found(error)) }
    do { _ = try row.decode("cover", as: [Int].self) } catch { lines.append(found(error)) }
    do { _ = try row.decode("genres", as: Int.self) } catch { lines.append(found(error)) }
    try FileManager.default.removeItem(atPath: path + "/pages.txt")
    do { _ = try row.decode("pages", as: Int.self) } catch { lines.append(found(error)) }
    expect(lines.count, equals: 5)
    expect(
      lines.dropLast().joined(separator: "\n"),
      equals: """
        /Books.testsuite/Emma/genre.txt In “genre” of row “Emma”, expected a whole number, \
        found the text “novel”.
        /Books.testsuite/Emma/cover.png In “cover” of row “Emma”, expected a text, found the file \
        cover.png, which holds no UTF-8 text; decode it as Data, or as a URL to read it yourself.
        /Books.testsuite/Emma/cover.png In “cover” of row “Emma”, expected an array, found the \
        file cover.png, which holds no UTF-8 text; decode it as Data, or as a URL to read it \
        yourself.
        /Books.testsuite/Emma Row “Emma” has no “genres”; it has “cover”, “genre”, “isSold”, \
        “note”, “pages”, “price”, “published”. Did you mean “genre”?
        """)
    let unreadable =
      "/Books.testsuite/Emma/pages.txt In “pages” of row “Emma”, pages.txt cannot be read"
    #expect(lines[4].hasPrefix(unreadable))
  }

  @Test func areNotReadBeforeTheyAreAskedFor() async throws {
    let row = try await row()
    try folder.write("475", to: "Books.testsuite/Emma/pages.txt")
    try expect(row.decode("pages", as: Int.self), equals: 475)
  }

  @Test func mustBeReadable() throws {
    let suite = folder.path + "/Books.testsuite"
    let manager = FileManager.default
    for locked in ["Dune/a.txt", "Locked", "Maus/testdata.json"] {
      try folder.write("{}", to: "Books.testsuite/" + (locked == "Locked" ? "Locked/a" : locked))
      try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: suite + "/" + locked)
    }
    defer {
      try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: suite + "/Locked")
    }
    let found = try withoutPrivileges {
      let rows = try RowSource.testSuite("Books").opening(folder.site)()
      var lines: [String] = []
      while let row = try rows.nextNow() {
        switch row {
        case .success(let row): lines.append(row.name ?? "-")
        case .failure(let invalid): lines.append("\(invalid.name ?? "-"): \(invalid.mistake)")
        }
      }
      return lines
    }
    let lines = try #require(found, "This machine lays no rights down.")
    expect(
      lines,
      equals: [
        "Dune: a.txt cannot be read: there is no permission to do so.", "Emma",
        "Locked: The folder Locked cannot be read: there is no permission to do so.",
        "Maus: testdata.json cannot be read: there is no permission to do so.",
      ])
  }

  @Test func mayNotBePipes() async throws {
    expect(mkfifo(path + "/pipe", 0o600), equals: 0)
    let lines = await transcript(of: .testSuite("Books"), for: folder.site)
    expect(lines, equals: ["0:0 Emma mistake: pipe is a pipe or a device; a file is needed."])
  }

  @Test(arguments: ["Books", "Books.testsuite", "Books.TestSuite"])
  func areFoundWhateverTheCaseOfTheExtension(name: String) async throws {
    let manager = FileManager.default
    for ending in ["testsuite", "TESTSUITE"] {
      try? manager.moveItem(
        atPath: folder.path + "/Books.testsuite", toPath: folder.path + "/Books.\(ending)")
      try await expect(row(.testSuite(.named(name))).name, equals: "Emma")
    }
  }
}
