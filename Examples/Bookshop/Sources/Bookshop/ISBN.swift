/// The International Standard Book Number of one edition of a book.
public struct ISBN: Sendable, Hashable, CustomStringConvertible {
  /// The 13 digits, without hyphens.
  public let isbn13: String

  /// Reads an ISBN-10 or an ISBN-13, with or without hyphens and spaces.
  public init(_ text: String) throws(ISBN.Problem) {
    var characters = text.filter { $0 != "-" && $0 != " " }
    if characters.count == 10, characters.last == "x" {
      characters = characters.dropLast() + "X"
    }
    for (index, character) in characters.enumerated() where !character.isDecimalDigit {
      let isFinalX = character == "X" && index == 9 && characters.count == 10
      guard isFinalX else { throw .wrongCharacter(character) }
    }
    switch characters.count {
    case 10:
      try Self.check(characters, expected: Self.checkDigit10(of: characters.prefix(9)))
      let prefixed = "978" + characters.prefix(9)
      isbn13 = prefixed + String(Self.checkDigit13(of: prefixed))
    case 13:
      let prefix = String(characters.prefix(3))
      guard prefix == "978" || prefix == "979" else { throw .wrongPrefix(prefix) }
      try Self.check(characters, expected: Self.checkDigit13(of: characters.prefix(12)))
      isbn13 = characters
    default:
      throw .wrongLength(characters.count)
    }
  }

  /// The 10 characters of the old form, or nil for a number that starts with 979.
  public var isbn10: String? {
    guard isbn13.hasPrefix("978") else { return nil }
    let digits = isbn13.dropFirst(3).prefix(9)
    return digits + String(Self.checkDigit10(of: digits))
  }

  /// The last digit of the ISBN-13, which guards against typing errors.
  public var checkDigit: Int {
    isbn13.last?.wholeNumberValue ?? 0
  }

  /// The 13 digits, without hyphens.
  public var description: String { isbn13 }

  private static func check(_ text: String, expected: Character) throws(ISBN.Problem) {
    guard text.last == expected else { throw .wrongCheckDigit(expected: expected) }
  }

  private static func checkDigit10(of digits: some StringProtocol) -> Character {
    let weighted = zip(digits, stride(from: 10, to: 1, by: -1))
    let sum = weighted.reduce(0) { sum, pair in sum + (pair.0.wholeNumberValue ?? 0) * pair.1 }
    let digit = (11 - sum % 11) % 11
    return digit == 10 ? "X" : Character(String(digit))
  }

  private static func checkDigit13(of digits: some StringProtocol) -> Character {
    let sum = digits.enumerated().reduce(0) { sum, pair in
      sum + (pair.element.wholeNumberValue ?? 0) * (pair.offset.isMultiple(of: 2) ? 1 : 3)
    }
    return Character(String((10 - sum % 10) % 10))
  }
}

extension ISBN {
  /// A reason why a text is not an ISBN.
  public enum Problem: Error, Hashable, CustomStringConvertible {
    /// The text has this many characters, hyphens and spaces not counted.
    case wrongLength(Int)
    /// The text has a character that is no digit, or an X that is not the end of an ISBN-10.
    case wrongCharacter(Character)
    /// The 13 digits start with these three instead of 978 or 979.
    case wrongPrefix(String)
    /// The last character does not fit the ones before it.
    case wrongCheckDigit(expected: Character)

    /// The reason as a sentence for a reader.
    public var description: String {
      switch self {
      case .wrongLength(let count): "an ISBN has 10 or 13 characters, not \(count)"
      case .wrongCharacter(let character): "an ISBN cannot have \"\(character)\" there"
      case .wrongPrefix(let prefix): "an ISBN-13 starts with 978 or 979, not \(prefix)"
      case .wrongCheckDigit(let expected): "the check digit should be \(expected)"
      }
    }
  }
}
