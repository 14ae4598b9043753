import Exemplar
import ExemplarCore
import ExemplarRows
import Foundation
import Testing

/// The rows of a file that was edited since the build.
struct EditedFileTests {
  private let folder: TemporaryFolder
  private let site: DeclarationSite

  init() throws {
    folder = try TemporaryFolder()
    site = DeclarationSite(
      module: "Shop", place: Place(path: folder.path + "/Tests/Books.swift", line: 7))
  }

  @Test func isReadAnewBesideTheDeclaration() async throws {
    try folder.write("[{\"a\": 1}]", to: "Tests/books.json")
    let source = RowSource.json("books")
    await expect(transcript(of: source, for: site), equals: ["1:2 - {a: 1}"])
    try folder.write("[{\"a\": 1},\n{\"a\": 2}]", to: "Tests/books.json")
    await expect(transcript(of: source, for: site), equals: ["1:2 - {a: 1}", "2:1 - {a: 2}"])
  }

  /// Opens a resource that was copied, of which the copy and the file were changed at some times.
  private func resource(
    _ text: String, copied copy: Double, edited edit: Double
  ) async throws -> RowCursor<RowResult> {
    let built = "build/Shelf_Shop.resources/books.json"
    try folder.write("[{\"a\": 1}]", to: built)
    try folder.write(text, to: "Tests/Data/books.json")
    for (name, time) in [(built, copy), ("Tests/Data/books.json", edit)] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: time)],
        ofItemAtPath: folder.path + "/" + name)
    }
    return try await RowSource.json(.url(URL(fileURLWithPath: folder.path + "/" + built))).rows(
      for: site)
  }

  @Test func isTheResourceWithAWarning() async throws {
    let rows = try await resource("[{\"a\": 1}, {\"a\": 2}]", copied: 1000, edited: 2000)
    expect(
      rows.warnings,
      equals: [
        UsageError(
          "books.json was changed after the build; the rows are those of its copy in the resources. "
            + "Build to run the changed rows.",
          at: Place(path: folder.path + "/Tests/Data/books.json"))
      ])
    let row = try await rows.row()
    expect(row.place.path, equals: folder.path + "/build/Shelf_Shop.resources/books.json")
    #expect(try await rows.isOver())
  }

  @Test func isNoneWhereNothingChanged() async throws {
    let rows = try await resource("[{\"a\": 1}]", copied: 1000, edited: 2000)
    #expect(rows.warnings.isEmpty)
    let row = try await rows.row()
    expect(row.place.path, equals: folder.path + "/Tests/Data/books.json")
    let other = try await resource("[]", copied: 2000, edited: 1000)
    #expect(other.warnings.isEmpty, "an older file is another one")
  }

  @Test func placesOfARowAreInTheFolderThatPeopleEdit() async throws {
    for root in ["build/Shelf_Shop.resources", "Tests"] {
      try folder.write("{\"price\": 8}", to: root + "/Books.testsuite/Emma/testdata.json")
    }
    try folder.write("9", to: "build/Shelf_Shop.resources/Books.testsuite/Dune/price.txt")
    let url = URL(fileURLWithPath: folder.path + "/build/Shelf_Shop.resources/Books.testsuite")
    let lines = await transcript(of: .testSuite(.url(url)), for: site, showingPaths: true)
    expect(
      lines.map { $0.replacing(folder.path + "/", with: "") },
      equals: [
        "build/Shelf_Shop.resources/Books.testsuite/Dune Dune {price: \"9\"}",
        "Tests/Books.testsuite/Emma Emma {price: 8}",
      ])
  }
}
