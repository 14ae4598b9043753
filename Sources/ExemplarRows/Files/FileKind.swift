import Foundation

/// What stands at a path, links followed.
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
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .special
    }
  }

  /// The words for it, for messages.
  func words(at url: URL) -> String {
    switch self {
    case .file: return "a file"
    case .folder: return "a folder"
    case .special: return "a pipe or a device"
    case .nothing:
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)
      return target.map { "a link to \($0), where there is nothing" } ?? "not there"
    }
  }
}

extension URL {
  /// The path without links.
  var resolvedPath: String { resolvingSymlinksInPath().standardizedFileURL.path }
}
