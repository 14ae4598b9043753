import Exemplar
import ExemplarRows
import RegexBuilder
import Testing

/// Rows that are the matches of a regular expression in a text.
struct MatchedRowsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(
    _ text: String, _ source: RowSource
  ) async throws -> [String] {
    try folder.write(text, to: "shelf.txt")
    return await transcript(of: source, for: folder.site)
  }

  @Test func anAnchorMeansTheTextAndNotWhatTheMatchBeforeLeft() async throws {
    try await expect(
      rows("aaa\naa", .matches("shelf.txt", of: /(?m)^(?<letter>a)/)),
      equals: [
        "1:1 - {letter: \"a\"}", "2:1 - {letter: \"a\"}",
      ])
    try await expect(
      rows("booking book", .matches("shelf.txt", of: /(?<word>\bbook\b|ing)/)),
      equals: [
        "1:5 - {word: \"ing\"}", "1:9 - {word: \"book\"}",
      ])
  }

  @Test func emptyMatchesComeOnce() async throws {
    try await expect(rows("ab", .matches("shelf.txt", of: /(?<gap>x*)/)).count, equals: 3)
  }

  @Test func whatAnExpressionThrowsEndsTheReading() async throws {
    try await expect(
      rows("one two", .matches("shelf.txt", of: Regex { Picky() })),
      equals: [
        "error: no 2 is wanted"
      ])
  }
}

/// Takes words, and throws at the second.
private struct Picky: CustomConsumingRegexComponent {
  typealias RegexOutput = Substring

  struct Unwanted: Error, CustomStringConvertible { var description: String { "no 2 is wanted" } }

  func consuming(
    _ input: String, startingAt index: String.Index, in bounds: Range<String.Index>
  ) throws -> (upperBound: String.Index, output: Substring)? {
    let word = input[index..<bounds.upperBound].prefix { $0.isLetter }
    if word == "two" { throw Unwanted() }
    return word.isEmpty ? nil : (word.endIndex, word)
  }
}
