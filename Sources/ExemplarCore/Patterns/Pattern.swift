// Patterns: regular expressions on ids, matched in time that is linear in the length of the id.
//
// Swift's own Regex tries alternatives one after the other, so that `(a+)+$` takes longer than anybody
// waits on thirty letters. Here all of them are followed at once. What cannot be matched so, back
// references and atomic groups, is refused; look-around is not.

/// The syntax of a regular expression. Which of several matches is found does not matter here, so lazy
/// and greedy repetitions are one.
indirect enum PatternNode: Sendable {
  case character(PatternSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repetition(PatternNode, least: Int, most: Int?)
  case assertion(Assertion)
  case look(PatternNode, isAhead: Bool, isNegated: Bool)

  enum Assertion: Sendable {
    case start, end, wordBoundary, noWordBoundary
  }
}

/// Which characters may stand at one place.
struct PatternSet: Sendable {
  indirect enum Item: Sendable {
    case character(Character)
    case range(ClosedRange<Unicode.Scalar>)
    case kind(@Sendable (Character) -> Bool)
    case set(PatternSet)
  }
  var items: [Item]
  var isNegated = false
  var ignoresCase = false

  func contains(_ character: Character) -> Bool {
    let isIn = items.contains { item in
      if has(character, in: item) { return true }
      guard ignoresCase else { return false }
      return [character.lowercased(), character.uppercased()].contains { other in
        other.count == 1 && other != String(character) && has(Character(other), in: item)
      }
    }
    return isIn != isNegated
  }

  private func has(_ character: Character, in item: Item) -> Bool {
    switch item {
    case .character(let other): character == other
    case .range(let range):
      character.unicodeScalars.count == 1
        && character.unicodeScalars.first.map(range.contains) == true
    case .kind(let holds): holds(character)
    case .set(let set): set.contains(character)
    }
  }
}

extension PatternSet.Item {
  static let any = Self.kind { !$0.isNewline }
  static let anyWithNewline = Self.kind { _ in true }

  /// The characters that a letter after a backslash stands for.
  init?(escape letter: Character) {
    guard let holds = Self.kinds[Character(letter.lowercased())] else { return nil }
    self = letter.isUppercase ? .kind { !holds($0) } : .kind(holds)
  }

  private static let kinds: [Character: @Sendable (Character) -> Bool] = [
    "d": { $0.unicodeScalars.first?.properties.generalCategory == .decimalNumber },
    "w": { $0.isWordCharacter },
    "s": { $0.isWhitespace },
  ]

  /// The characters of a Unicode category, such as `L` or `Lu`.
  init?(category name: String) {
    guard let categories = Self.categories[name.prefix(1).uppercased()] else { return nil }
    let wanted = categories.filter { name.count == 1 || $0.name == name }.map(\.category)
    if wanted.isEmpty || name.count > 2 { return nil }
    self = .kind { character in
      character.unicodeScalars.first.map { wanted.contains($0.properties.generalCategory) } == true
    }
  }

  private typealias Category = (name: String, category: Unicode.GeneralCategory)
  private static let categories: [String: [Category]] = [
    "L": [
      ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter),
      ("Lm", .modifierLetter), ("Lo", .otherLetter),
    ],
    "N": [("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber)],
    "P": [
      ("Pc", .connectorPunctuation), ("Pd", .dashPunctuation), ("Ps", .openPunctuation),
      ("Pe", .closePunctuation), ("Pi", .initialPunctuation), ("Pf", .finalPunctuation),
      ("Po", .otherPunctuation),
    ],
    "S": [
      ("Sm", .mathSymbol), ("Sc", .currencySymbol), ("Sk", .modifierSymbol), ("So", .otherSymbol),
    ],
    "Z": [
      ("Zs", .spaceSeparator), ("Zl", .lineSeparator), ("Zp", .paragraphSeparator),
    ],
  ]
}

extension Character {
  var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
