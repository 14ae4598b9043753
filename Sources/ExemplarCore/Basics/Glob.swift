/// A pattern on ids or names of files: `*` stands for any text, `?` for one character, `[ab]` for one of several.
package struct Glob: Hashable, Sendable {
  private enum Part: Hashable {
    case any
    case one
    case oneOf(Set<Character>, negated: Bool)
    case literal(Character)
  }
  private let parts: [Part]
  /// What stands before and after the only `*`, if there is nothing else but plain ASCII.
  private let ends: (prefix: [UInt8], suffix: [UInt8])?

  package static func == (a: Glob, b: Glob) -> Bool { a.parts == b.parts }

  package func hash(into hasher: inout Hasher) { hasher.combine(parts) }

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
      case "*": parts.append(.any)
      case "?": parts.append(.one)
      case "[":
        guard let end = rest.dropFirst().firstIndex(of: "]") else {
          parts.append(.literal("["))
          continue
        }
        let negated = rest.first == "!" || rest.first == "^"
        parts.append(
          .oneOf(Set(negated ? rest[..<end].dropFirst() : rest[..<end]), negated: negated))
        rest = rest[rest.index(after: end)...]
      default: parts.append(.literal(character))
      }
    }
    self.parts = parts
    let sides = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    let isPlain = pattern.utf8.allSatisfy { $0.isPlain && !"?[".utf8.contains($0) }
    ends = isPlain && sides.count == 2 ? (Array(sides[0]), Array(sides[1])) : nil
  }

  /// Whether the whole of `text` matches. Complexity: O(*text* × *pattern*) at worst.
  package func matches(_ text: some StringProtocol) -> Bool {
    if let ends, text.utf8.allSatisfy(\.isPlain) {
      let bytes = text.utf8
      return bytes.count >= ends.prefix.count + ends.suffix.count
        && bytes.starts(with: ends.prefix)
        && bytes.suffix(ends.suffix.count).elementsEqual(ends.suffix)
    }
    let characters = Array(text)
    var (position, part) = (0, 0)
    var retry: (position: Int, part: Int)?
    while position < characters.count {
      if part < parts.count, case .any = parts[part] {
        part += 1
        retry = (position, part)
      } else if part < parts.count, accepts(parts[part], characters[position]) {
        position += 1
        part += 1
      } else if let last = retry {
        position = last.position + 1
        part = last.part
        retry = (position, part)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { if case .any = $0 { true } else { false } }
  }

  private func accepts(_ part: Part, _ character: Character) -> Bool {
    switch part {
    case .any, .one: true
    case .oneOf(let set, let negated): set.contains(character) != negated
    case .literal(let literal): literal == character
    }
  }
}

extension UInt8 {
  /// Whether it is an ASCII character that nothing else makes part of a larger one.
  fileprivate var isPlain: Bool { 0x20..<0x7F ~= self }
}
