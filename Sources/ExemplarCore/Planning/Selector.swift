/// Marks what a selection asks for.
struct Selector {
  private let selection: Selection
  private let rows: RowSurvey
  /// The parts of the selection that nothing agrees with.
  private(set) var unmatched: [String] = []

  init(_ selection: Selection, rows: RowSurvey) {
    self.selection = selection
    self.rows = rows
  }

  /// Marks the drafts that the selection asks for, and their ancestors, and no others.
  mutating func select(in drafts: [Draft]) {
    guard !selection.isEmpty else { return }
    for draft in drafts { draft.visit { $0.isSelected = false } }
    let asked = selection.selectors.map { ($0, matches(of: $0, in: drafts)) }
    unmatched = asked.filter { $0.1.isEmpty }.map(\.0)
    if selection.selectors.isEmpty {
      for draft in drafts { draft.visit { $0.isSelected = true } }
    } else {
      for (_, matches) in asked { matches.forEach(mark) }
    }
    filterLeaves(in: drafts)
    if unmatched.isEmpty, !drafts.contains(where: \.isSelected) {
      unmatched = selection.spelled
    }
  }

  private func mark(_ match: Match) {
    match.draft.visit { $0.isSelected = true }
    var parent = match.draft.parent
    while let draft = parent, !draft.isSelected {
      draft.isSelected = true
      parent = draft.parent
    }
    if let paths = match.rows { match.draft.rows = match.draft.rows.union(paths) }
  }

  /// Applies filters and tags to the leaves, and drops groups that nothing is left of.
  private func filterLeaves(in drafts: [Draft]) {
    func keep(_ draft: Draft) -> Bool {
      guard draft.isSelected else { return false }
      if draft.isGroup {
        var any = false
        for child in draft.children where keep(child) { any = true }
        draft.isSelected = any
      } else {
        draft.isSelected = passesFilters(draft) && hasTags(draft)
      }
      return draft.isSelected
    }
    for draft in drafts { _ = keep(draft) }
  }

  /// Whether a filter matches the id of a leaf; or of an outline, the ids of some rows.
  private func passesFilters(_ draft: Draft) -> Bool {
    if selection.filters.isEmpty { return true }
    let id = draft.path.id
    if selection.filters.contains(where: { $0.matches(id.text) }) { return true }
    guard let paths = rows.filtered[id]?.filter(draft.rows.contains), !paths.isEmpty else {
      return false
    }
    draft.rows = .at(paths)
    return true
  }

  /// Whether the tags of a leaf are asked for; of an outline whose rows have tags of their own, some
  /// rows may be.
  private func hasTags(_ draft: Draft) -> Bool {
    guard !selection.tags.isEmpty, draft.isOutline, let marked = rows.marked[draft.path.id] else {
      return selection.tags.allSatisfy { $0.holds(for: draft.tags) }
    }
    guard let rows = marked.rows(in: draft.rows, with: draft.tags, selection.tags) else {
      return false
    }
    draft.rows = rows
    return true
  }

  /// A node that a selector asks for, and which rows of it; `nil` stands for all.
  struct Match {
    var draft: Draft
    var rows: Set<ExampleID>?
  }

  private func matches(of selector: String, in drafts: [Draft]) -> [Match] {
    let found = staticMatches(of: selector, in: drafts)
    if !found.isEmpty { return found }
    guard let byOutline = rows.matches[selector] else { return [] }
    var result: [Match] = []
    for draft in drafts {
      draft.visit {
        if $0.isOutline, let paths = byOutline[$0.path.id] {
          result.append(Match(draft: $0, rows: paths))
        }
      }
    }
    return result
  }

  /// Whether only the rows of outlines can tell what `selector` asks for.
  func needsRows(_ selector: String, in drafts: [Draft]) -> Bool {
    staticMatches(of: selector, in: drafts).isEmpty
  }

  /// What the tree alone can tell: a literal path first, then a source file, a glob, a part of a path.
  private func staticMatches(of selector: String, in drafts: [Draft]) -> [Match] {
    let literal = literalMatches(of: selector, in: drafts)
    if !literal.isEmpty { return literal }
    if let (file, line) = SelectorForm.fileAndLine(selector), file.hasSuffix(".swift") {
      return fileMatches(file, line, in: drafts)
    }
    let glob = Glob(ifIn: selector)
    var result: [Match] = []
    func look(_ draft: Draft) {
      let id = draft.path.id.text
      let isMatch =
        glob.map { $0.matches(id) || $0.matches(draft.path.id.textInModule) }
        ?? (id.containsIgnoringCase(selector)
          || draft.path.id.components.joined(separator: "/").containsIgnoringCase(selector))
      if isMatch {
        result.append(Match(draft: draft))
      } else {
        draft.children.forEach(look)
      }
    }
    drafts.forEach(look)
    return result
  }

  /// Nodes whose id, with or without its module, is exactly `selector`; or outlines above a row.
  private func literalMatches(of selector: String, in drafts: [Draft]) -> [Match] {
    var result: [Match] = []
    func descend(_ draft: Draft, _ names: ArraySlice<Substring>) {
      guard let name = names.first, name == ExampleID.escape(draft.path.name) else { return }
      let rest = names.dropFirst()
      if rest.isEmpty {
        result.append(Match(draft: draft))
      } else if draft.isOutline {
        let row = rest.joined(separator: "/")
        // Only the rows can tell whether this is a name or a glob, or a row in a data suite.
        if rest.count > 1 || Glob(ifIn: ExampleID.unescape(row[...])) != nil { return }
        result.append(Match(draft: draft, rows: [ExampleID(text: row)]))
      } else {
        for child in draft.children { descend(child, rest) }
      }
    }
    let modules = drafts.filter {
      $0.path.parent.map { ExampleID.escape($0.name) } == selector
    }
    if !modules.isEmpty { return modules.map { Match(draft: $0) } }
    // Names are compared one by one: as a prefix of characters, a path does not end before a name
    // that begins with a combining mark.
    let names = ExampleID.split(selector).map { Substring($0) }[...]
    for draft in drafts {
      descend(draft, names)
      if let module = draft.path.parent, names.first == ExampleID.escape(module.name)[...] {
        descend(draft, names.dropFirst())
      }
    }
    return result
  }

  private func fileMatches(_ file: String, _ line: Int?, in drafts: [Draft]) -> [Match] {
    var inFile: [Draft] = []
    for draft in drafts {
      draft.visit {
        if SelectorForm.path($0.node.place.path, endsWith: file) { inFile.append($0) }
      }
    }
    guard let line else {
      return topmost(of: inFile).map { Match(draft: $0) }
    }
    // Files of one name in several modules have lines of their own.
    let byPath = Dictionary(grouping: inFile, by: \.node.place.path)
    let rowsByPath = Dictionary(
      grouping: writtenRows(in: drafts).filter {
        SelectorForm.path($0.row.place.path, endsWith: file)
      },
      by: \.row.place.path)
    return Set(byPath.keys).union(rowsByPath.keys).sorted().flatMap { path -> [Match] in
      let nodes = byPath[path] ?? []
      let written = rowsByPath[path] ?? []
      let lines = nodes.map(\.node.place.line) + written.map(\.row.place.line)
      guard rows.files.holds(line, of: path), let nearest = lines.filter({ $0 <= line }).max()
      else {
        return []
      }
      let found = topmost(of: nodes.filter { $0.node.place.line == nearest })
      if !found.isEmpty { return found.map { Match(draft: $0) } }
      return written.filter { $0.row.place.line == nearest }
        .map { Match(draft: $0.outline, rows: [$0.row.path]) }
    }
  }

  /// The rows in code that may be asked for by their lines.
  private func writtenRows(in drafts: [Draft]) -> [(outline: Draft, row: WrittenRow)] {
    if rows.written.isEmpty { return [] }
    var result: [(outline: Draft, row: WrittenRow)] = []
    for draft in drafts {
      draft.visit { draft in
        result += (rows.written[draft.path.id] ?? []).map { (draft, $0) }
      }
    }
    return result
  }

  /// The drafts whose parent is not among them.
  private func topmost(of drafts: [Draft]) -> [Draft] {
    let all = Set(drafts.map(ObjectIdentifier.init))
    return drafts.filter { draft in
      draft.parent.map { !all.contains(ObjectIdentifier($0)) } ?? true
    }
  }

  /// What is known of why parts of the selection agree with nothing.
  var explanations: [String] { unmatched.compactMap { rows.files.explanation(of: $0) } }

  /// Ids and names that are near to what was not found.
  func near(in drafts: [Draft]) -> [String] {
    var candidates: [String] = []
    for draft in drafts { draft.visit { candidates.append($0.path.id.text) } }
    return unmatched.flatMap { wanted in
      Suggestions.near(wanted, in: candidates, limit: 3) { text in
        let last = ExampleID.split(text).last.map { String(Substring($0)) } ?? ""
        return [text, String(ExampleID(text: text).textInModule), last]
      }
    }
  }
}

/// The forms a selector can have.
enum SelectorForm {
  /// Reads `File.swift`, `File.swift:42` and `data.json:14`.
  static func fileAndLine(_ selector: String) -> (file: String, line: Int?)? {
    var file = selector[...]
    var line: Int?
    if let colon = selector.lastIndex(of: ":"),
      let number = Int(selector[selector.index(after: colon)...])
    {
      file = selector[..<colon]
      line = number
    }
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return nil }
    let ending = file[file.index(after: dot)...]
    guard !ending.isEmpty, ending.count <= 9, ending.allSatisfy({ $0.isLetter || $0.isNumber })
    else { return nil }
    return (String(file), line)
  }

  /// Whether `selector` is the id of a row or of a data suite around it, with or without its module,
  /// to the letter; `outline` is the outline's. For a row, separators in names may stand unescaped.
  static func isPath(
    _ selector: String, atOrAbove row: ExampleID, below outline: ExampleID
  ) -> Bool {
    var current = row
    while current != outline {
      if selector == current.text || selector == String(current.textInModule) { return true }
      guard let parent = current.parent else { break }
      current = parent
    }
    let plain = ExampleID.unescape(selector[...])
    let names = row.components
    return plain == names.joined(separator: "/")
      || plain == names.dropFirst().joined(separator: "/")
  }

  /// Whether `path` is `suffix` or ends with it at a separator.
  static func path(_ path: String, endsWith suffix: String) -> Bool {
    path == suffix || path.hasSuffix("/" + suffix)
  }
}
