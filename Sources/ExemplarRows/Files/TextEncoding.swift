import ExemplarCore
import Foundation

/// The encoding of a text according to its first bytes.
enum TextEncoding {
  /// UTF-8, with a mark of so many bytes.
  case utf8(mark: Int)
  case other

  init(ofTextThatBeginsWith bytes: some Collection<UInt8>) {
    let start = Array(bytes.prefix(3))
    if start == [0xEF, 0xBB, 0xBF] {
      self = .utf8(mark: 3)
    } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
      || (start.count > 1 && (start[0] == 0 || start[1] == 0))
    {
      self = .other
    } else {
      self = .utf8(mark: 0)
    }
  }

  static func mistake(in path: String) -> UsageError {
    UsageError(
      "The file is not UTF-8 but looks like UTF-16 or UTF-32. Save it as UTF-8.",
      at: Place(path: path, line: 1, column: 1))
  }
}

extension String {
  /// The text that bytes are as UTF-8; `invalid` is the index of the first byte that is not.
  static func validating(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (text: String, invalid: Int?) {
    var text = String(decoding: bytes, as: UTF8.self)
    let count = bytes.count
    // Invalid UTF-8 has been replaced, so that the text differs.
    let invalid = text.withUTF8 { utf8 -> Int? in
      guard let given = bytes.baseAddress, let valid = utf8.baseAddress else { return nil }
      if utf8.count == count, memcmp(valid, given, count) == 0 { return nil }
      return zip(utf8, bytes).prefix { $0 == $1 }.count
    }
    return (text, invalid)
  }
}
