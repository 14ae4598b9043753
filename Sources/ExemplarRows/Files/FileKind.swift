import Foundation

/// The kind of file at a path, following links.
enum FileKind {
  case file, folder
  /// A pipe or a device: reading it might never end.
  case special
  case nothing

  init(at url: URL) { self.init(atPath: url.path) }

  init(atPath path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .nothing
      return
    }
    self.init(status)
  }

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .special
    }
  }

  /// The words for it, for messages.
  func words(at path: String) -> String {
    switch self {
    case .file: return "a file"
    case .folder: return "a folder"
    case .special: return "a pipe or a device"
    case .nothing:
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      return target.map { "a link to \($0), where there is nothing" } ?? "not there"
    }
  }
}

extension String {
  /// The last part of a path, which may end with a slash; the text itself if it has only one.
  var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }
}

extension URL {
  /// The file at a path, or the folder if the path ends with a slash. Nothing is looked up.
  init(ofFileAt path: String) { self.init(filePath: path, directoryHint: .inferFromPath) }

  var resolvedPath: String {
    #if !os(Windows)
      if let resolved = realpath(path, nil) {
        defer { free(resolved) }
        return String(cString: resolved)
      }
    #endif
    return resolvingSymlinksInPath().standardizedFileURL.path
  }
}
