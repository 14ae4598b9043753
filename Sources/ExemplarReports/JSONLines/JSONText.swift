import Foundation

/// JSON text, in the form of `JSONEncoder` with sorted keys and unescaped slashes. Callers append
/// keys in alphabetical order.
struct JSONText {
  private var text = ReportText()
  var bytes: [UInt8] { text.bytes }
  /// Whether a comma has to come before the next value or key.
  private var needsComma = false
  /// A number that JSON cannot have.
  private(set) var invalidNumber: Double?

  mutating func removeAll() {
    text.removeAll()
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
    text.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { text.bytes.append(contentsOf: $0) }
    text.append(UInt8(ascii: "\""))
    text.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func put(_ string: String) {
    beginText()
    append(string)
    endText()
  }

  mutating func put(_ number: some FixedWidthInteger) {
    putComma()
    text += String(number)
  }

  mutating func put(_ flag: Bool) {
    putComma()
    text += flag ? "true" : "false"
  }

  mutating func put(_ number: Double) {
    putComma()
    if !number.isFinite { invalidNumber = number }
    let digits = number.description
    text += digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  /// Begins a text, the parts of which are appended.
  mutating func beginText() {
    putComma()
    text.append(UInt8(ascii: "\""))
  }

  mutating func endText() { text.append(UInt8(ascii: "\"")) }

  /// Appends to a text.
  mutating func append(_ part: some StringProtocol) { text.append(partOfJSON: part, inPage: false) }

  private mutating func begin(_ mark: UInt8) {
    putComma()
    text.append(mark)
    needsComma = false
  }

  private mutating func end(_ mark: UInt8) {
    text.append(mark)
    needsComma = true
  }

  private mutating func putComma() {
    if needsComma { text.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}
