import ExemplarCore

/// A pattern for the paths of files: `*`, `?` and `[ab]` stand for parts of a name, `**` for folders
/// of any depth.
struct PathPattern: Hashable {
  /// The pattern as it was written.
  let text: String
  /// The folders before the first part that is no plain name.
  let folder: String
  /// What follows, one for each folder on the way, and one for the file.
  let parts: [Part]

  /// A part of a pattern between slashes.
  enum Part: Hashable {
    /// `**`
    case folders
    case name(Glob)
  }

  init(_ text: String) {
    self.text = text
    let parts = text.split(separator: "/").map(String.init)
    let fixed = parts.dropLast().prefix { Glob(ifIn: $0) == nil }
    folder = (text.hasPrefix("/") ? "/" : "") + fixed.joined(separator: "/")
    self.parts = parts.dropFirst(fixed.count).map { $0 == "**" ? .folders : .name(Glob($0)) }
  }

  /// What is to match in the folder of the fixed part.
  var whole: Rest { Rest(pattern: self, next: 0) }

  /// What is left of a pattern in some folder.
  struct Rest: Hashable {
    let pattern: PathPattern
    let next: Int

    private var isLast: Bool { next == pattern.parts.count - 1 }

    private var following: Rest { Rest(pattern: pattern, next: next + 1) }

    /// Whether the file of that name, in this folder, matches. A final `**` stands for any file too.
    func matchesFile(_ name: String) -> Bool {
      switch pattern.parts[next] {
      case .folders: isLast || following.matchesFile(name)
      case .name(let glob): isLast && glob.matches(name)
      }
    }

    /// What is left in the folder of that name; nothing if no file in it can match.
    func inFolder(_ name: String) -> [Rest] {
      switch pattern.parts[next] {
      // The folder may be one of those that it stands for, or the one after them.
      case .folders: [self] + (isLast ? [] : following.inFolder(name))
      case .name(let glob): !isLast && glob.matches(name) ? [following] : []
      }
    }
  }
}
