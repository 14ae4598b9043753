import ExemplarCore
import Foundation

/// What stands in a folder, without what is hidden, in natural order.
struct FolderListing {
  /// Something in a folder; what it is, is not looked up before that is asked.
  struct Entry {
    let name: String
    let path: String

    fileprivate init(_ name: String, in folder: String) {
      self.name = name
      path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// Made when it is asked for: that takes longer than to read a small file.
    var url: URL { URL(filePath: path, directoryHint: .notDirectory) }
    var kind: FileKind { FileKind(atPath: path) }
    /// The name without its last extension.
    var stem: String { name.fileStem }
    /// The last extension, in lower case; empty if there is none.
    var ending: String { name.fileEnding }
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
        .map { [folder = url.path] in Entry($0, in: folder) }
    } catch {
      throw RowFile.unreadable(url, error, as: "The folder \(name)").moved(to: place)
    }
  }
}

extension String {
  /// The name of a file without its last extension.
  var fileStem: String { split(at: ".").stem }
  /// The last extension of the name of a file, in lower case; empty if there is none.
  var fileEnding: String { split(at: ".").ending.lowercased() }

  /// The text before the last `separator`, and the text after it; all of it is before if there is no
  /// separator but at the beginning.
  private func split(at separator: Character) -> (stem: String, ending: String) {
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
