import ExemplarMemory

// Bytes: the encoding of numbers and texts in a log.
//
// It does not depend on events. This code runs for each event of each run, so the work is done in
// C: packages build the dependencies of their tests without optimization.

/// A record that is being put together: its length, its content, and a sum over both.
final class LogBuffer {
  private let bytes = exemplar_record_make()!

  deinit { exemplar_record_free(bytes) }

  /// What ``end()`` has put together; it is there until the next ``begin()``.
  var record: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: bytes.pointee.bytes + bytes.pointee.start,
      count: bytes.pointee.count - bytes.pointee.start)
  }

  func begin() { exemplar_record_begin(bytes) }
  func end() { exemplar_record_end(bytes) }

  func put(byte: UInt8) { exemplar_record_put_byte(bytes, byte) }

  /// Puts a number; small ones take a byte.
  func put(_ number: UInt64) { exemplar_record_put_number(bytes, number) }

  /// Puts a number that is not negative.
  func put(count number: Int) {
    exemplar_record_put_number(bytes, UInt64(truncatingIfNeeded: number))
  }

  /// Puts a number that may be negative; those near zero take a byte.
  func put(signed number: Int) { exemplar_record_put_signed(bytes, Int64(number)) }

  /// Puts a duration in seconds: a number of nanoseconds if it is exactly one, else all its bits.
  func put(seconds: Double) { exemplar_record_put_seconds(bytes, seconds) }

  func put(text: String) {
    var text = text
    text.withUTF8 { exemplar_record_put_text(bytes, $0.baseAddress, $0.count) }
  }
}
