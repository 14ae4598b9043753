/// What a selection may have meant that agrees with nothing.
struct NearNames {
  private var ids: [ExampleID] = []
  /// The names of the source files.
  private var files: [String] = []
  private var tags: [String] = []

  init(_ candidates: [Candidate]) {
    var (knownFiles, knownTags): (Set<String>, Set<String>) = ([], [])
    for candidate in candidates {
      candidate.visit { candidate in
        ids.append(candidate.id)
        let path = candidate.node.place.path
        if knownFiles.insert(path).inserted {
          files.append(path.split(separator: "/").last.map(String.init) ?? path)
        }
        for tag in candidate.info.tags where knownTags.insert(tag).inserted { tags.append(tag) }
      }
    }
    tags.sort()
  }

  /// The nearest of ids and files to a selector, at most three.
  func names(_ wanted: String) -> [String] {
    let texts = ids.map(\.text)
    let near = Suggestions.near(wanted, in: texts, limit: 3) { text in
      let last = ExampleID.split(text).last.map { String(Substring($0)) } ?? ""
      return [text, ExampleID(text: text).textInModule, last]
    }
    if !near.isEmpty { return near }
    if let (file, line) = SelectorForm.fileAndLine(wanted) {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      return Suggestions.near(name, in: files.filter { $0 != name })
        .map { $0 + (line.map { ":\($0)" } ?? "") }
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
  /// Whether all names stand in the path, in their order and the last at its end: some between them were
  /// left out.
  fileprivate func isBelow(_ names: [String]) -> Bool {
    let path = components.map { $0.lowercased() }
    guard path.last == names.last else { return false }
    var rest = names[...]
    for name in path where name == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
