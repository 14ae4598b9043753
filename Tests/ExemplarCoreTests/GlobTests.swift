import Testing

@testable import ExemplarCore

/// Globs, against a model that tries every way in which a text can match.
struct GlobTests {
  @Test func agreesWithTheModel() {
    var generator = Numbers(state: 1)
    for _ in 0..<20_000 {
      let pattern = String(
        (0..<generator.next(upTo: 8)).map { _ in "ab*?"[generator.next(upTo: 3)] })
      let text = String((0..<generator.next(upTo: 9)).map { _ in "ab"[generator.next(upTo: 1)] })
      let isMatch = Self.matches(Array(pattern)[...], Array(text)[...])
      #expect(Glob(pattern).matches(text) == isMatch, "\(pattern) on \(text)")
    }
  }

  @Test func textMayComeInPieces() {
    let glob = Glob("Shop/*/[ls]end?/**")
    var progress = Glob.Progress()
    for piece in ["Shop", "/till/shelf", "/sends", "/"] {
      progress = glob.advanced(progress, over: piece)
    }
    #expect(glob.isMatched(by: progress) && !progress.isOver)
    #expect(glob.advanced(Glob.Progress(), over: "Office").isOver)
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

  /// Numbers that are the same in each run.
  private struct Numbers {
    var state: UInt64

    mutating func next(upTo highest: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % (highest + 1)
    }
  }
}

extension String {
  fileprivate subscript(offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}
