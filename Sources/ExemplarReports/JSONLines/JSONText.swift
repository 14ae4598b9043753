import Foundation

/// Text of JSON that is being put together, as `JSONEncoder` would write it with sorted keys and slashes as
/// they are: who puts keys puts them in alphabetical order.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  /// Whether a comma has to come before the next value or key.
  private var needsComma = false
  /// A number that JSON cannot have.
  private(set) var invalidNumber: Double?

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
    invalidNumber = nil
  }

  mutating func beginObject() { begin(UInt8(ascii: "{")) }
  mutating func endObject() { end(UInt8(ascii: "}")) }
  mutating func beginList() { begin(UInt8(ascii: "[")) }
  mutating func endList() { end(UInt8(ascii: "]")) }

  /// Puts a key; its value is put next.
  mutating func key(_ key: StaticString) {
    putComma()
    bytes.append(UInt8(ascii: "\""))
    append(key)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func put(_ text: String) {
    putComma()
    bytes.append(UInt8(ascii: "\""))
    append(text)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func put(_ number: some FixedWidthInteger) {
    putComma()
    append(String(number))
  }

  mutating func put(_ flag: Bool) {
    putComma()
    append(flag ? "true" : "false" as StaticString)
  }

  mutating func put(_ number: Double) {
    putComma()
    if !number.isFinite { invalidNumber = number }
    let text = number.description
    append(text.hasSuffix(".0") ? text.dropLast(2) : text[...])
  }

  /// Begins a text, the parts of which are appended.
  mutating func beginText() {
    putComma()
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func endText() { bytes.append(UInt8(ascii: "\"")) }

  /// Appends to a text.
  mutating func append(_ text: some StringProtocol) {
    var text = String(text)
    text.withUTF8 { utf8 in
      // Nearly all texts hold nothing to escape.
      if utf8.contains(where: Self.needsEscape) {
        for byte in utf8 { append(escaping: byte) }
      } else {
        bytes.append(contentsOf: utf8)
      }
    }
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func append(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"" as StaticString)
    case UInt8(ascii: "\\"): append("\\\\" as StaticString)
    case 0x08: append("\\b" as StaticString)
    case 0x0C: append("\\f" as StaticString)
    case 0x0A: append("\\n" as StaticString)
    case 0x0D: append("\\r" as StaticString)
    case 0x09: append("\\t" as StaticString)
    case 0..<0x20:
      append("\\u00" as StaticString)
      bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      bytes.append(Array("0123456789abcdef".utf8)[Int(byte % 16)])
    default: bytes.append(byte)
    }
  }

  private mutating func begin(_ mark: UInt8) {
    putComma()
    bytes.append(mark)
    needsComma = false
  }

  private mutating func end(_ mark: UInt8) {
    bytes.append(mark)
    needsComma = true
  }

  private mutating func putComma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}
