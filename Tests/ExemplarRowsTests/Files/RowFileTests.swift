import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarRows

/// The search for files of rows, and the messages about missing ones.
struct RowFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("books", "books.json"), ("books.json", "books.json"), ("books.JSON", "books.JSON"),
    ("books.old", "books.old.json"), ("data/books", "data/books.json"),
    ("data/shop/books.json", "data/shop/books.json"), ("./books", "books.json"),
    ("data/../books", "books.json"), ("Bücher 📚", "Bücher 📚.json"), (".hidden", ".hidden.json"),
  ])
  func areFoundBesideTheDeclaration(name: String, file: String) async throws {
    try folder.write("{}", to: "data/other.json")
    try folder.write("[{\"a\": 1}]", to: file)
    let lines = await transcript(of: .json(.named(name)), for: folder.site)
    expect(lines, equals: ["1:2 - {a: 1}"])
  }

  @Test func areFoundByAnAbsolutePathByURLAndInABundle() async throws {
    try folder.write("[{\"a\": 1}]", to: "data/books.json")
    let elsewhere = DeclarationSite(module: "M", place: Place(path: "/nowhere/Books.swift"))
    let data = folder.path + "/data"
    let bundle = try #require(Bundle(path: data))
    for source: RowSource in [
      .json(.named(data + "/books")), .json(.named(data + "/books.json")),
      .json(.url(URL(fileURLWithPath: data + "/books.json"))),
      .json(.named("books", in: bundle)),
    ] {
      await expect(transcript(of: source, for: elsewhere), equals: ["1:2 - {a: 1}"])
    }
  }

  @Test func areThePlacesOfTheirRows() async throws {
    try folder.write("[\n {}]", to: "data/books.json")
    let row = try await RowSource.json("data/books").firstRow(for: folder.site)
    expect(row.place, equals: Place(path: folder.path + "/data/books.json", line: 2, column: 2))
  }

  @Test(arguments: [
    ("bokos", "There is no file bokos.json. Did you mean books.json?"),
    ("Books.json", "There is no file Books.json. Did you mean books.json?"),
    ("shelf", "There is no file shelf.json. Did you mean shelf1.json or shelf2.json?"),
    ("data/oter", "There is no file data/oter.json. Did you mean data/other.json?"),
    ("magazines", "There is no file magazines.json."),
    ("books.txt", "There is no file books.txt.json or books.txt. Did you mean books.json?"),
    ("missing/books", "There is no file missing/books.json."),
    ("", "There is no file .json."),
  ])
  func areMissedWithANearName(name: String, problem: String) async throws {
    for file in ["books.json", "shelf2.json", "shelf1.json", "shelves.plist", "data/other.json"] {
      try folder.write("[]", to: file)
    }
    let lines = await transcript(of: .json(.named(name)), for: folder.site)
    expect(
      lines,
      equals: [
        "7:3 error: \(problem) Looked in:\n  \(folder.path)\n"
          + "A resource has to be listed in Package.swift to be found in the module's resources."
      ])
  }

  @Test func areMissedAtAnAbsolutePath() async throws {
    try folder.write("[]", to: "books.json")
    let lines = await transcript(of: .json(.named(folder.path + "/bokos")), for: folder.site)
    expect(
      lines,
      equals: [
        "7:3 error: There is no file \(folder.path)/bokos.json. "
          + "Did you mean \(folder.path)/books.json?"
      ])
  }

  @Test func areFirstLookedForInTheBundleWithTheShortestName() throws {
    for name in [
      "A_Cart_Specs.resources", "Shop_Specs.resources", "Shop_MoreSpecs.resources",
      "My_Shop_Specs.bundle", "Shop_Specs.build", "Specs.resources", "B_Cart_Specs.resources",
    ] {
      try folder.write("[]", to: name + "/books.json")
    }
    func found(_ module: String) -> [String] {
      FileSearch.resourceFolders(of: module, in: URL(fileURLWithPath: folder.path))
        .map(\.lastPathComponent)
    }
    expect(
      found("Specs"),
      equals: [
        "My_Shop_Specs.bundle", "Shop_Specs.resources", "A_Cart_Specs.resources",
        "B_Cart_Specs.resources",
      ])
    expect(found("Cart_Specs"), equals: ["A_Cart_Specs.resources", "B_Cart_Specs.resources"])
    #expect(found("Missing").isEmpty)
  }

  @Test func haveNoMistakeUntilTheyAreOpened() async throws {
    let source = RowSource.json("books")
    expect(source.name, equals: "books")
    try folder.write("[{\"a\": 1}]", to: "books.json")
    let lines = await transcript(of: source, for: folder.site)
    expect(lines, equals: ["1:2 - {a: 1}"])
  }

  @Test func areLookedForInOtherFolders() throws {
    let folder = try TemporaryFolder()
    for name in ["Shop_Specs.resources/books.json", "Specs/data/deep/maps.json"] {
      try folder.write("[]", to: name)
    }
    let folders = ["Shop_Specs.resources", "Specs"].map {
      URL(fileURLWithPath: folder.path).appendingPathComponent($0)
    }
    expect(
      FileSearch.elsewhere(["shelf/books.json"], folders),
      equals: """
         books.json is in Shop_Specs.resources itself: .process puts all files into one folder, \
        .copy("shelf") keeps the folders.
        """)
    expect(
      FileSearch.elsewhere(["maps.json"], folders),
      equals: " It is in a subfolder: data/deep/maps.json.")
    expect(FileSearch.elsewhere(["atlas.json"], folders), equals: "")
  }
}
