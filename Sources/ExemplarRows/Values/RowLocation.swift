import Foundation

/// The origin of a row that is not just a part of a file.
enum RowLocation: Sendable, Hashable {
  /// A file, or a folder if the path ends with a slash.
  case file(path: String)
  /// The URL that a row created in code declares.
  case elsewhere(URL)

  init(_ url: URL) {
    self =
      url.isFileURL
      ? .file(path: url.path + (url.hasDirectoryPath && url.path != "/" ? "/" : ""))
      : .elsewhere(url)
  }

  // Made when it is asked for: that takes longer than to read a small file.
  var url: URL {
    switch self {
    case .file(let path): URL(ofFileAt: path)
    case .elsewhere(let url): url
    }
  }

  var value: RowValue {
    switch self {
    case .file(let path): RowValue(.file(path: path))
    case .elsewhere(let url): RowValue(.string(url.absoluteString))
    }
  }
}
