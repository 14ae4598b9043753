import ExemplarCore
import ExemplarRows
import Foundation
import Testing

/// Where property lists are found, and how their sources are named.
struct PlistFilesTests {
  private let text = "<plist><dict>\n<key>Emma</key><integer>474</integer></dict></plist>"

  @Test(arguments: ["books", "books.plist"])
  func areFoundByName(name: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "books.plist")
    let source = RowSource.plist(.named(name))
    #expect(source.name == name)
    let lines = await transcript(of: source, for: folder.site)
    #expect(lines == ["2:1 Emma {value: 474}"])
  }

  @Test func areFoundByURLAndInABundle() async throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "data/books.plist")
    let data = URL(fileURLWithPath: folder.path + "/data")
    let elsewhere = DeclarationSite(module: "M", place: Place(path: "/nowhere/Books.swift"))
    let bundle = try #require(Bundle(path: data.path))
    for source in [
      RowSource.plist(.url(data.appendingPathComponent("books.plist"))),
      .plist(.named("books", in: bundle)),
    ] {
      #expect(await transcript(of: source, for: elsewhere) == ["2:1 Emma {value: 474}"])
    }
  }

  @Test func areThePlacesOfTheirRows() async throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "books.plist")
    let row = try await RowSource.plist("books").firstRow(for: folder.site)
    #expect(row.place == Place(path: folder.path + "/books.plist", line: 2, column: 1))
    #expect(row.fields["value"]?.column == 16)
  }

  @Test func givesTheSameRowsEachTime() async throws {
    let source = RowSource.plist(.text(text, path: "books.plist"))
    let first = await transcript(of: source)
    let second = await transcript(of: source)
    #expect(first == second)
    #expect(first == ["2:1 Emma {value: 474}"])
  }

  @Test func mayHaveToNameTheRowsOfAnArray() async {
    let text = "<array>\n<dict><key>name</key><string>Emma</string></dict>\n<dict/></array>"
    let source = RowSource.plist(.text(text, path: "books.plist"), named: .required)
    let lines = await transcript(of: source)
    #expect(
      lines == [
        "2:1 Emma {name: \"Emma\"}",
        "3:1 mistake: The row has no name; expected a text under “name”.",
      ])
    #expect(await transcript(plist: text).last == "3:1 - {}")
  }

  @Test func areMissedWithANearName() async throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "books.plist")
    let lines = await transcript(of: .plist("bokos"), for: folder.site)
    #expect(lines.count == 1)
    #expect(
      lines[0].hasPrefix(
        "7:3 error: There is no file bokos.plist. Did you mean books.plist? Looked in:"))
  }
}
