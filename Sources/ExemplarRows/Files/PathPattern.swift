import ExemplarCore

/// A pattern for the paths of files: `*`, `?` and `[ab]` stand for parts of a name, `**` for folders
/// of any depth.
struct PathPattern: Hashable {
  let text: String
  /// The folders before the first part that is no plain name.
  let folder: String
  /// The remaining parts, one for each folder on the path, and one for the file; `nil` for `**`.
  let parts: [Glob?]

  private init(_ text: String, in folder: String, _ rest: String) {
    self.text = text
    self.folder = folder
    parts = rest.split(separator: "/").filter { $0 != "." }
      .reduce(into: []) { parts, name in
        let part = name == "**" ? nil : Glob(String(name))
        // Folders of any depth, in folders of any depth, are folders of any depth.
        if part != nil || parts.last != .some(nil) { parts.append(part) }
      }
  }

  /// The patterns that a text stands for: one for each alternative in braces.
  ///
  /// - Parameter extensions: Extensions of files that may be written in any case.
  static func all(in text: String, anyCaseOf extensions: [String] = []) -> [PathPattern] {
    let parts = text.split(separator: "/").map(String.init)
    let fixed = parts.dropLast().prefix { !isIn($0) }
    let folder = (text.hasPrefix("/") ? "/" : "") + fixed.joined(separator: "/")
    return PatternBraces.alternatives(of: parts.dropFirst(fixed.count).joined(separator: "/")[...])
      .map { PathPattern(text, in: folder, inAnyCase($0, extensions)) }
  }

  /// The pattern with brackets for each letter of the extension: `*.[jJ][sS][oO][nN]`.
  private static func inAnyCase(_ pattern: String, _ extensions: [String]) -> String {
    let end = extensions.first { pattern.lowercased().hasSuffix("." + $0) }
    guard let end else { return pattern }
    return pattern.dropLast(end.count) + end.map { "[\($0)\($0.uppercased())]" }.joined()
  }

  /// The patterns of files and folders to leave out, wherever they are.
  static func excluding(_ text: String) -> [PathPattern] {
    PatternBraces.alternatives(of: text[...]).map { PathPattern(text, in: "", "**/" + $0) }
  }

  /// Whether a text is a pattern, and not a plain path.
  static func isIn(_ text: String) -> Bool { text.contains("{") || Glob(ifIn: text) != nil }

  /// Whether the file or the folder at a path below the fixed folder matches.
  func matches(_ path: [String]) -> Bool {
    path.last.map { matches($0, at: openParts(below: path.dropLast())) } == true
  }

  /// Whether the file of a name matches in a folder with these open parts. A final `**` stands for any file too.
  func matches(_ name: String, at open: Set<Int>) -> Bool {
    open.contains(parts.count - 1) && parts.last.map { $0?.matches(name) ?? true } == true
  }

  /// The indices of the parts that the next name may match below some folders; empty if no file there can match.
  func openParts(below folders: some Sequence<String>) -> Set<Int> {
    func opening(_ indices: Set<Int>) -> Set<Int> {
      let inside = indices.filter { $0 < parts.count }
      // It also stands for no folder.
      return inside.union(inside.filter { parts[$0] == nil && $0 + 1 < parts.count }.map { $0 + 1 })
    }
    return folders.reduce(opening([0])) { open, name in
      opening(
        Set(
          open.compactMap { index in
            guard let glob = parts[index] else { return index }
            return glob.matches(name) ? index + 1 : nil
          }))
    }
  }
}

/// Alternatives in braces, as shells have them: `*.{md,txt}` stands for `*.md` and `*.txt`.
enum PatternBraces {
  /// How many patterns one may stand for. More are given up, and refused.
  static let limit = 1000

  /// The texts that a text stands for; of too many, one more than the limit.
  static func alternatives(of text: Substring) -> [String] {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == "{", let group = group(in: text, at: index) {
        let rests = alternatives(of: text[group.end...])
        var found: [String] = []
        for inner in group.alternatives.lazy.flatMap({ alternatives(of: $0) }) {
          for rest in rests where found.count <= limit {
            found.append(text[..<index] + inner + rest)
          }
        }
        return found
      }
      index = self.index(after: index, in: text)
    }
    return [String(text)]
  }

  /// The alternatives in the braces at an index; `nil` if these have no comma or no end, and stand for themselves.
  private static func group(
    in text: Substring, at start: String.Index
  ) -> (alternatives: [Substring], end: String.Index)? {
    var alternatives: [Substring] = []
    var (depth, index, first) = (0, start, text.index(after: start))
    while index < text.endIndex {
      let isEnd = text[index] == "}" && depth == 1
      if isEnd || text[index] == "," && depth == 1 {
        alternatives.append(text[first..<index])
        first = text.index(after: index)
      }
      if isEnd { return alternatives.count > 1 ? (alternatives, first) : nil }
      depth += text[index] == "{" ? 1 : text[index] == "}" ? -1 : 0
      index = self.index(after: index, in: text)
    }
    return nil
  }

  /// The index after a character, or after brackets, in which braces are characters like the others.
  private static func index(after index: String.Index, in text: Substring) -> String.Index {
    let next = text.index(after: index)
    guard text[index] == "[", let end = text[next...].dropFirst().firstIndex(of: "]") else {
      return next
    }
    return text.index(after: end)
  }
}
