import Foundation
import Testing

/// `ARCHITECTURE.md` names files, folders and declarations that exist. `.ci/house` compares its drawing with the
/// compiler's index.
struct ArchitectureTests {
  @Test func theFilesThatItNamesExist() throws {
    let text = try Self.text()
    // Everything that begins with a folder of the repository or with a module is a path.
    let paths = text.matches(of: #/`((?:Sources|Tests|Examples|Benchmarks|\.ci)/[^` ]*)`/#)
      .map { String($0.output.1) }
    let inModules = text.matches(of: #/`(Exemplar[A-Za-z]*/[^` *]*)`/#)
      .map { "Sources/" + $0.output.1 }
    #expect(paths.count >= 25)
    #expect(inModules.count >= 1)
    for path in Set(paths + inModules).sorted() {
      #expect(
        FileManager.default.fileExists(atPath: Self.url(path).path),
        "ARCHITECTURE.md names \(path), which does not exist")
    }
  }

  /// The first column has each module once; the second one names rooms of these modules, each before a colon. `.ci/house`
  /// checks that the drawing has every room.
  @Test func theModulesOfItsTableAreTheFoldersOfSources() throws {
    let folders = try Self.folders()
    let rows = try Self.table()
    let modules = rows.flatMap { $0.modules }
    #expect(modules.sorted() == Set(folders.map { $0.prefix { $0 != "/" } }).sorted())
    #expect(rows.flatMap { $0.rooms }.count >= 35)
    for (modules, rooms) in rows {
      for room in rooms {
        #expect(
          modules.contains { module in folders.contains { "\($0)/".hasPrefix("\(module)/\(room)/") }
          },
          "The table names the room \(room), which is not a folder with files")
      }
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

  /// The modules of each row of the table, and the rooms that the row names.
  private static func table() throws -> [(modules: [Substring], rooms: [Substring])] {
    try text().split(separator: "\n")
      .drop { !$0.hasPrefix("| Module |") }
      .prefix { $0.hasPrefix("|") }.dropFirst(2)
      .map { line in
        let cells = line.split(separator: "|")
        return (
          cells[0].matches(of: #/`([^`]+)`/#).map { $0.output.1 },
          cells[1].matches(of: #/`([A-Z]\w+)`(?::| and `)/#).map { $0.output.1 }
        )
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
