import Foundation

extension ByteReader {
  /// Whether one of `words` occurs, as UTF-8, anywhere in the rest of the file, which is read for
  /// it; always `false` for a file that is not UTF-8, which is rejected when it is read.
  ///
  /// - Parameter isMeant: Whether a word counts, given the bytes after it, which are more than 60
  ///   unless the file, or the part that was read, ends there. Complexity: linear in the length of
  ///   the file, in constant memory. Throws ``UsageError`` if the file cannot be read.
  func mentions(
    anyOf words: [String], where isMeant: (Slice<UnsafeRawBufferPointer>) -> Bool = { _ in true }
  ) throws -> Bool {
    try fill()
    if case .other = withUnread({ TextEncoding(ofTextThatBeginsWith: $0) }) { return false }
    let words = words.map { Array($0.utf8) }.filter { !$0.isEmpty }
    // The bytes are searched once for each byte that words begin with.
    let alike = Dictionary(grouping: words) { $0[0] }.values
    let longest = words.map(\.count).max() ?? 0
    while true {
      let isFound = withUnread { bytes in
        alike.contains { Self.contains($0, in: bytes, where: isMeant) }
      }
      if isFound { return true }
      if isComplete { return false }
      // A word may begin in this chunk and end in the next one.
      consume(max(0, unreadCount - max(0, longest - 1)))
      try fill()
    }
  }

  /// Whether one of the words, which begin with the same byte, occurs in the bytes.
  private static func contains(
    _ words: [[UInt8]], in bytes: UnsafeBufferPointer<UInt8>,
    where isMeant: (Slice<UnsafeRawBufferPointer>) -> Bool
  ) -> Bool {
    guard let first = words.first?.first,
      var start = bytes.baseAddress.map(UnsafeRawPointer.init)
    else { return false }
    let end = start + bytes.count
    // Few of the bytes are followed by one that a word goes on with.
    var mayFollow = [Bool](repeating: words.contains { $0.count == 1 }, count: 256)
    for word in words where word.count > 1 { mayFollow[Int(word[1])] = true }
    let goesOn = mayFollow
    while let found = goesOn.withUnsafeBufferPointer({
      Self.next(first, before: $0, from: start, to: end)
    }) {
      let left = end - found
      start = found + 1
      for word in words
      where word.count <= left
        && memcmp(found, word, word.count) == 0
      {
        let rest = UnsafeRawBufferPointer(bytes)
        if isMeant(rest[(bytes.count - left + word.count)...]) { return true }
      }
    }
    return false
  }

  /// The next place of a byte that is the last one, or is followed by one that words go on with.
  private static func next(
    _ first: UInt8, before mayFollow: UnsafeBufferPointer<Bool>, from start: UnsafeRawPointer,
    to end: UnsafeRawPointer
  ) -> UnsafeRawPointer? {
    let mayFollow = mayFollow.baseAddress!
    var start = start
    while let found = memchr(start, Int32(first), end - start) {
      let next = found.assumingMemoryBound(to: UInt8.self) + 1
      if next == end || mayFollow[Int(next.pointee)] { return UnsafeRawPointer(found) }
      start = UnsafeRawPointer(next)
    }
    return nil
  }
}
