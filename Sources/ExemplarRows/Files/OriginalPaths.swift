import Foundation

/// Finds, for files of a folder that the build has copied, those that a person would edit.
struct OriginalPaths {
  private let folder: String
  private let original: String

  init(of folder: URL, _ original: URL) {
    // Inclusions are relative to the parent of the folder.
    self.folder = folder.deletingLastPathComponent().path
    self.original = original.deletingLastPathComponent().path
  }

  func path(of url: URL) -> String {
    guard folder != original, url.path.hasPrefix(folder + "/") else { return url.path }
    let path = original + url.path.dropFirst(folder.count)
    return FileManager.default.fileExists(atPath: path) ? path : url.path
  }

  /// The lines of a file that has changed since would lead astray.
  func path(of url: URL, reading data: Data) -> String {
    let path = path(of: url)
    if path == url.path { return path }
    return (try? Data(contentsOf: URL(fileURLWithPath: path))) == data ? path : url.path
  }
}
