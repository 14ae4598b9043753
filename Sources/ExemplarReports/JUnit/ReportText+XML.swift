extension ReportText {
  /// Appends ` name="value"`.
  mutating func append(_ attribute: StaticString, xml value: String) {
    begin(attribute)
    append(xml: value, isAttribute: true)
    append(UInt8(ascii: "\""))
  }

  mutating func append(_ attribute: StaticString, xml value: Int) {
    begin(attribute)
    append(value)
    append(UInt8(ascii: "\""))
  }

  mutating func append(_ attribute: StaticString, xml seconds: Double, digits: Int) {
    begin(attribute)
    append(seconds, digits: digits)
    append(UInt8(ascii: "\""))
  }

  mutating func begin(_ attribute: StaticString) {
    append(UInt8(ascii: " "))
    attribute.withUTF8Buffer { bytes.append(contentsOf: $0) }
    append(UInt8(ascii: "="))
    append(UInt8(ascii: "\""))
  }

  /// Appends a text so that XML 1.0 can contain it.
  ///
  /// Characters that no document can contain, such as NUL, become `\u{0}`. In text that looks like
  /// this already, the backslash is escaped the same way, so that different texts stay different.
  mutating func append(xml text: String, isAttribute: Bool = false) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      var index = 0
      while index < utf8.count {
        let byte = utf8[index]
        guard Self.isSpecialInXML[Int(byte)] else {
          index += 1
          continue
        }
        let (count, escape) = Self.escape(utf8[index...], isAttribute: isAttribute)
        if let escape {
          bytes.append(contentsOf: utf8[start..<index])
          self += escape
          start = index + count
        }
        index += count
      }
      bytes.append(contentsOf: utf8[start...])
    }
  }

  /// The bytes that may begin something to escape.
  private static let isSpecialInXML: [Bool] = (0..<256).map { byte in
    byte < 0x20 || "<>&\"\\:".utf8.contains(UInt8(byte)) || byte == 0xEF
  }

  /// The replacement for the first of `utf8`, and how many of them it replaces; `nil` if they need
  /// none.
  private static func escape(
    _ utf8: Slice<UnsafeBufferPointer<UInt8>>, isAttribute: Bool
  ) -> (Int, String?) {
    switch utf8.first! {
    case UInt8(ascii: "<"): return (1, "&lt;")
    // Not only in `]]>`: readers of old take the others for ends too.
    case UInt8(ascii: ">"): return (1, "&gt;")
    case UInt8(ascii: "&"): return (1, "&amp;")
    case UInt8(ascii: "\""): return (1, isAttribute ? "&quot;" : nil)
    // GitHub takes a line that begins with two colons for a command.
    case UInt8(ascii: ":"):
      return (1, !isAttribute && utf8.starts(with: "::".utf8) ? "&#58;" : nil)
    case 0x09: return (1, isAttribute ? "&#9;" : nil)
    case 0x0A: return (1, isAttribute ? "&#10;" : nil)
    case 0x0D: return (1, "&#13;")
    case UInt8(ascii: "\\"): return (1, utf8.starts(with: Array("\\u{".utf8)) ? "\\u{5C}" : nil)
    case 0xEF:
      // U+FFFE and U+FFFF
      if utf8.starts(with: [0xEF, 0xBF, 0xBE]) { return (3, "\\u{FFFE}") }
      if utf8.starts(with: [0xEF, 0xBF, 0xBF]) { return (3, "\\u{FFFF}") }
      return (3, nil)
    case let control: return (1, "\\u{\(String(control, radix: 16, uppercase: true))}")
    }
  }
}
