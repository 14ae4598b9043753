import ExemplarCore
import ExemplarRows
import Foundation
import TestSupport

/// A folder with `Books.swift` as the file of its declarations.
typealias TemporaryFolder = TestSupport.TemporaryFolder

extension TemporaryFolder {
  /// The declaration that uses the sources.
  var site: DeclarationSite {
    DeclarationSite(
      module: "Bookshop", place: Place(path: path + "/Books.swift", line: 7, column: 3))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: write("", to: name))
  }

  /// The rows of a file of these bytes.
  static func transcript(of bytes: [UInt8]) async throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "books.json")
    return await ExemplarRowsTests.transcript(of: .json("books"), for: folder.site)
  }
}
