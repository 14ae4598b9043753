/// The names that a selection without matches may have meant.
struct NameSuggestions {
  /// Each with the length of its text, and that of its module.
  private var ids: [(id: ExampleID, length: Int, module: Int)] = []
  /// The names of the source files.
  private var files: [String] = []
  private var tags: [String] = []

  init(_ candidates: [Candidate]) {
    var (knownFiles, knownTags): (Set<String>, Set<String>) = ([], [])
    for spec in candidates {
      let module = Self.length(of: spec.id.parent?.name ?? "")
      var lengths = [module]
      spec.visit { candidate in
        let depth = candidate.id.depth - spec.id.depth + 1
        lengths.removeSubrange(depth...)
        lengths.append(lengths[depth - 1] + 1 + Self.length(of: candidate.id.name))
        ids.append((candidate.id, lengths[depth], module))
        let path = candidate.node.place.path
        if knownFiles.insert(path).inserted {
          files.append(path.split(separator: "/").last.map(String.init) ?? path)
        }
        for tag in candidate.info.tags where knownTags.insert(tag).inserted { tags.append(tag) }
      }
    }
    tags.sort()
  }

  private static func length(of name: String) -> Int {
    ExampleID.escape(name).unicodeScalars.count
  }

  /// The nearest of ids and files to a selector, at most three.
  func names(_ wanted: String) -> [String] {
    let near = Suggestions.near(wanted, in: ids, limit: 3) { id, length, module in
      // The text of a deep id is long, and only one of about the same length is near.
      let isLong = length - module - 1 > 2 * wanted.unicodeScalars.count + 2
      return (isLong ? [] : [id.text, id.textInModule]) + [ExampleID.escape(id.name)]
    }
    if !near.isEmpty { return near.map(\.id.text) }
    if let (file, line) = SelectorForm.fileAndLine(wanted) {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      return Suggestions.near(name, in: files.filter { $0 != name })
        .map { $0 + (line.map { ":\($0)" } ?? "") }
    }
    let names = ExampleID(text: wanted).components.map { $0.lowercased() }
    if names.count < 2 { return [] }
    return Array(ids.lazy.map(\.id).filter { $0.isBelow(names) }.prefix(3).map(\.text))
  }

  /// The nearest tags to one that no example has.
  func tags(_ wanted: String) -> [String] {
    tags.contains(wanted)
      ? [] : Suggestions.near(wanted, in: tags).map { "the tag \u{201C}\($0)\u{201D}" }
  }
}

extension ExampleID {
  /// Whether the path contains all names, in their order and the last at its end, with others
  /// between them.
  fileprivate func isBelow(_ names: [String]) -> Bool {
    guard name.lowercased() == names.last else { return false }
    let path = components.map { $0.lowercased() }
    var rest = names[...]
    for name in path where name == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
