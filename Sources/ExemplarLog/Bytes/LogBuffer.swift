import ExemplarMemory

// Bytes: the encoding of numbers and texts in a log.
//
// It does not depend on events. This code runs for each event of each run, so the work is done in
// C: packages build the dependencies of their tests without optimization.

/// Records that are put together, each from its length, its content, and a sum over both, and then written at once.
final class LogBuffer {
  private let bytes = exemplar_records_make()!

  deinit { exemplar_records_free(bytes) }

  /// The complete records; they are there until the next change.
  var records: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes.pointee.bytes, count: bytes.pointee.count)
  }

  func removeAll() { bytes.pointee.count = 0 }

  /// Begins a record after the complete ones.
  func begin() { exemplar_records_begin(bytes) }
  func end() { exemplar_records_end(bytes) }

  func put(byte: UInt8) { exemplar_records_put_byte(bytes, byte) }

  /// Puts a number; small ones take a byte.
  func put(_ number: UInt64) { exemplar_records_put_number(bytes, number) }

  /// Puts a number that is not negative.
  func put(count number: Int) {
    exemplar_records_put_number(bytes, UInt64(truncatingIfNeeded: number))
  }

  /// Puts a number that may be negative; those near zero take a byte.
  func put(signed number: Int) { exemplar_records_put_signed(bytes, Int64(number)) }

  /// Puts a duration in seconds: a number of nanoseconds if it is exactly one, else all its bits.
  func put(seconds: Double) { exemplar_records_put_seconds(bytes, seconds) }

  func put(text: String) {
    var text = text
    text.withUTF8 { exemplar_records_put_text(bytes, $0.baseAddress, $0.count) }
  }
}
