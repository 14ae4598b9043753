import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarRows

/// Rows that are files.
struct FileRowsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in [
      "pages/emma.txt", "pages/emma.html", "pages/dune10.txt", "pages/dune2.txt", "pages/.no.txt",
      "pages/old/bible.txt", "pages/old/very/gilgamesh.txt", "pages/old/very/notes.md",
    ] {
      try folder.write("\(name)\n", to: name)
    }
  }

  private func rows(_ patterns: String...) async -> [String] {
    await transcript(of: .files(patterns), for: folder.site, showingPaths: true)
      .map { $0.replacing(folder.path + "/", with: "") }
  }

  /// The rows without their places and values.
  private func names(_ patterns: String...) async -> String {
    await transcript(of: .files(patterns), for: folder.site)
      .map {
        $0.replacing("0:0 ", with: "").prefix { $0 != "{" }.trimmingCharacters(in: .whitespaces)
      }
      .joined(separator: "\n")
  }

  @Test func areCalledByTheirNames() async {
    await expect(
      rows("pages/*.txt"),
      equals: [
        "pages/dune2.txt dune2 {value: \"pages/dune2.txt\\n\"}",
        "pages/dune10.txt dune10 {value: \"pages/dune10.txt\\n\"}",
        "pages/emma.txt emma {value: \"pages/emma.txt\\n\"}",
      ])
  }

  /// A path in a message is the shortest one, unless a link would make it that of another file.
  @Test func pathsThatAreShownHaveNoStepsBack() throws {
    let file = folder.url.appendingPathComponent("pages/old/../../pages/emma.txt")
    expect(
      FileSearch.original(of: file, for: folder.site).path, equals: folder.path + "/pages/emma.txt")
    let link = folder.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.url.appendingPathComponent("pages/old/very"))
    // On some systems, Foundation follows the link.
    let behind = link.appendingPathComponent("../bible.txt")
    #expect(
      [behind.path, folder.path + "/pages/old/bible.txt"].contains(
        FileSearch.original(of: behind, for: folder.site).path))
  }

  @Test func keepTheirExtensionsWhereTheyWouldBeCalledTheSame() async {
    await expect(
      names("pages/e*.*", "pages/dune?.txt", "pages/old/*.txt"),
      equals: """
        dune2
        emma.html
        emma.txt
        bible
        """)
  }

  @Test func standInTheFoldersOnTheWay() async {
    await expect(
      names("**/*.txt"),
      equals: """
        pages/dune2
        pages/dune10
        pages/emma
        pages/old/bible
        pages/old/very/gilgamesh
        """)
    await expect(
      names("pages/**/very/*"),
      equals: """
        old/very/gilgamesh
        old/very/notes
        """)
    await expect(names("pages/**/**/**/*.md"), equals: "old/very/notes")
    await expect(
      names("*/old/**"),
      equals: """
        pages/old/bible
        pages/old/very/gilgamesh
        pages/old/very/notes
        """)
  }

  @Test func areReadWhenTheyAreAskedFor() async throws {
    let page = RowSource.files("pages/emma.html")
    let row = try await page.firstRow(for: folder.site)
    let trimmed = try await page.trimmingFinalNewline.firstRow(for: folder.site)
    try folder.write("<p>\n", to: "pages/emma.html")
    try expect(row.decode(as: String.self), equals: "<p>\n")
    try expect(trimmed.decode(as: String.self), equals: "<p>")
    #expect(trimmed["text"]?.text == "<p>" && trimmed["data"]?.data?.count == 4)
    try expect(row.decode(as: Data.self), equals: Data("<p>\n".utf8))
    try expect(row.decode(as: URL.self).path, equals: folder.path + "/pages/emma.html")
    try expect(row.decode("text", as: String.self), equals: "<p>\n")
    try expect(row.decode("url", as: URL.self), equals: row.url)
    try expect(row.decode("data", as: Data.self).count, equals: 4)
    expect(row["text"]?.text, equals: "<p>\n")
  }

  @Test func areTheirOnlyColumn() async throws {
    // Of pairs, each file is under its extension; a file alone is the value.
    let row = try await RowSource.files("pages/*.html").firstRow(for: folder.site)
    expect(row.keys, equals: ["value"])
    struct Page: Decodable { var value: String }
    #expect(try row.decode(as: Page.self).value.hasPrefix("pages/emma.html"))
    #expect(throws: UsageError.self) { try row.decode("html", as: String.self) }
  }

  @Test func areNeverHiddenInSuggestions() async throws {
    try folder.write("", to: ".git/HEAD")
    try folder.write("", to: ".hiden")
    func message(_ pattern: String) async -> String { await rows(pattern).first ?? "" }
    #expect(!(await message("git/*")).contains("Did you mean"))
    #expect(await message("pages/old/bibel.txt/*").contains("Did you mean pages/old/bible.txt?"))
    #expect(await message(".hidden/*").contains("Did you mean .hiden?"))
  }

  /// The folder, which every file in it shares, makes no name similar.
  @Test func areSimilarByTheirOwnNames() async {
    let path = folder.path + "/nothing.csv"
    await expect(
      transcript(of: .csv(.named(path)), for: folder.site),
      equals: ["7:3 error: There is no file \(path)."])
  }

  @Test func areMissedWithWhatIsThere() async {
    await expect(
      rows("page/*.txt").first?.hasPrefix(
        "Books.swift:7:3 error: There is no file page. Did you mean pages? Looked in:"),
      equals: true)
    await expect(
      rows("pages/old/*.txt", "pages/[a]*").map { $0.prefix { $0 != "{" } },
      equals: [
        "pages/old/bible.txt bible ",
        "Books.swift:7:3 error: No file matches pages/[a]*. In pages there is dune2.txt, dune10.txt, "
          + "emma.html, emma.txt, old.",
      ])
    await expect(
      rows("pages/old/*.html"),
      equals: [
        "Books.swift:7:3 error: No file matches pages/old/*.html. In pages/old there is bible.txt, "
          + "very."
      ])
    await expect(rows(""), equals: ["Books.swift:7:3 error: A pattern for files is empty."])
  }

  @Test func doNotRunInCircles() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/pages/old/again", withDestinationPath: "..")
    await expect(
      rows("pages/**/bible.txt").map { $0.prefix { $0 != "{" } },
      equals: [
        "pages/old/bible.txt old/bible ",
        "pages/old/again old/again/files mistake: again is a link to a folder that it is in. "
          + "Remove the link.",
      ])
  }

  @Test(arguments: [
    ("*", "a", true), ("*", "", true), ("a*c", "abbc", true), ("a*c", "ab", false),
    ("?", "ü", true), ("?", "", false), ("[ab]c", "bc", true), ("[!ab]c", "bc", false),
    ("[!ab]c", "dc", true), ("[", "[", true), ("[]]", "]", true), ("a**b", "ab", true),
    ("*a*a*a*a*b", String(repeating: "a", count: 300), false),
    ("[a-c]", "b", true), ("[a-c]", "-", false), ("[a-c]", "d", false), ("[!a-c0-9]", "5", false),
    ("[c-a]", "b", false), ("[c-a]", "-", true), ("[a-]", "-", true), ("[-a]", "-", true),
    ("[0-9a-f]*", "beef", true), ("[a-z]", "é", false), ("[ä-ü]", "ö", true), ("[!-]", "-", false),
  ])
  func matchAsAWhole(pattern: String, name: String, isMatch: Bool) {
    expect(Glob(pattern).matches(name), equals: isMatch)
  }
}
