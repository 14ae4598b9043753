extension ReportText {
  package mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    append(partOfJSON: text, inPage: true)
    append(UInt8(ascii: "\""))
  }

  /// Appends a part of a JSON string, without quotation marks.
  ///
  /// - Parameter inPage: Whether `<` and invisible characters are escaped too, since it may be in a
  ///   page.
  package mutating func append(partOfJSON text: some StringProtocol, inPage: Bool) {
    var text = String(text)
    text.withUTF8 { utf8 in
      // A loop that is quick without optimization, too: nearly all texts hold nothing to escape.
      guard let base = utf8.baseAddress else { return }
      var (start, index) = (0, 0)
      while index < utf8.count {
        let byte = base[index]
        if Self.isSpecialInJSON(byte, inPage: inPage) {
          bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: index - start))
          appendEscaped(json: byte)
          start = index + 1
        } else if inPage, byte >= 0x80, let (scalar, length) = Self.control(in: utf8, at: index) {
          bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: index - start))
          String(scalar).utf16.forEach { append(escapedInJSON: $0) }
          start = index + length
        }
        index += 1
      }
      bytes.append(
        contentsOf: UnsafeBufferPointer(start: base + start, count: utf8.count - start))
    }
  }

  /// Appends the comma before a field or an element, unless it is the first one, or the value of a field.
  mutating func separate() {
    let count = bytes.count
    if count == 0 { return }
    let last = bytes[count - 1]
    // Braces, brackets, colons and commas; numbers, because this runs for each field.
    if last != 0x7B, last != 0x5B, last != 0x3A, last != 0x2C { append(UInt8(ascii: ",")) }
  }

  /// Appends `"key":`, with a comma before it unless it is the first of its object.
  package mutating func append(key: StaticString) {
    separate()
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

  package mutating func append(key: StaticString, _ values: some Sequence<String>) {
    append(key: key)
    list(values) { $0.append(json: $1) }
  }

  /// Appends a list whose elements a closure appends, after the key if there is one.
  mutating func list<Element>(
    key: StaticString? = nil, _ elements: some Sequence<Element>,
    _ append: (inout ReportText, Element) -> Void
  ) {
    if let key { self.append(key: key) }
    self.append(UInt8(ascii: "["))
    for element in elements {
      separate()
      append(&self, element)
    }
    self.append(UInt8(ascii: "]"))
  }

  /// Appends an object whose fields a closure appends, after the key if there is one.
  mutating func object(key: StaticString? = nil, _ fields: (inout ReportText) -> Void) {
    if let key { append(key: key) }
    append(UInt8(ascii: "{"))
    fields(&self)
    append(UInt8(ascii: "}"))
  }

  private static func isSpecialInJSON(_ byte: UInt8, inPage: Bool) -> Bool {
    // Quotation marks, backslashes and `<`; numbers, because this runs for each byte.
    byte < 0x20 || byte == 0x22 || byte == 0x5C || (inPage && (byte == 0x3C || byte == 0x7F))
  }

  private mutating func appendEscaped(json byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): self += "\\\""
    case UInt8(ascii: "\\"): self += "\\\\"
    case 0x08: self += "\\b"
    case 0x0C: self += "\\f"
    case 0x0A: self += "\\n"
    case 0x0D: self += "\\r"
    case 0x09: self += "\\t"
    default: append(escapedInJSON: UInt16(byte))
    }
  }

  private mutating func append(escapedInJSON unit: UInt16) {
    self += "\\u"
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(unit >> shift & 15)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
