import ExemplarCore
import Foundation

/// Reads property lists, written as XML or in binary.
///
/// Foundation's reader cannot tell where a value stands, and ends the process over some binary files
/// that are damaged, which a data file must never do.
enum PropertyList {
  /// What a file holds: everything that could be read, and what ended the reading if that was not
  /// the end of the file.
  struct Content {
    var root: PlistNode
    var failure: AuthoringMistake?
  }

  /// The value of a whole property list; in a binary one, dictionaries are in natural order.
  ///
  /// Throws ``AuthoringMistake`` for the first thing that is wrong with it.
  static func value(of data: Data, path: String) throws -> RowValue {
    let content = try content(of: [UInt8](data), path: path)
    if let failure = content.failure { throw failure }
    return try content.root.value(path: path)
  }

  /// Reads as much of a property list as can be read. Throws ``AuthoringMistake`` if that is nothing.
  static func content(of bytes: [UInt8], path: String) throws -> Content {
    if bytes.starts(with: "bplist".utf8) {
      var list = try BinaryPlist(bytes, path: path)
      return Content(root: try list.root())
    }
    var scanner = try PlistScanner(bytes, path: path)
    let root = try scanner.document()
    return Content(root: root, failure: scanner.failure)
  }
}
