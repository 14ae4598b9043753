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

  /// Marks the candidates that the selection asks for, and their ancestors, and no others.
  mutating func select(in candidates: [Candidate]) {
    guard !selection.isEmpty else { return }
    for candidate in candidates { candidate.visit { $0.isSelected = false } }
    let asked = selection.selectors.map { ($0, matches(of: $0, in: candidates)) }
    unmatched = asked.filter { $0.1.isEmpty }.map(\.0)
    if selection.selectors.isEmpty {
      for candidate in candidates { candidate.visit { $0.isSelected = true } }
    } else {
      for (_, matches) in asked { matches.forEach(mark) }
    }
    filterLeaves(in: candidates)
    if unmatched.isEmpty, !candidates.contains(where: \.isSelected) {
      unmatched = selection.spelled
    }
  }

  private func mark(_ match: Match) {
    match.candidate.visit { $0.isSelected = true }
    var parent = match.candidate.parent
    while let candidate = parent, !candidate.isSelected {
      candidate.isSelected = true
      parent = candidate.parent
    }
    if let paths = match.rows { match.candidate.rows = match.candidate.rows.union(paths) }
  }

  /// Applies filters and tags to the leaves, and drops groups that nothing is left of.
  private func filterLeaves(in candidates: [Candidate]) {
    func keep(_ candidate: Candidate) -> Bool {
      guard candidate.isSelected else { return false }
      if candidate.isGroup {
        var any = false
        for child in candidate.children where keep(child) { any = true }
        candidate.isSelected = any
      } else {
        candidate.isSelected = passesFilters(candidate) && hasTags(candidate)
      }
      return candidate.isSelected
    }
    for candidate in candidates { _ = keep(candidate) }
  }

  /// Whether a filter matches the id of a leaf; or of an outline, the ids of some rows.
  private func passesFilters(_ candidate: Candidate) -> Bool {
    if selection.filters.isEmpty { return true }
    let id = candidate.id
    if selection.filters.contains(where: { $0.matches(id.text) }) { return true }
    guard let paths = rows.filtered[id]?.filter(candidate.rows.contains), !paths.isEmpty else {
      return false
    }
    candidate.rows = .at(paths)
    return true
  }

  /// Whether the tags of a leaf are asked for; of an outline whose rows have tags of their own, some
  /// rows may be.
  private func hasTags(_ candidate: Candidate) -> Bool {
    guard !selection.tags.isEmpty, candidate.isOutline, let marked = rows.marked[candidate.id]
    else {
      return selection.tags.allSatisfy { $0.holds(for: candidate.info.tags) }
    }
    guard let rows = marked.rows(in: candidate.rows, with: candidate.info.tags, selection.tags)
    else {
      return false
    }
    candidate.rows = rows
    return true
  }

  /// A node that a selector asks for, and which rows of it; `nil` stands for all.
  struct Match {
    var candidate: Candidate
    var rows: Set<ExampleID>?
  }

  private func matches(of selector: String, in candidates: [Candidate]) -> [Match] {
    let found = staticMatches(of: selector, in: candidates)
    if !found.isEmpty { return found }
    guard let byOutline = rows.matches[selector] else { return [] }
    var result: [Match] = []
    for candidate in candidates {
      candidate.visit {
        if $0.isOutline, let paths = byOutline[$0.id] {
          result.append(Match(candidate: $0, rows: paths))
        }
      }
    }
    return result
  }

  /// Whether only the rows of outlines can tell what `selector` asks for.
  func needsRows(_ selector: String, in candidates: [Candidate]) -> Bool {
    staticMatches(of: selector, in: candidates).isEmpty
  }

  /// What the tree alone can tell: a literal path first, then a source file, a glob, a part of a path.
  private func staticMatches(of selector: String, in candidates: [Candidate]) -> [Match] {
    let literal = literalMatches(of: selector, in: candidates)
    if !literal.isEmpty { return literal }
    if let (file, line) = SelectorForm.fileAndLine(selector), file.hasSuffix(".swift") {
      return fileMatches(file, line, in: candidates)
    }
    let glob = Glob(ifIn: selector)
    var result: [Match] = []
    func look(_ candidate: Candidate) {
      let id = candidate.id.text
      let isMatch =
        glob.map { $0.matches(id) || $0.matches(candidate.id.textInModule) }
        ?? (id.containsIgnoringCase(selector)
          || candidate.id.components.joined(separator: "/").containsIgnoringCase(selector))
      if isMatch {
        result.append(Match(candidate: candidate))
      } else {
        candidate.children.forEach(look)
      }
    }
    candidates.forEach(look)
    return result
  }

  /// Nodes whose id, with or without its module, is exactly `selector`; or outlines above a row.
  private func literalMatches(of selector: String, in candidates: [Candidate]) -> [Match] {
    let modules = candidates.filter {
      $0.id.parent.map { ExampleID.escape($0.name) } == selector
    }
    if !modules.isEmpty { return modules.map { Match(candidate: $0) } }
    return literalWays(of: selector, in: candidates).compactMap { candidate, rest in
      if rest.isEmpty { return Match(candidate: candidate) }
      let row = rest.joined(separator: "/")
      // Only the rows can tell whether this is a name or a glob, or a row in a data suite.
      if rest.count > 1 || Glob(ifIn: ExampleID.unescape(row[...])) != nil { return nil }
      return Match(candidate: candidate, rows: [ExampleID(text: row)])
    }
  }

  /// The outlines in which `selector` names a row or a data suite, if their rows are as it says, and its path
  /// there.
  func outlines(
    above selector: String, in candidates: [Candidate]
  ) -> [(outline: Candidate, path: ExampleID)] {
    literalWays(of: selector, in: candidates).compactMap { candidate, rest in
      rest.isEmpty ? nil : (candidate, ExampleID(text: rest.joined(separator: "/")))
    }
  }

  /// The nodes that the names of `selector` lead to; for an outline, with the names that are left.
  private func literalWays(
    of selector: String, in candidates: [Candidate]
  ) -> [(node: Candidate, rest: ArraySlice<Substring>)] {
    var result: [(Candidate, ArraySlice<Substring>)] = []
    func descend(_ candidate: Candidate, _ names: ArraySlice<Substring>) {
      guard let name = names.first, name == ExampleID.escape(candidate.id.name) else { return }
      let rest = names.dropFirst()
      if rest.isEmpty || candidate.isOutline {
        result.append((candidate, rest))
      } else {
        for child in candidate.children { descend(child, rest) }
      }
    }
    // Names are compared one by one: as a prefix of characters, a path does not end before a name
    // that begins with a combining mark.
    let names = ExampleID.split(selector).map { Substring($0) }[...]
    for candidate in candidates {
      descend(candidate, names)
      if let module = candidate.id.parent, names.first == ExampleID.escape(module.name)[...] {
        descend(candidate, names.dropFirst())
      }
    }
    return result
  }

  private func fileMatches(_ file: String, _ line: Int?, in candidates: [Candidate]) -> [Match] {
    var inFile: [Candidate] = []
    for candidate in candidates {
      candidate.visit {
        if SelectorForm.path($0.node.place.path, endsWith: file) { inFile.append($0) }
      }
    }
    guard let line else {
      return topmost(of: inFile).map { Match(candidate: $0) }
    }
    // Files of one name in several modules have lines of their own.
    let byPath = Dictionary(grouping: inFile, by: \.node.place.path)
    let rowsByPath = Dictionary(
      grouping: writtenRows(in: candidates).filter {
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
      if !found.isEmpty { return found.map { Match(candidate: $0) } }
      return written.filter { $0.row.place.line == nearest }
        .map { Match(candidate: $0.outline, rows: [$0.row.path]) }
    }
  }

  /// The rows in code that may be asked for by their lines.
  private func writtenRows(in candidates: [Candidate]) -> [(outline: Candidate, row: WrittenRow)] {
    if rows.written.isEmpty { return [] }
    var result: [(outline: Candidate, row: WrittenRow)] = []
    for candidate in candidates {
      candidate.visit { candidate in
        result += (rows.written[candidate.id] ?? []).map { (candidate, $0) }
      }
    }
    return result
  }

  /// The candidates whose parent is not among them.
  private func topmost(of candidates: [Candidate]) -> [Candidate] {
    let all = Set(candidates.map(ObjectIdentifier.init))
    return candidates.filter { candidate in
      candidate.parent.map { !all.contains(ObjectIdentifier($0)) } ?? true
    }
  }

  /// What is known of why parts of the selection agree with nothing.
  var explanations: [String] { unmatched.compactMap { rows.files.explanation(of: $0) } }

  /// Ids, files and tags that are near to what was not found.
  func near(in candidates: [Candidate]) -> [String] {
    let names = NearNames(candidates)
    return unmatched.flatMap { wanted in
      let tags = selection.tags.first { $0.description == wanted }?.anyOf.sorted() ?? []
      let near = tags.flatMap(names.tags)
      return near.isEmpty ? names.names(wanted) : near
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
