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
    isMatched(by: advanced(Progress(), over: text))
  }

  /// The parts of a pattern that the next character of a text may be.
  ///
  /// A text can be matched piece by piece, so that ids that begin alike are not matched from their
  /// beginnings.
  struct Progress {
    /// Indices in ascending order. Only the first can be that of a `*`: a later one can match whatever
    /// the parts before it can.
    fileprivate var next = [0]

    /// Whether no text that goes on from here matches.
    var isOver: Bool { next.isEmpty }
  }

  /// The progress after more text.
  func advanced(_ progress: Progress, over text: some StringProtocol) -> Progress {
    var progress = progress
    for character in text where !progress.isOver {
      var next: [Int] = []
      for index in progress.next {
        var index = index
        if index < parts.count, parts[index] == .any {
          next.append(index)
          index += 1
        }
        guard index < parts.count, accepts(parts[index], character) else { continue }
        if index + 1 < parts.count, parts[index + 1] == .any { next.removeAll() }
        if next.last != index + 1 { next.append(index + 1) }
      }
      progress.next = next
    }
    return progress
  }

  /// Whether the text up to here matches.
  func isMatched(by progress: Progress) -> Bool {
    guard let last = progress.next.last else { return false }
    return last == parts.count || (last == parts.count - 1 && parts[last] == .any)
  }

  private func accepts(_ part: Part, _ character: Character) -> Bool {
    switch part {
    case .any, .one: true
    case .oneOf(let ranges, let negated): ranges.contains { $0.contains(character) } != negated
    case .literal(let literal): literal == character
    }
  }
}
