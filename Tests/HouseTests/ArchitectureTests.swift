import Foundation
import Testing

/// `ARCHITECTURE.md` names files, folders and declarations that exist. `.ci/house` compares its drawing with the
/// compiler's index.
struct ArchitectureTests {
  @Test func theFilesThatItNamesExist() throws {
    let text = try Self.text()
    // Everything that begins with a folder of the repository or with a module is a path, but for the
    // rooms of the table, which are compared below.
    let paths = text.matches(of: #/`((?:Sources|Tests|Examples|Benchmarks|\.ci)/[^` ]*)`/#)
      .map { String($0.output.1) }
    let inModules = text.matches(of: #/`(Exemplar[A-Za-z]*/[^` *]*)`/#)
      .map { "Sources/" + $0.output.1 }
    #expect(paths.count >= 25)
    #expect(inModules.count >= 45)
    for path in Set(paths + inModules).sorted() {
      #expect(
        FileManager.default.fileExists(atPath: Self.url(path).path),
        "ARCHITECTURE.md names \(path), which does not exist")
    }
  }

  /// A room is a folder with files of its own. `Module/*` stands for each folder in it, so that a new
  /// format needs no new line.
  @Test func theRoomsOfItsTableAreTheFoldersOfSources() throws {
    let named = Self.rooms(in: try Self.text())
    let folders = try Self.folders()
    #expect(folders.count >= 55)
    #expect(named.count >= 45)
    #expect(Set(named).count == named.count, "A room appears twice in the table")
    let families = named.filter { $0.hasSuffix("/*") }.map { String($0.dropLast()) }
    for room in named where !room.hasSuffix("/*") {
      #expect(folders.contains(room), "The table names \(room), which is not a folder with files")
    }
    for family in families {
      #expect(
        folders.contains { $0.hasPrefix(family) }, "The table names \(family)*, which is empty")
    }
    for folder in folders.sorted() where !named.contains(folder) {
      #expect(
        families.contains { folder.hasPrefix($0) }, "The table does not name the room \(folder)")
    }
  }

  /// The walks name files, types and functions.
  @Test func theWalksLeadThroughCodeThatExists() throws {
    let section = try #require(
      try Self.text().firstMatch(of: #/## Three walks\n([\s\S]*?)\n## /#)?.output.1)
    let names = Set(
      section.matches(of: #/`(?:[A-Za-z]+\.)*([A-Za-z]+)(?:\([^`]*\))?`/#).map {
        String($0.output.1)
      })
    #expect(names.count >= 15)
    let declared = try Set(Self.sources().flatMap(\.declaredNames))
    for name in names.sorted() {
      #expect(
        declared.contains(name), "ARCHITECTURE.md walks through \(name), which nothing declares")
    }
  }

  private static func text() throws -> String {
    try String(contentsOf: url("ARCHITECTURE.md"), encoding: .utf8)
  }

  private static func url(_ path: String) -> URL {
    PublicAPI.repository.appendingPathComponent(path)
  }

  /// The rooms in the first column of the table.
  private static func rooms(in text: String) -> [String] {
    text.split(separator: "\n")
      .drop { !$0.hasPrefix("| Room |") }
      .prefix { $0.hasPrefix("|") }
      .flatMap { line in
        line.split(separator: "|")[0].matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
      }
  }

  /// The text of each Swift file of the library.
  private static func sources() throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: url("Sources").path)
    return try paths.filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: url("Sources/" + $0), encoding: .utf8) }
  }

  /// The folders below `Sources` that hold files.
  private static func folders() throws -> Set<String> {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: url("Sources").path)
    var folders: Set<String> = []
    for path in paths where !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: url("Sources/" + path).path, isDirectory: &isFolder)
      if !isFolder.boolValue { folders.insert((path as NSString).deletingLastPathComponent) }
    }
    return folders
  }
}

extension String {
  /// The names of the functions, properties and types that this text declares.
  fileprivate var declaredNames: [String] {
    let keywords: Set<Substring> = [
      "func", "var", "let", "struct", "class", "enum", "protocol", "typealias",
    ]
    let words = split { $0.isWhitespace || $0.isPunctuation || $0 == "<" }
    return zip(words, words.dropFirst()).filter { keywords.contains($0.0) }.map { String($0.1) }
  }
}
