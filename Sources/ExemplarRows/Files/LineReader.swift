import Foundation

/// Reads the lines of a file that are not empty.
///
/// A line ends with a line feed, or a pair of carriage return and line feed.
struct LineReader {
  /// A line, with its number counted from 1; its bytes are `nil` if there are too many.
  typealias Line = (number: Int, bytes: [UInt8]?)

  private let reader: ByteReader
  /// Whether a carriage return alone ends a line too.
  private let endsAtReturn: Bool
  /// Whether a line of white space is skipped as an empty one is.
  private let skipsSpaces: Bool
  private var number = 0

  init(_ reader: ByteReader, endsAtReturn: Bool = false, skippingSpaces skipsSpaces: Bool = true) {
    self.reader = reader
    self.endsAtReturn = endsAtReturn
    self.skipsSpaces = skipsSpaces
  }

  /// The next line that is not empty; `nil` after the last one.
  mutating func next() throws -> Line? {
    while true {
      number += 1
      var end = end()
      while end == nil, !reader.isComplete, reader.unreadCount <= reader.longestRow {
        try reader.fill()
        end = self.end()
      }
      let length = end?.length ?? reader.unreadCount
      if length > reader.longestRow {
        try skipRest()
        return (number, nil)
      }
      let line = reader.withUnread { bytes -> [UInt8]? in
        let line = bytes.prefix(length)
        let isEmpty =
          skipsSpaces
          ? line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } : line.isEmpty
        return isEmpty ? nil : Array(line)
      }
      reader.consume(end?.next ?? length)
      if let line { return (number, line) }
      if end == nil { return nil }
    }
  }

  /// Skips a line that is too long.
  private func skipRest() throws {
    while true {
      if let end = end() { return reader.consume(end.next) }
      if reader.isComplete { return reader.consume(reader.unreadCount) }
      // A carriage return at the end may be the first half of a pair.
      reader.consume(max(0, reader.unreadCount - 1))
      try reader.fill()
    }
  }

  /// The number of unread bytes before the end of the line, and before the next line; `nil` if more
  /// bytes are needed to find it, or no bytes are left.
  private func end() -> (length: Int, next: Int)? {
    reader.withUnread { bytes in
      func index(of byte: Int32, before end: Int) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, byte, end) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
      }
      let newLine = index(of: 0x0A, before: bytes.count)
      guard endsAtReturn, let end = index(of: 0x0D, before: newLine ?? bytes.count) else {
        return newLine.map { ($0, $0 + 1) }
      }
      if newLine == end + 1 { return (end, end + 2) }
      let isLast = end + 1 == bytes.count
      return isLast && !reader.isComplete ? nil : (end, end + 1)
    }
  }
}
