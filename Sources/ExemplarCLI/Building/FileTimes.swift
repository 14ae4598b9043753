import Foundation

extension stat {
  /// The status of a file; `nil` if there is no such file.
  ///
  /// - Parameter isLink: Whether a link is not followed.
  static func ofFile(at path: String, isLink: Bool = false) -> stat? {
    var status = stat()
    return (isLink ? lstat : stat)(path, &status) == 0 ? status : nil
  }

  /// The identity and the state of a file, which a replaced or changed one does not have.
  var identity: String { "\(st_ino) \(st_size) \(change)" }

  /// When the contents of the file were changed, in seconds since 1970.
  var contentChange: Double {
    #if canImport(Darwin)
      Double(st_mtimespec.tv_sec) + Double(st_mtimespec.tv_nsec) / 1e9
    #else
      Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) / 1e9
    #endif
  }

  /// When the contents of the file or its name were changed: a file that was moved keeps the date of its contents.
  var change: Double {
    #if canImport(Darwin)
      max(contentChange, Double(st_ctimespec.tv_sec) + Double(st_ctimespec.tv_nsec) / 1e9)
    #else
      max(contentChange, Double(st_ctim.tv_sec) + Double(st_ctim.tv_nsec) / 1e9)
    #endif
  }
}

extension URL {
  /// The libraries in a folder of built programs.
  var libraries: [URL] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.hasSuffix(".so") || $0.hasSuffix(".dylib") }
      .map(appendingPathComponent)
  }
}
