import ExemplarCore
import ExemplarRows
import Foundation

/// A folder that lasts as long as the test that owns it, with `Books.swift` as the file of its
/// declarations.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("rows-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The declaration that uses the sources.
  var site: DeclarationSite {
    DeclarationSite(
      module: "Bookshop", place: Place(path: path + "/Books.swift", line: 7, column: 3))
  }

  func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// The rows of a file of these bytes.
  static func transcript(of bytes: [UInt8]) async throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "books.json")
    return await ExemplarRowsTests.transcript(of: .json("books"), for: folder.site)
  }
}
