import ExemplarCore
import Foundation

/// What stands in a folder, without what is hidden, in natural order.
struct FolderListing {
  /// Something in a folder; what it is, is not looked up before that is asked.
  struct Entry {
    let name: String
    let url: URL

    /// The name without its last extension.
    var stem: String { name.split(at: ".").stem }
    /// The last extension, in lower case; empty if there is none.
    var ending: String { name.split(at: ".").ending.lowercased() }
  }

  let entries: [Entry]

  /// Throws ``AuthoringMistake`` if `url` is no folder or cannot be read; `path` is the folder as a
  /// person would open it.
  init(_ url: URL, path: String? = nil) throws {
    let place = Place(path: path ?? url.path)
    let name = url.lastPathComponent
    switch FileKind(at: url) {
    case .folder: break
    case let kind:
      throw AuthoringMistake(
        "\(name) is \(kind.words(at: url)); a folder is needed.", at: place)
    }
    do {
      entries = try FileManager.default.contentsOfDirectory(atPath: url.path)
        .filter { !$0.hasPrefix(".") }.naturallySorted()
        .map { Entry(name: $0, url: url.appendingPathComponent($0)) }
    } catch {
      throw RowFile.unreadable(url, error, as: "The folder \(name)").moved(to: place)
    }
  }
}

extension String {
  /// The text before the last `separator`, and the text after it; all of it is before if there is no
  /// separator but at the beginning.
  fileprivate func split(at separator: Character) -> (stem: String, ending: String) {
    guard let dot = lastIndex(of: separator), dot != startIndex else { return (self, "") }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }
}

extension [String] {
  /// The texts in natural order.
  ///
  /// Complexity: O(*n* log *n*) comparisons, where texts without digits and of one case cost least.
  func naturallySorted() -> [String] {
    map { NaturalKey($0) }.sorted { $0.precedes($1) }.map(\.text)
  }
}
