import Foundation

/// Reads the lines of a file that are not blank.
///
/// A line ends with a line feed, or a pair of carriage return and line feed.
struct LineReader {
  /// A line, with its number counted from 1.
  struct Line {
    var number: Int
    /// `nil` if there are too many.
    var bytes: [UInt8]?
  }

  private let reader: ByteReader
  /// Whether a carriage return alone ends a line too.
  private let endsAtReturn: Bool
  private var number = 0
  private var newLine = NextByte(0x0A)
  private var carriageReturn = NextByte(0x0D)

  init(_ reader: ByteReader, endsAtReturn: Bool = false) {
    self.reader = reader
    self.endsAtReturn = endsAtReturn
  }

  /// The next line that is not blank; `nil` after the last one.
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
        return Line(number: number)
      }
      let line = reader.withUnread { bytes -> [UInt8]? in
        let line = bytes.prefix(length)
        return line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? nil : Array(line)
      }
      consume(end?.next ?? length)
      if let line { return Line(number: number, bytes: line) }
      if end == nil { return nil }
    }
  }

  /// Skips a line that is too long.
  private mutating func skipRest() throws {
    while true {
      if let end = end() { return consume(end.next) }
      if reader.isComplete { return consume(reader.unreadCount) }
      // A carriage return at the end may be the first half of a pair.
      consume(max(0, reader.unreadCount - 1))
      try reader.fill()
    }
  }

  /// The number of unread bytes before the end of the line, and before the next line; `nil` if more
  /// bytes are needed to find it, or no bytes are left.
  private mutating func end() -> (length: Int, next: Int)? {
    let newLine = reader.withUnread { self.newLine.index(in: $0) }
    guard endsAtReturn,
      let carriageReturn = reader.withUnread({ self.carriageReturn.index(in: $0) }),
      carriageReturn < newLine ?? .max
    else {
      return newLine.map { ($0, $0 + 1) }
    }
    if newLine == carriageReturn + 1 { return (carriageReturn, carriageReturn + 2) }
    let isLast = carriageReturn + 1 == reader.unreadCount
    return isLast && !reader.isComplete ? nil : (carriageReturn, carriageReturn + 1)
  }

  private mutating func consume(_ count: Int) {
    reader.consume(count)
    newLine.consume(count)
    carriageReturn.consume(count)
  }
}

/// Finds a byte in those that are unread, each of which is searched once.
private struct NextByte {
  private let byte: Int32
  private var found: Int?
  /// The number of bytes that are known to be others.
  private var others = 0

  init(_ byte: Int32) { self.byte = byte }

  mutating func index(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    // After an error, nothing is unread.
    guard let start = bytes.baseAddress, others < bytes.count else { return nil }
    if let found { return found }
    if let end = memchr(start + others, byte, bytes.count - others) {
      found = UnsafeRawPointer(end) - UnsafeRawPointer(start)
      others = found ?? others
    } else {
      others = bytes.count
    }
    return found
  }

  mutating func consume(_ count: Int) {
    if let index = found { found = index < count ? .none : index - count }
    others = max(0, others - count)
  }
}
