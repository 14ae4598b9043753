import ExemplarCore
import Foundation

/// The visible contents of a folder, in natural order.
struct FolderListing {
  /// Something in a folder.
  struct Entry {
    let name: String
    let path: String
    /// The kind that the system reported while listing the folder.
    private let listedKind: FileKind?

    fileprivate init(_ name: String, _ kind: FileKind?, in folder: String) {
      self.name = name
      path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      listedKind = kind
    }

    /// Made when it is asked for: that takes longer than to read a small file.
    var url: URL { URL(filePath: path, directoryHint: .notDirectory) }
    /// The path of the folder, with a slash at its end.
    var folder: String { String(decoding: path.utf8.dropLast(name.utf8.count), as: UTF8.self) }
    /// Looked up if the listing does not include it, as for links.
    var kind: FileKind { listedKind ?? FileKind(atPath: path) }
    /// Whether there is permission to read it.
    var isReadable: Bool {
      #if os(Windows)
        FileManager.default.isReadableFile(atPath: path)
      #else
        access(path, R_OK) == 0
      #endif
    }
    /// The name without its last extension.
    var stem: String { name.fileStem }
    /// The last extension, in lower case; empty for a name without one.
    var fileExtension: String { name.fileExtension }
  }

  let entries: [Entry]

  /// Throws ``UsageError`` if `url` is no folder or cannot be read; `path` is the folder as a
  /// person would open it.
  init(_ url: URL, path: String? = nil) throws {
    let place = Place(path: path ?? url.path)
    let name = url.lastPathComponent
    switch FileKind(at: url) {
    case .folder: break
    case let kind:
      throw UsageError(
        "\(name) is \(kind.words(at: url.path)); a folder is needed.", at: place)
    }
    do {
      let folder = url.path
      entries = try Self.content(of: folder).filter { $0.name.utf8.first != UInt8(ascii: ".") }
        .map { (key: NaturalKey($0.name), kind: $0.kind) }.sorted { $0.key.precedes($1.key) }
        .map { Entry($0.key.text, $0.kind, in: folder) }
    } catch {
      throw RowFile.unreadable(url.path, error, as: "The folder \(name)").moved(to: place)
    }
  }

  /// The names in a folder, in any order, each with its kind if the system includes it.
  private static func content(of folder: String) throws -> [(name: String, kind: FileKind?)] {
    #if !os(Windows)
      if let stream = opendir(folder) {
        defer { closedir(stream) }
        var content: [(name: String, kind: FileKind?)] = []
        while let entry = readdir(stream) {
          let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
            String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
          }
          if name != ".", name != ".." { content.append((name, FileKind(entry.pointee.d_type))) }
        }
        return content
      }
    #endif
    // Throws the reason if the folder cannot be read.
    return try FileManager.default.contentsOfDirectory(atPath: folder).map { ($0, nil) }
  }
}

extension String {
  /// The name of a file without its last extension.
  var fileStem: String { lastDot.map { String(self[..<$0]) } ?? self }
  /// The last extension of a file name, in lower case; empty for a name without one.
  var fileExtension: String {
    lastDot.map { String(self[utf8.index(after: $0)...]).lowercased() } ?? ""
  }

  /// The last dot that is not the beginning.
  private var lastDot: Index? {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot != startIndex else { return nil }
    return dot
  }
}
