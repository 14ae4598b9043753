/// Selectors that may name rows, in tables, so that each row is looked up once for all of them.
struct RowSearch {
  /// Files and lines.
  let lines: SelectedLines
  /// The other selectors: globs, parts of names, or ids.
  private let names: Set<String>
  /// Those by their texts without escapes: separators in the name of a row need not be escaped.
  private let plain: [String: [String]]
  private let globs: [(selector: String, glob: Glob)]
  private let parts: [String]
  private let automaton: AhoCorasick

  init(_ selectors: Set<String>) {
    lines = SelectedLines(selectors)
    names = selectors.filter { SelectorForm.fileAndLine($0) == nil }
    plain = Dictionary(grouping: names) { ExampleID.unescape($0[...]) }
    globs = names.compactMap { selector in Glob(ifIn: selector).map { (selector, $0) } }
    parts = names.filter { Glob(ifIn: $0) == nil }
    automaton = AhoCorasick(parts.map { $0.lowercased() })
  }

  var isEmpty: Bool { lines.isEmpty && names.isEmpty }
  /// Whether there are others than files and lines.
  var hasNames: Bool { !names.isEmpty }

  /// The selectors that are the id of a row or of a surrounding data suite, with or without its module,
  /// literally.
  func literal(_ row: ExampleID, below outline: ExampleID) -> Set<String> {
    var found: Set<String> = []
    var current = row
    while current != outline {
      for text in [current.text, current.textInModule] where names.contains(text) {
        found.insert(text)
      }
      guard let parent = current.parent else { break }
      current = parent
    }
    let components = row.components
    for path in [components[...], components.dropFirst()] {
      found.formUnion(plain[path.joined(separator: "/")] ?? [])
    }
    return found
  }

  /// The search for parts after the id of an outline.
  func start(of outline: ExampleID) -> AhoCorasick.State {
    var state: AhoCorasick.State = 0
    _ = automaton.advance(&state, over: outline.text.lowercased())
    return state
  }

  /// The globs that match the id of a row, and the parts of names that are in it, or in its plain name.
  ///
  /// - Parameters: - path: The row's path below its outline. - id: The row's id. - start: The search
  ///   after the id of the outline, which contains no part.
  func similar(
    _ path: ExampleID, _ id: ExampleID, after start: AhoCorasick.State
  ) -> Set<String> {
    var found: Set<String> = []
    if !globs.isEmpty {
      let (text, textInModule) = (id.text, id.textInModule)
      for (selector, glob) in globs where glob.matches(text) || glob.matches(textInModule) {
        found.insert(selector)
      }
    }
    if parts.isEmpty { return found }
    var (inID, inName) = (start, 0)
    for part in automaton.advance(&inID, over: "/" + path.text.lowercased())
      + automaton.advance(&inName, over: path.name.lowercased())
    {
      found.insert(parts[part])
    }
    return found
  }
}
