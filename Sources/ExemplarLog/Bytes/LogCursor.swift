import ExemplarMemory

/// Bytes that are read, from the first to the last. Treats its input as untrusted.
///
/// After bytes that are not a number or a text, or go beyond the end, it returns zeros and empty texts, and
/// ``failure`` states why.
struct LogCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  /// Why bytes could not be read.
  private(set) var failure: Failure?

  enum Failure: Error {
    /// They end too early.
    case atEnd
    /// The bytes are not valid content of a log.
    case damaged
  }

  init(
    _ bytes: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0),
    from position: Int = 0
  ) {
    self.bytes = bytes
    self.position = position
  }

  mutating func fail(_ failure: Failure = .damaged) {
    if self.failure == nil { self.failure = failure }
    position = bytes.count
  }

  mutating func byte() -> UInt8 {
    guard position < bytes.count else {
      fail(.atEnd)
      return 0
    }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() -> UInt64 {
    var number: UInt64 = 0
    guard let first = bytes.baseAddress else {
      fail(.atEnd)
      return 0
    }
    let result = exemplar_get_number(first, bytes.count, &position, &number)
    if result == 0 { return number }
    fail(result == 1 ? .atEnd : .damaged)
    return 0
  }

  mutating func count() -> Int {
    let number = number()
    if number > UInt64(Int.max) { fail() }
    return Int(truncatingIfNeeded: failure == nil ? number : 0)
  }

  /// The number of elements that follow, each at least a byte.
  mutating func elements() -> Int {
    let count = count()
    if count <= bytes.count - position { return count }
    fail()
    return 0
  }

  mutating func signed() -> Int {
    let number = number()
    return Int(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }

  mutating func seconds() -> Double {
    let number = number()
    if number & 1 == 0 { return Double(number >> 1) / 1e9 }
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(byte()) << UInt64(8 * index) }
    if number != 1 { fail() }
    return Double(bitPattern: word)
  }

  mutating func text() -> String {
    let count = elements()
    defer { position += count }
    return String(
      decoding: UnsafeBufferPointer(rebasing: bytes[position..<position + count]), as: UTF8.self)
  }

  /// Goes to the end of the record that begins at the cursor.
  ///
  /// - Returns: Its content, if it is all there and whole.
  mutating func record() -> LogCursor? {
    let start = position
    let length = count()
    guard failure == nil, length > 2, let first = bytes.baseAddress else {
      fail()
      return nil
    }
    guard length <= bytes.count - position else {
      fail(.atEnd)
      return nil
    }
    let end = position + length - 2
    let sum = exemplar_check(first + start, end - start)
    guard UInt16(bytes[end]) | UInt16(bytes[end + 1]) << 8 == sum else {
      fail()
      return nil
    }
    defer { position = end + 2 }
    return LogCursor(UnsafeBufferPointer(rebasing: bytes[position..<end]))
  }
}
