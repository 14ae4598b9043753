/// A pattern for the paths of files: `*`, `?` and `[ab]` stand for parts of a name, `**` for folders
/// of any depth.
struct PathPattern: Hashable {
  /// The pattern as it was written.
  let text: String
  /// The folders before the first part that is no plain name.
  let folder: String
  /// What follows, one for each folder on the way, and one for the file.
  let parts: [String]

  init(_ text: String) {
    self.text = text
    let parts = text.split(separator: "/").map(String.init)
    let fixed = parts.dropLast().prefix { part in !part.contains { "*?[".contains($0) } }
    folder = (text.hasPrefix("/") ? "/" : "") + fixed.joined(separator: "/")
    self.parts = parts.dropFirst(fixed.count).map { $0 }
  }

  /// What is to match in the folder of the fixed part.
  var whole: Rest { Rest(pattern: self, next: 0) }

  /// What is left of a pattern in some folder.
  struct Rest: Hashable {
    let pattern: PathPattern
    let next: Int

    private var part: String { pattern.parts[next] }
    private var isLast: Bool { next == pattern.parts.count - 1 }

    private var following: Rest { Rest(pattern: pattern, next: next + 1) }

    /// Whether the file of that name, in this folder, matches. A final `**` stands for any file too.
    func matchesFile(_ name: String) -> Bool {
      if part == "**" { return isLast || following.matchesFile(name) }
      return isLast && part.matchesName(name)
    }

    /// What is left in the folder of that name; nothing if no file in it can match.
    func inFolder(_ name: String) -> [Rest] {
      if part == "**" {
        // The folder may be one of those that it stands for, or the one after them.
        return [self] + (isLast ? [] : following.inFolder(name))
      }
      return !isLast && part.matchesName(name) ? [following] : []
    }
  }
}

extension String {
  /// Whether this, as a pattern, matches a whole name. A `[` without its end stands for itself.
  ///
  /// Complexity: O(*name* × *pattern*) at worst.
  func matchesName(_ name: String) -> Bool {
    var pattern = self[...]
    var rest = name[...]
    // Where to try again, with one character more for the last star.
    var retry: (pattern: Substring, rest: Substring)?
    while true {
      if pattern.first == "*" {
        pattern.removeFirst()
        retry = (pattern, rest)
      } else if rest.isEmpty, pattern.isEmpty {
        return true
      } else if let character = rest.first, let after = pattern.afterMatch(of: character) {
        pattern = after
        rest.removeFirst()
      } else if let last = retry, !last.rest.isEmpty {
        pattern = last.pattern
        rest = last.rest.dropFirst()
        retry = (pattern, rest)
      } else {
        return false
      }
    }
  }
}

extension Substring {
  /// What is left of the pattern after the sign that matches `character`; `nil` if that does not.
  fileprivate func afterMatch(of character: Character) -> Substring? {
    guard let sign = first else { return nil }
    switch sign {
    case "?": return dropFirst()
    case "[":
      guard let end = dropFirst(2).firstIndex(of: "]") else { break }
      let isNegated = ["!", "^"].contains(dropFirst().first)
      let choices = self[index(after: startIndex)..<end].dropFirst(isNegated ? 1 : 0)
      return choices.contains(character) != isNegated ? self[index(after: end)...] : nil
    default: break
    }
    return sign == character ? dropFirst() : nil
  }
}
