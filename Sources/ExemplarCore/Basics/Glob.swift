/// A pattern on ids or names of files: `*` stands for any text, `?` for one character, `[ab]` and
/// `[a-z]` for one of several, `[!ab]` for any other.
package struct Glob: Hashable, Sendable {
  private enum Part: Hashable {
    case any
    case one
    case oneOf([ClosedRange<Character>], negated: Bool)
    case literal(Character)
  }
  private let parts: [Part]

  /// The glob that `text` is, if it has any of the characters that make it one.
  package init?(ifIn text: String) {
    guard text.contains(where: { "*?[".contains($0) }) else { return nil }
    self.init(text)
  }

  package init(_ pattern: String) {
    var parts: [Part] = []
    var rest = pattern[...]
    while let character = rest.popFirst() {
      switch character {
      case "*": if parts.last != .any { parts.append(.any) }
      case "?": parts.append(.one)
      case "[":
        guard let end = rest.dropFirst().firstIndex(of: "]") else {
          parts.append(.literal("["))
          continue
        }
        let negated = rest.first == "!" || rest.first == "^"
        parts.append(
          .oneOf(Self.ranges(rest[..<end].dropFirst(negated ? 1 : 0)), negated: negated))
        rest = rest[rest.index(after: end)...]
      default: parts.append(.literal(character))
      }
    }
    self.parts = parts
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
    var (part, index) = (0, 0)
    // The last `*`, and the end of the text that it stands for.
    var star: (part: Int, end: Int)?
    while index < text.count {
      if part < parts.count, parts[part] == .any {
        star = (part, index)
        part += 1
      } else if part < parts.count, accepts(parts[part], text[index]) {
        (part, index) = (part + 1, index + 1)
      } else if let last = star {
        star = (last.part, last.end + 1)
        (part, index) = (last.part + 1, last.end + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .any }
  }

  private func accepts(_ part: Part, _ character: Character) -> Bool {
    switch part {
    case .any, .one: true
    case .oneOf(let ranges, let negated): ranges.contains { $0.contains(character) } != negated
    case .literal(let literal): literal == character
    }
  }
}
