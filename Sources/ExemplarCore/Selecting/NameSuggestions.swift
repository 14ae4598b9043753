/// The names that a selection without matches may have meant.
struct NameSuggestions {
  private var ids: [ExampleID] = []
  /// The names of the source files.
  private var files: [String] = []
  private var tags: [String] = []

  init(_ candidates: [Candidate]) {
    var (knownFiles, knownTags): (Set<String>, Set<String>) = ([], [])
    for spec in candidates {
      spec.visit { candidate in
        ids.append(candidate.id)
        let place = candidate.node.place
        if knownFiles.insert(place.path).inserted { files.append(place.fileName) }
        for tag in candidate.info.tags where knownTags.insert(tag).inserted { tags.append(tag) }
      }
    }
    tags.sort()
  }

  /// The nearest of ids and files to a selector, at most three.
  func names(_ wanted: String) -> [String] {
    let near = Suggestions.near(wanted, in: ids, limit: 3) {
      [$0.text, $0.textInModule, ExampleID.escape($0.name)]
    }
    if !near.isEmpty { return near.map(\.text) }
    let selector = Selector(wanted)
    if let file = selector.file {
      let name = Place(path: file).fileName
      return Suggestions.near(name, in: files).map { $0 + (selector.line.map { ":\($0)" } ?? "") }
    }
    let names = ExampleID(text: wanted).components.map { $0.lowercased() }
    if names.count < 2 { return [] }
    return Array(ids.lazy.filter { $0.isBelow(names) }.prefix(3).map(\.text))
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
    var rest = names[...]
    for name in components where name.lowercased() == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
