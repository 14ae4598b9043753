extension ReportText {
  /// Appends a text as a string of JSON. `<` is escaped too: JSON may stand in a page.
  package mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for (index, byte) in utf8.enumerated() where Self.isSpecialInJSON(byte) {
        bytes.append(contentsOf: utf8[start..<index])
        appendEscaped(json: byte)
        start = index + 1
      }
      bytes.append(contentsOf: utf8[start...])
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends `"key":`, with a comma before it unless it is the first of its object.
  package mutating func append(key: StaticString) {
    if let last = bytes.last, last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
    append(UInt8(ascii: "\""))
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    append(UInt8(ascii: "\""))
    append(UInt8(ascii: ":"))
  }

  package mutating func append(key: StaticString, _ value: String) {
    append(key: key)
    append(json: value)
  }

  package mutating func append(key: StaticString, _ value: Int) {
    append(key: key)
    append(value)
  }

  package mutating func append(key: StaticString, _ value: Bool) {
    append(key: key)
    self += value ? "true" : "false"
  }

  /// Appends a list of strings.
  package mutating func append(key: StaticString, _ values: some Sequence<String>) {
    append(key: key)
    append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      append(json: value)
    }
    append(UInt8(ascii: "]"))
  }

  private static func isSpecialInJSON(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || byte == UInt8(ascii: "<") || byte == 0x7F
  }

  private mutating func appendEscaped(json byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): self += "\\\""
    case UInt8(ascii: "\\"): self += "\\\\"
    case 0x0A: self += "\\n"
    case 0x0D: self += "\\r"
    case 0x09: self += "\\t"
    default:
      self += "\\u00"
      for digit in [byte >> 4, byte & 15] {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
