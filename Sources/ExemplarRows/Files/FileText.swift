import ExemplarCore
import Foundation

/// The text in files of which it is not known whether they hold text.
enum FileText {
  /// All of the text of a file; `nil` if it holds no text.
  ///
  /// Text is UTF-8, or UTF-16 with a byte-order mark; marks are removed. Throws ``UsageError``
  /// if the file cannot be read.
  static func read(_ path: String) throws -> String? {
    text(of: try RowFile.read(path))
  }

  static func text(of data: Data) -> String? {
    let mark = [UInt8](data.prefix(4))
    if mark == [0xFF, 0xFE, 0, 0] || mark == [0, 0, 0xFE, 0xFF] { return nil }  // UTF-32
    if mark.starts(with: [0xFF, 0xFE]) { return utf16(data.dropFirst(2), isLittle: true) }
    if mark.starts(with: [0xFE, 0xFF]) { return utf16(data.dropFirst(2), isLittle: false) }
    let hasMark = mark.starts(with: [0xEF, 0xBB, 0xBF])
    return String(validating: hasMark ? data.dropFirst(3) : data, as: UTF8.self)
  }

  private static func utf16(_ data: Data, isLittle: Bool) -> String? {
    guard data.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: data.startIndex, to: data.endIndex, by: 2).map { index in
      let (first, second) = (UInt16(data[index]), UInt16(data[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return String(validating: units, as: UTF16.self)
  }
}

extension String {
  /// The text without the newline that ends its last line.
  var withoutFinalNewline: String {
    // The pair of carriage return and newline is one character.
    last == "\n" || last == "\r\n" ? String(dropLast()) : self
  }
}
