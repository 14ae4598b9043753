import ExemplarCore

extension JSONScanner {
  /// Reads a string.
  mutating func string() throws -> String {
    try expect("\"", "to begin a string")
    let start = index
    // Most strings have no escape: they are taken as they are.
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != 0x5C,
      bytes[index] >= 0x20
    { advance() }
    var text = try decoded(start..<index)
    while true {
      guard !isAtEnd else { throw unexpected("\u{201C}\"\u{201D} to end a string") }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        advance()
        return text
      case 0x5C:
        text.unicodeScalars.append(try escape())
      case ..<0x20:
        throw unexpected("\u{201C}\"\u{201D} to end a string; control characters must be escaped")
      default:
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != 0x5C,
          bytes[index] >= 0x20
        { advance() }
        text += try decoded(start..<index)
      }
    }
  }

  private func decoded(_ range: Range<Int>) throws -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard text.utf8.count == range.count, text.utf8.elementsEqual(bytes[range]) else {
      throw AuthoringMistake("The file is not valid UTF-8 here. Save it as UTF-8.", at: place)
    }
    return text
  }

  private mutating func escape() throws -> Unicode.Scalar {
    advance()
    guard !isAtEnd else { throw unexpected("a character after \u{201C}\\\u{201D}") }
    let byte = bytes[index]
    let plain: [UInt8: Unicode.Scalar] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
      UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    if let scalar = plain[byte] {
      advance()
      return scalar
    }
    guard byte == UInt8(ascii: "u") else {
      throw unexpected("one of \"\\/bfnrtu after \u{201C}\\\u{201D}")
    }
    advance()
    let first = try codeUnit()
    guard UTF16.isLeadSurrogate(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw unexpected("a paired surrogate") }
      return scalar
    }
    guard index + 1 < bytes.count, bytes[index] == 0x5C, bytes[index + 1] == UInt8(ascii: "u")
    else { throw unexpected("the second half of a surrogate pair") }
    advance()
    advance()
    let second = try codeUnit()
    guard UTF16.isTrailSurrogate(second) else {
      throw unexpected("the second half of a surrogate pair")
    }
    let (high, low) = (UInt32(first) & 0x3FF, UInt32(second) & 0x3FF)
    return Unicode.Scalar(0x10000 + (high << 10 | low)) ?? "\u{FFFD}"
  }

  private mutating func codeUnit() throws -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard !isAtEnd, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue,
        bytes[index] < 0x80
      else { throw unexpected("four hexadecimal digits after \u{201C}\\u\u{201D}") }
      unit = unit << 4 | UInt16(digit)
      advance()
    }
    return unit
  }
}
