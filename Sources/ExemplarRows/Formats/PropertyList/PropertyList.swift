import ExemplarCore
import Foundation

/// Reads property lists, XML or binary.
///
/// Foundation's readers are no alternative: they report no locations, and some damaged binary files crash
/// them, or keep them busy forever.
enum PropertyList {
  /// The value of a whole property list. Throws ``UsageError`` for the first error in it.
  static func value(of data: Data, path: String) throws -> RowValue {
    let (root, failure) = try root(of: [UInt8](data), path: path)
    if let failure { throw failure }
    return try root.value()
  }

  /// Everything that could be read of a property list, and the error that ended the reading, if any. Throws
  /// ``UsageError`` if nothing could be read.
  static func root(
    of bytes: [UInt8], path: String
  ) throws -> (root: RowNode, failure: UsageError?) {
    if bytes.starts(with: "bplist".utf8) {
      var reader = try BinaryPlistReader(bytes, path: path)
      return (try reader.root(), nil)
    }
    var reader = try XMLPlistReader(bytes, path: path)
    return (try reader.root(), reader.failure)
  }
}
