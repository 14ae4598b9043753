extension PlistScanner {
  /// Reads the text between `tag` and the tag that closes it.
  mutating func text(of tag: Tag) throws -> String {
    guard tag.kind == .opening else { return "" }
    var text: [UInt8] = []
    while !isNext("</") {
      guard !isAtEnd else { throw unexpected("</\(tag.name)>") }
      switch bytes[index] {
      case UInt8(ascii: "<"): try markup(in: tag, &text)
      case UInt8(ascii: "&"): try reference(&text)
      default: try character(&text)
      }
    }
    let last = try self.tag("</\(tag.name)>")
    try check(last, closes: tag)
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func markup(in tag: Tag, _ text: inout [UInt8]) throws {
    if isNext("<!--") {
      try skip(past: "-->", of: "a comment")
    } else if isNext("<?") {
      try skip(past: "?>", of: "an instruction")
    } else if isNext("<![CDATA[") {
      let start = self
      for _ in 0..<9 { advance() }
      while !isNext("]]>") {
        if isAtEnd {
          throw start.mistake(
            "Malformed property list: a CDATA section that begins here has no end; expected "
              + "\u{201C}]]>\u{201D}.")
        }
        try character(&text)
      }
      for _ in 0..<3 { advance() }
    } else {
      let expected = unexpected("</\(tag.name)>")
      throw mistake(expected.message + " In a text, \u{201C}<\u{201D} is written &lt;.")
    }
  }

  /// Moves one byte of a text to `text`. New lines of every kind become one, as XML has it.
  private mutating func character(_ text: inout [UInt8]) throws {
    switch bytes[index] {
    case 0x0D:
      advance()
      if !isNext("\n") { text.append(0x0A) }
    case let byte where byte >= 0x20 || byte.isXMLSpace:
      text.append(byte)
      advance()
    default: throw unexpected("a character that XML allows")
    }
  }

  /// Reads what begins with `&`.
  private mutating func reference(_ text: inout [UInt8]) throws {
    let name = bytes[(index + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
    let isClosed = name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: ";")
    guard isClosed, !name.isEmpty, name.allSatisfy(\.isReferenceName) else {
      throw mistake("Malformed property list: \u{201C}&\u{201D} is written &amp; in a text.")
    }
    let written = String(decoding: name, as: UTF8.self)
    guard let scalar = Self.scalar(named: written) else {
      throw mistake(
        written.hasPrefix("#")
          ? "&\(written); is not a character that XML allows."
          : "There is no entity &\(written);. Property lists have &lt; &gt; &amp; &quot; &apos; and "
            + "characters by number, such as &#8364;.")
    }
    text += Array(String(Character(scalar)).utf8)
    while index <= name.endIndex { advance() }
  }

  private static func scalar(named name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.first == "#" else { return nil }
    let isHex = name.dropFirst().first == "x"
    let digits = name.dropFirst(isHex ? 2 : 1)
    guard digits.first?.isHexDigit == true,
      let scalar = UInt32(digits, radix: isHex ? 16 : 10).flatMap({ Unicode.Scalar($0) })
    else { return nil }
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20..<0xFFFE, 0x10000...: return scalar
    default: return nil
    }
  }
}

extension UInt8 {
  fileprivate var isReferenceName: Bool {
    self == UInt8(ascii: "#") || (self < 0x80 && Character(Unicode.Scalar(self)).isLetter)
      || (self < 0x80 && Character(Unicode.Scalar(self)).isNumber)
  }
}
