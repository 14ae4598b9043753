import ExemplarMemory

/// Bytes that are read, from the first to the last. It believes nothing: what is no number and no text, or
/// goes beyond the end, is an error.
struct LogCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int

  /// Why bytes cannot be read.
  enum Failure: Error {
    /// They end too early.
    case atEnd
    /// The bytes are not valid content of a log.
    case damaged
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  mutating func byte() throws(Failure) -> UInt8 {
    guard position < bytes.count else { throw .atEnd }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() throws(Failure) -> UInt64 {
    guard let first = bytes.baseAddress else { throw .atEnd }
    var number: UInt64 = 0
    switch exemplar_get_number(first, bytes.count, &position, &number) {
    case 0: return number
    case 1: throw .atEnd
    default: throw .damaged
    }
  }

  /// A number that counts something.
  mutating func count() throws(Failure) -> Int {
    guard let count = Int(exactly: try number()) else { throw .damaged }
    return count
  }

  mutating func signed() throws(Failure) -> Int {
    let number = try number()
    return Int(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }

  mutating func word() throws(Failure) -> UInt64 {
    guard bytes.count - position >= 8 else { throw .atEnd }
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += 8
    return word
  }

  mutating func seconds() throws(Failure) -> Double {
    let number = try number()
    if number & 1 == 0 { return Double(number >> 1) / 1e9 }
    guard number == 1 else { throw .damaged }
    return Double(bitPattern: try word())
  }

  mutating func text() throws(Failure) -> String {
    let count = try count()
    guard count <= bytes.count - position else { throw .atEnd }
    defer { position += count }
    return String(
      decoding: UnsafeBufferPointer(rebasing: bytes[position..<position + count]), as: UTF8.self)
  }

  /// Goes to the end of the record that begins at the cursor.
  ///
  /// - Returns: Its content, if it is all there and whole.
  mutating func record() throws(Failure) -> LogCursor {
    let start = position
    let length = try count()
    guard let first = bytes.baseAddress, length > 2 else { throw .damaged }
    guard length <= bytes.count - position else { throw .atEnd }
    let end = position + length - 2
    let sum = exemplar_check(first + start, end - start)
    guard UInt16(bytes[end]) | UInt16(bytes[end + 1]) << 8 == sum else { throw .damaged }
    defer { position = end + 2 }
    return LogCursor(UnsafeBufferPointer(rebasing: bytes[position..<end]))
  }
}
