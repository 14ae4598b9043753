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
    /// The digest that it had, and the state of the file then.
    fileprivate var digest: (text: String, snapshot: FileSnapshot)?
  }

  private static let files = Locked<[String: File]>([:])

  static func record(_ url: URL, as path: String, syntax: String) {
    files.withLock { files in
      let isSame = files[path].map { $0.syntax == syntax } ?? true
      if isSame, files[path]?.url == url { return }
      files[path] = File(url: url, syntax: isSame ? syntax : "")
    }
  }

  /// The file at a path; `nil` if no rows were read from it, such as those of a text in code.
  package static func file(at path: String) -> File? { files.withLock { $0[path] } }

  /// The digest of a file that rows were read from, or of another one; `nil` if it cannot be read. It is not computed
  /// again as long as the file stays the same.
  package static func digest(ofFileAt path: String) -> String? {
    let file = files.withLock { $0[path] }
    let url = file?.url ?? URL(fileURLWithPath: path)
    let snapshot = FileSnapshot(at: url.path)
    if let digest = file?.digest, digest.snapshot == snapshot { return digest.text }
    guard let snapshot, let data = FileManager.default.contents(atPath: url.path) else {
      return nil
    }
    let digest = PathHash.digest(of: data)
    files.withLock { $0[path]?.digest = (digest, snapshot) }
    return digest
  }
}
