import Foundation

extension ByteReader {
  /// Whether one of `words` stands, as UTF-8, anywhere in what is left, which is read for that.
  ///
  /// Complexity: linear in the length of the file, in memory that does not grow with it. Throws
  /// ``AuthoringMistake`` if the file cannot be read.
  func mentions(anyOf words: [String]) throws -> Bool {
    let words = words.map { Array($0.utf8) }
    let longest = words.map(\.count).max() ?? 0
    repeat {
      try fill()
      let isFound = withUnread { bytes in
        words.contains { Self.contains($0, in: bytes) }
      }
      if isFound { return true }
      // A word may begin in this chunk and end in the next one.
      consume(max(0, unreadCount - max(0, longest - 1)))
    } while !isComplete
    return false
  }

  private static func contains(_ word: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = word.first, var start = bytes.baseAddress.map(UnsafeRawPointer.init) else {
      return word.isEmpty
    }
    let end = start + bytes.count
    while end - start >= word.count,
      let found = memchr(start, Int32(first), end - start - word.count + 1)
    {
      if memcmp(found, word, word.count) == 0 { return true }
      start = UnsafeRawPointer(found) + 1
    }
    return false
  }
}
