import ExemplarCore
import Foundation

/// Reads property lists, XML or binary.
///
/// Foundation's reader is no alternative: it reports no locations, crashes on some damaged binary files,
/// and never returns from some malicious ones.
enum PropertyList {
  /// Everything that could be read of a file, and the error that ended the reading, if any.
  struct Content {
    var root: RowNode
    var failure: UsageError?
  }

  /// The value of a whole property list. Throws ``UsageError`` for the first error in it.
  static func value(of data: Data, path: String) throws -> RowValue {
    let content = try content(of: [UInt8](data), path: path)
    if let failure = content.failure { throw failure }
    return try content.root.value(path: path)
  }

  /// Reads as much of a property list as possible. Throws ``UsageError`` if that is nothing.
  static func content(of bytes: [UInt8], path: String) throws -> Content {
    if bytes.starts(with: "bplist".utf8) {
      var reader = try BinaryPlistReader(bytes, path: path)
      return Content(root: try reader.root())
    }
    var reader = try XMLPlistReader(bytes, path: path)
    let root = try reader.root()
    return Content(root: root, failure: reader.failure)
  }
}
