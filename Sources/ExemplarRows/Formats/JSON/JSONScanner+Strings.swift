import ExemplarCore

extension JSONScanner {
  mutating func string() throws -> String {
    try expect("\"", "to begin a string")
    let start = index
    // Most strings have no escape: they are taken as they are.
    let isASCII = skipPlainText()
    var text = try decoded(start..<index, isASCII: isASCII)
    while true {
      guard !isAtEnd else { throw unexpected("\u{201C}\"\u{201D} to end a string") }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        advance()
        return text
      case 0x5C:
        text.unicodeScalars.append(try escape())
      case ..<0x20:
        throw unexpected("\u{201C}\"\u{201D} or an escape")
      default:
        let start = index
        let isASCII = skipPlainText()
        text += try decoded(start..<index, isASCII: isASCII)
      }
    }
  }

  private func decoded(_ range: Range<Int>, isASCII: Bool) throws -> String {
    if isASCII { return ascii(range) }
    let (text, invalid) = String.validating(.init(rebasing: bytes[range]))
    guard let invalid else { return text }
    throw UsageError(
      "The file is not valid UTF-8 here. Save it as UTF-8.",
      at: place(at: range.lowerBound + invalid))
  }

  private mutating func escape() throws -> Unicode.Scalar {
    let start = index
    advance()
    guard !isAtEnd else { throw unexpected("a character after \u{201C}\\\u{201D}") }
    let scalar: Unicode.Scalar
    switch bytes[index] {
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"):
      advance()
      return try scalarOfEscape(from: start)
    default: throw unexpected("one of \"\\/bfnrtu after \u{201C}\\\u{201D}")
    }
    advance()
    return scalar
  }

  /// Reads what follows `\u`; the escape began at `start`.
  private mutating func scalarOfEscape(from start: Int) throws -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let escaped = String(decoding: bytes[start..<index], as: UTF8.self)
    guard UTF16.isLeadSurrogate(first) else {
      throw malformed(
        "\(escaped) is the second half of a surrogate pair without a first", at: start)
    }
    let lonely = malformed(
      "\(escaped) is the first half of a surrogate pair without a second", at: start)
    guard index + 1 < bytes.count, bytes[index] == 0x5C, bytes[index + 1] == UInt8(ascii: "u")
    else { throw lonely }
    advance()
    advance()
    let second = try codeUnit()
    guard UTF16.isTrailSurrogate(second) else { throw lonely }
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
