import Exemplar
import Testing

@testable import ExemplarCore

/// Regular expressions on ids.
struct IDFilterTests {
  @Test(arguments: [
    ("^Shop/till/", ["Shop/till/counts 3"]),
    ("(?i)emma$", ["Shop/shelf/lends/Emma"]),
    ("^(?!Shop/)", ["a-b_c", "Ärger", "e\u{301}te"]),
    ("s (?=\\d)", ["Shop/till/counts 3"]),
    ("\\bl\\w+s\\b", ["Shop/shelf/lends/Emma"]),
    ("(.)-.*_", ["a-b_c"]),
    ("\\p{Lu}r", ["Ärger"]),
    ("^é", ["e\u{301}te"]),
    ("([a-z])\\1", ["Shop/shelf/lends/Emma", "Shop/till/counts 3"]),
  ])
  func findsAPartOfAnID(expression: String, expected: [String]) throws {
    let ids = [
      "Shop/shelf/lends/Emma", "Shop/till/counts 3", "a-b_c", "Ärger", "e\u{301}te",
    ]
    let filter = try IDFilter(expression)
    expect(ids.filter(filter.matches), equals: expected)
  }

  /// `swift test` writes a dot after the module; a look-ahead counts in the form for which it is written.
  @Test(arguments: [
    (#"^Shop\.till/"#, ["till"]), (#"^Shop[.]shelf/"#, ["shelf"]), ("^Shop.till/", ["till"]),
    ("^Shop/till/", ["till"]), (#"^(?!Shop\.till)"#, ["shelf"]), ("^(?!Shop/till)", ["shelf"]),
    (#"v1\.0"#, ["shelf"]), (#"^Office\."#, []),
  ])
  func matchesTheFormOfSwiftTestToo(expression: String, expected: [String]) throws {
    let ids = ["Shop/till/counts", "Shop/shelf/reads v1.0"].map { ExampleID(text: $0) }
    let filter = try IDFilter(expression)
    expect(ids.filter { filter.matches($0) }.map(\.spec.name), equals: expected)
  }

  @Test(arguments: [
    ("", "An empty expression matches everything."),
    ("(", "Expected ')'."),
    ("a)", "Closing ')' does not balance any groups openings."),
    ("[a", "Expected ']'."),
    ("*a", "Quantifier '*' must appear after expression."),
    ("\\q", "Invalid escape sequence '\\q'."),
    ("a{3,2}", "Range lower bound '3' must be less than or equal to upper bound '2'."),
    ("[z-a]", "Character 'z' must compare less than or equal to 'a'."),
    ("(?<=/)lends", "Lookbehind is not currently supported."),
    (String(repeating: "(", count: 100_000), "Group is too deeply nested."),
    (String(repeating: "[", count: 100_000), "Its sets are nested too deeply."),
  ])
  func whatIsNoExpressionIsAnError(expression: String, message: String) {
    #expect(throws: UsageError(message)) { try IDFilter(expression) }
  }

  @Test func setsThatDoNotNestAreFine() throws {
    let expression = String(repeating: "[ab]?\\[?", count: 200) + "$"
    #expect(try IDFilter(expression).matches("ab[b"))
  }
}
