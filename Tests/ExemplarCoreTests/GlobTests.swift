import Exemplar
import TestSupport
import Testing

@testable import ExemplarCore

/// Globs, against a model that tries every way in which a text can match.
struct GlobTests {
  @Test func agreesWithTheModel() {
    var generator = SeededGenerator(seed: 1)
    func text(of letters: String, upTo count: Int) -> String {
      let count = Int.random(in: 0...count, using: &generator)
      return String((0..<count).map { _ in letters.randomElement(using: &generator)! })
    }
    for _ in 0..<20_000 {
      let (pattern, text) = (text(of: "ab*?", upTo: 8), text(of: "ab", upTo: 9))
      let isMatch = Self.matches(Array(pattern)[...], Array(text)[...])
      expect(Glob(pattern).matches(text), equals: isMatch, "\(pattern) on \(text)")
    }
  }

  @Test func bracketsStandForOneOfSeveral() {
    let glob = Glob("Shop/*/[ls]end?/**")
    #expect(glob.matches("Shop/till/shelf/sends/") && !glob.matches("Shop/till/mends/"))
  }

  private static func matches(
    _ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>
  ) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return matches(pattern.dropFirst(), text)
        || (!text.isEmpty && matches(pattern, text.dropFirst()))
    }
    guard let character = text.first, first == "?" || first == character else { return false }
    return matches(pattern.dropFirst(), text.dropFirst())
  }
}
