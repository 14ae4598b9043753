import Foundation

extension stat {
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
