import ExemplarCore
import Foundation

/// The encoding of a text according to its first bytes.
enum TextEncoding {
  /// The length of the mark before a text in UTF-8. Throws ``UsageError`` if the text has another encoding.
  static func markLength(of text: some Collection<UInt8>, in path: String) throws(UsageError) -> Int
  {
    let start = Array(text.prefix(4))
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return 3 }
    // Which bytes are 0 in a text that begins with ASCII. One such byte may be in UTF-8 as well.
    let zeros = start.indices.filter { start[$0] == 0 }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
      || [[1, 3], [0, 2], [1, 2, 3], [0, 1, 2], [0, 1]].contains(zeros)
    {
      throw UsageError(
        "The file is not UTF-8 but looks like UTF-16 or UTF-32. Save it as UTF-8.",
        at: Place(path: path, line: 1, column: 1))
    }
    return 0
  }
}

extension String {
  /// The text in a file of which it is not known whether it holds text; `nil` if it holds none.
  ///
  /// Text is UTF-8, or UTF-16 with a byte-order mark; marks are removed.
  init?(textOf data: Data) {
    let mark = [UInt8](data.prefix(4))
    // UTF-32.
    if mark == [0xFF, 0xFE, 0, 0] || mark == [0, 0, 0xFE, 0xFF] { return nil }
    if mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0xFE, 0xFF]) {
      let bytes = data.dropFirst(2)
      guard bytes.count.isMultiple(of: 2) else { return nil }
      let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return mark[0] == 0xFF ? second << 8 | first : first << 8 | second
      }
      self.init(validating: units, as: UTF16.self)
    } else {
      let hasMark = mark.starts(with: [0xEF, 0xBB, 0xBF])
      self.init(validating: hasMark ? data.dropFirst(3) : data, as: UTF8.self)
    }
  }

  /// The text without the newline that ends its last line.
  var withoutFinalNewline: String {
    // The pair of carriage return and newline is one character.
    last == "\n" || last == "\r\n" ? String(dropLast()) : self
  }

  /// The text that bytes are as UTF-8; `invalid` is the index of the first byte that is not.
  static func validating(_ bytes: UnsafeBufferPointer<UInt8>) -> (text: String, invalid: Int?) {
    // `String(validating:as:)` takes four times as long for a short text.
    var text = String(decoding: bytes, as: UTF8.self)
    let isValid = text.withUTF8 { utf8 in
      utf8.count == bytes.count
        && (utf8.isEmpty || memcmp(utf8.baseAddress!, bytes.baseAddress!, utf8.count) == 0)
    }
    return (text, isValid ? nil : zip(text.utf8, bytes).prefix { $0 == $1 }.count)
  }
}
