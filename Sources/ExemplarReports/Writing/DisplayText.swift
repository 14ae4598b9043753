package enum DisplayText {
  package static func columns(of text: String) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

  /// The beginning of a text, with an ellipsis if there is more.
  package static func beginning(of text: String, columns limit: Int) -> String {
    if columns(of: text) <= limit { return text }
    return prefix(of: text, columns: limit - 1) + "…"
  }

  /// The end of a text, after an ellipsis if it is shortened: the end distinguishes examples.
  package static func end(of text: String, columns limit: Int) -> String {
    if columns(of: text) <= limit { return text }
    return "…" + String(prefix(of: text.reversed(), columns: limit - 1).reversed())
  }

  /// The text behind the first elements of a list about the others, such as `and 3 more`; empty if there are none.
  package static func more(_ count: Int, before: String = " ", after: String = "") -> String {
    count > 0 ? "\(before)and \(count) more\(after)" : ""
  }

  private static func prefix(of characters: some Sequence<Character>, columns limit: Int) -> String
  {
    var taken = 0
    var result = ""
    for character in characters {
      taken += columns(of: character)
      if taken > limit { break }
      result.append(character)
    }
    return result
  }

  /// The columns of a character: two for those that East Asian writing and emoji have.
  private static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.isASCII { return 1 }
    if scalar.properties.generalCategory == .nonspacingMark { return 0 }
    // The scalar requests the colorful form of a character that would be narrow.
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    return isWide(scalar) ? 2 : 1
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    return wide.contains { $0.contains(scalar.value) }
  }

  /// The blocks of wide characters in Unicode's East Asian widths.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]
}
