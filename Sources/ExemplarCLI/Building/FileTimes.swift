import Foundation

extension stat {
  /// The identity and the state of a file, which a replaced or changed one does not have; `nil` if there is none.
  ///
  /// - Parameter isLink: Whether a link is not followed.
  static func identity(ofFileAt path: String, isLink: Bool = false) -> String? {
    var status = stat()
    guard (isLink ? lstat : stat)(path, &status) == 0 else { return nil }
    return "\(status.st_ino) \(status.st_size) \(status.change)"
  }

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
