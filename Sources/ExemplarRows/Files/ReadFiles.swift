import ExemplarCore
import Foundation

/// The files that rows were read from in this process, by the paths that rows have for them: a file that the build has
/// copied has the path of the file that a person would edit.
package enum ReadFiles {
  package struct File: Sendable {
    /// The file that was read.
    let url: URL
    /// How its values are written; empty if only people can, or if it was read in several ways.
    package let syntax: String
    /// The file when rows were read from it; `nil` if they were read again after a change.
    fileprivate let snapshot: FileSnapshot?
    fileprivate var digest: String?
  }

  private static let files = Locked<[String: File]>([:])

  static func record(_ url: URL, as path: String, syntax: String) {
    let snapshot = FileSnapshot(at: url.path)
    files.withLock { files in
      let known = files[path] ?? File(url: url, syntax: syntax, snapshot: snapshot)
      let isChanged = known.url == url && known.snapshot != snapshot
      if known.syntax != syntax || known.url != url || isChanged {
        files[path] = File(
          url: url, syntax: known.syntax == syntax ? syntax : "",
          snapshot: isChanged ? nil : snapshot)
      } else {
        files[path] = known
      }
    }
  }

  /// The file at a path; `nil` if no rows were read from it, such as those of a text in code.
  package static func file(at path: String) -> File? { files.withLock { $0[path] } }

  /// The digest of a file that rows were read from; `nil` if it was changed since, so that the places of rows may be
  /// those of others, or cannot be read.
  static func digest(ofFileAt path: String) -> String? {
    guard let file = file(at: path), let snapshot = file.snapshot,
      FileSnapshot(at: file.url.path) == snapshot
    else { return nil }
    if let digest = file.digest { return digest }
    guard let data = FileManager.default.contents(atPath: file.url.path),
      FileSnapshot(at: file.url.path) == snapshot
    else { return nil }
    let digest = PathHash.digest(of: data)
    files.withLock { $0[path]?.digest = digest }
    return digest
  }
}
