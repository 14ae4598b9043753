/// A pattern on ids or names of files: `*` stands for any text, `?` for one character, `[ab]` and
/// `[a-z]` for one of several, `[!ab]` for any other.
package struct Glob: Hashable, Sendable {
  private enum Token: Hashable {
    case any
    case one
    case oneOf([ClosedRange<Character>], negated: Bool)
    case literal(Character)
  }
  private let tokens: [Token]

  /// The glob that `text` is, if it has any of the characters that make it one.
  package init?(ifIn text: String) {
    guard text.contains(where: { "*?[".contains($0) }) else { return nil }
    self.init(text)
  }

  package init(_ pattern: String) {
    var tokens: [Token] = []
    var rest = pattern[...]
    while let character = rest.popFirst() {
      switch character {
      case "*": if tokens.last != .any { tokens.append(.any) }
      case "?": tokens.append(.one)
      case "[":
        guard let end = rest.dropFirst().firstIndex(of: "]") else {
          tokens.append(.literal("["))
          continue
        }
        let negated = rest.first == "!" || rest.first == "^"
        tokens.append(
          .oneOf(Self.ranges(rest[..<end].dropFirst(negated ? 1 : 0)), negated: negated))
        rest = rest[rest.index(after: end)...]
      default: tokens.append(.literal(character))
      }
    }
    self.tokens = tokens
  }

  /// The characters in brackets, some of which may be the ends of ranges.
  private static func ranges(_ text: Substring) -> [ClosedRange<Character>] {
    var ranges: [ClosedRange<Character>] = []
    var rest = text
    while let first = rest.popFirst() {
      let last = rest.first == "-" ? rest.dropFirst().first : nil
      if let last, first <= last { rest.removeFirst(2) }
      ranges.append(first...max(first, last ?? first))
    }
    return ranges
  }

  /// Whether the whole of `text` matches. Complexity: O(*text* × *pattern*) at worst.
  package func matches(_ text: some StringProtocol) -> Bool {
    let text = Array(text)
    var (token, index) = (0, 0)
    // The last `*`, and the end of the text that it stands for.
    var star: (token: Int, end: Int)?
    while index < text.count {
      if token < tokens.count, tokens[token] == .any {
        star = (token, index)
        token += 1
      } else if token < tokens.count, accepts(tokens[token], text[index]) {
        (token, index) = (token + 1, index + 1)
      } else if let last = star {
        star = (last.token, last.end + 1)
        (token, index) = (last.token + 1, last.end + 1)
      } else {
        return false
      }
    }
    return tokens[token...].allSatisfy { $0 == .any }
  }

  private func accepts(_ token: Token, _ character: Character) -> Bool {
    switch token {
    case .any, .one: true
    case .oneOf(let ranges, let negated): ranges.contains { $0.contains(character) } != negated
    case .literal(let literal): literal == character
    }
  }
}
