import ExemplarMemory

// Bytes: numbers and texts as they stand in a log.
//
// It knows nothing of events. What is written here is written for each event of each run, so there is no
// array and no closure in it: packages build the dependencies of their tests without optimization.

/// A record that is being put together: its length, its content, and a sum over both.
final class LogBuffer {
  private var start: UnsafeMutablePointer<UInt8>
  private var count = LogBuffer.room
  private var capacity: Int
  /// What ``end()`` has put together.
  private(set) var record: UnsafeMutableBufferPointer<UInt8>

  /// What is kept free before the content, for its length.
  private static let room = 10

  init(capacity: Int = 1 << 12) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
    record = UnsafeMutableBufferPointer(start: start, count: 0)
  }

  deinit { start.deallocate() }

  /// Begins with a record.
  func begin() { count = Self.room }

  private func reserve(_ more: Int) {
    if count + more <= capacity { return }
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }

  func put(byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }

  /// Puts a number; small ones take a byte.
  func put(_ number: UInt64) {
    reserve(10)
    if number < 0x80 {
      start[count] = UInt8(truncatingIfNeeded: number)
      count += 1
    } else {
      count += exemplar_put_number(start + count, number)
    }
  }

  /// Puts a number that is not negative.
  func put(count number: Int) { put(UInt64(bitPattern: Int64(number))) }

  /// Puts a number that may be negative; those near zero take a byte.
  func put(signed number: Int) {
    let number = Int64(number)
    put(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  /// Puts eight bytes.
  func put(word: UInt64) {
    reserve(8)
    for shift in 0..<8 { start[count + shift] = UInt8(truncatingIfNeeded: word >> (8 * shift)) }
    count += 8
  }

  /// Puts a duration in seconds: a number of nanoseconds if it is exactly one, else all its bits.
  func put(seconds: Double) {
    let nanoseconds = seconds * 1e9
    if nanoseconds >= 0, nanoseconds < 1e15 {
      let whole = nanoseconds.rounded()
      if (whole / 1e9).bitPattern == seconds.bitPattern { return put(UInt64(whole) << 1) }
    }
    put(byte: 1)
    put(word: seconds.bitPattern)
  }

  func put(text: String) {
    var text = text
    text.withUTF8 { bytes in
      put(count: bytes.count)
      guard let first = bytes.baseAddress else { return }
      reserve(bytes.count)
      (start + count).update(from: first, count: bytes.count)
      count += bytes.count
    }
  }

  /// Ends the record.
  func end() {
    reserve(2)
    let length = UInt64(count + 2 - Self.room)
    var size = 1
    while length >> UInt64(7 * size) > 0 { size += 1 }
    let first = start + (Self.room - size)
    _ = exemplar_put_number(first, length)
    let sum = exemplar_check(first, count - Self.room + size)
    start[count] = UInt8(truncatingIfNeeded: sum)
    start[count + 1] = UInt8(truncatingIfNeeded: sum >> 8)
    count += 2
    record = UnsafeMutableBufferPointer(start: first, count: count - Self.room + size)
  }
}
