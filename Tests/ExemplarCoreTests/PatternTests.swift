import Testing

@testable import ExemplarCore

/// Regular expressions on ids.
struct PatternTests {
  private static func matches(_ pattern: String, _ text: String) throws -> Bool {
    try PatternProgram(PatternParser.parse(pattern)).matches(Array(text))
  }

  private static let texts = [
    "", "a", "aa", "ab", "aab", "Shop/shelf/lends/Emma", "Shop/till/counts 3", "a-b_c", "Ärger",
    "x\ny",
    "10.5", "abcabc", "AbC", "  ", "a{2}", "[x]", "naïve/名前", "e\u{301}te",
  ]

  private static let patterns = [
    "a", "^a", "a$", "^a$", "^$", "a|b", "^(a|ab)$", "a*", "^a*b$", "a+b", "a?b", "^a{2}$",
    "^a{1,}$",
    "^a{0,1}$", "^(?:ab?c?)+$", "[a-c]", "[^a-z/]", "[\\d.]+", "\\d+\\.\\d", "\\w+/\\w+", "\\s",
    "\\S",
    "\\W", "\\bl", "\\bEmma\\b", "\\Bm", "(?i)emma", "(?i:SHOP)/t", "(?i)[A-C]+", "(?<name>till)/",
    "^(?!Shop/(till))", "^(?=.*till).*3$", "(?<=/)lends", "(?<!/)lends", "(?=a)a", "a(?!a)", "x.y",
    "(?s)x.y", "\\[x\\]", "a\\{2\\}", "[\\]x]", ".", "^.{2}$", "^..$", "\\u00e4|Ä", "\\p{Lu}",
    "\\P{L}",
    "(a*)*b", "(a|a)*b", "((a+)b?)+$", "a*?b", "(|a)b", "\\Aa\\z", "(?i)ÄRGER", "[a-]",
    "(?<=a(?=b))b",
  ]

  /// Swift's own expressions must tell the same, where both know the syntax.
  @Test(arguments: patterns)
  func agreeWithRegex(pattern: String) throws {
    guard let regex = try? Regex(pattern) else { return }
    for text in Self.texts {
      let expected = try regex.firstMatch(in: text) != nil
      #expect(try Self.matches(pattern, text) == expected, "\(pattern) on \(text.debugDescription)")
    }
  }

  @Test(arguments: [
    "(?<=/)lends", "(?<!/)lends", "^(?!.*(till|shelf))", "(?<=a(?=b))b", "(?<!\\w)lends$",
  ])
  func lookAround(pattern: String) throws {
    let expected: [String: [Bool]] = [
      "(?<=/)lends": [true, false, false, false], "(?<!/)lends": [false, true, false, false],
      "^(?!.*(till|shelf))": [true, true, false, true],
      "(?<=a(?=b))b": [false, false, false, true],
      "(?<!\\w)lends$": [true, true, false, false],
    ]
    let texts = ["x/lends", "x lends", "till", "xab"]
    #expect(try texts.map { try Self.matches(pattern, $0) } == expected[pattern])
  }

  @Test(arguments: [
    ("(", "A ( is not closed; write \\( for the character."),
    ("a)", "A ) closes nothing; write \\)."),
    ("[a", "A [ is not closed; write \\[ for the character."),
    ("*a", "There is nothing before * to repeat."),
    ("a**", "A repetition cannot be repeated; put it into parentheses."),
    ("a++", "A + after a repetition is not supported."),
    ("^*", "What has no length cannot be repeated."),
    ("(a)\\1", "The match of a group cannot be referred to with \\1."),
    ("(?>a)", "(?> is not understood here."),
    ("\\q", "\\q is not understood."),
    ("a\\", "Nothing follows the last \\; write \\\\ for the character."),
    ("a{3,2}", "A repetition is from 0 to 1000 times, the smaller number first."),
    ("[z-a]", "A range in brackets goes from one character to a later one."),
    ("[a&&b]", "&& in brackets is not supported."),
    ("[[:alpha:]]", "[: is not understood; write \\d, \\w, \\s or \\p{…}."),
    ("((a{1000}){1000}){1000}", "Its repetitions multiply to more than can be matched."),
    ("(((){1000}){1000}){1000}", "Its repetitions multiply to more than can be matched."),
    ("(?=(?=a{99}){99}){99}", "Its repetitions multiply to more than can be matched."),
    (String(repeating: "(", count: 100_000), "It is nested too deeply."),
    (String(repeating: "[", count: 100_000), "It is nested too deeply."),
  ])
  func whatIsNotUnderstoodIsAMistake(pattern: String, message: String) {
    #expect(throws: AuthoringMistake(message)) { try PatternParser.parse(pattern).program }
  }

  /// Each takes longer than the age of the world where alternatives are tried one after the other.
  @Test(arguments: [
    "(a+)+$", "(a*)*b", "(a|aa)+$", "(a|a)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(?=(a+)+$)b",
    "(a?){400}a{400}$", "(?<!(a|aa)+)x",
  ])
  func noPatternTakesLong(pattern: String) throws {
    let text = String(repeating: "a", count: 400) + "!"
    #expect(try !Self.matches(pattern, text))
  }
}

extension PatternNode {
  fileprivate var program: PatternProgram {
    get throws { try PatternProgram(self) }
  }
}
