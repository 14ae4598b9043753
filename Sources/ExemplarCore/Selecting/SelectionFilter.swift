/// Leaves only what a selection asks for.
struct SelectionFilter {
  private let selection: Selection
  private let rows: RowSurvey
  private let candidates: [Candidate]
  /// The specs by their escaped names, and by those of their modules.
  private let specs: [String: [Candidate]]
  private let modules: [String: [Candidate]]
  /// All nodes and rows in code; made for selectors that name a source file.
  private lazy var lines = SourceLines(candidates, rows)
  /// The parts of the selection that nothing agrees with.
  private(set) var unmatched: [String] = []

  init(_ selection: Selection, in candidates: [Candidate], rows: RowSurvey) {
    self.selection = selection
    self.rows = rows
    self.candidates = candidates
    specs = Dictionary(grouping: candidates) { ExampleID.escape($0.id.name) }
    modules = Dictionary(grouping: candidates) { ExampleID.escape($0.id.parent?.name ?? "") }
  }

  /// Marks the candidates that the selection asks for, and their ancestors, and no others.
  ///
  /// - Parameter members: The specs in place of hooks that they share.
  mutating func select(_ members: (Candidate) -> [Candidate] = { _ in [] }) {
    guard !selection.isEmpty else { return }
    if !selection.selectors.isEmpty {
      let found = matches(of: Set(selection.selectors).map(Selector.init))
        .filter { !$0.value.allSatisfy(\.candidate.isLeftToInheritors) }
      unmatched = selection.selectors.filter { found[$0] == nil }
      mark(
        found.values.joined().flatMap { match in
          match.candidate.isSharedHooks
            ? members(match.candidate).map { Match(candidate: $0) } : [match]
        })
    }
    for candidate in candidates where !candidate.isSharedHooks {
      candidate.filter { $0.isGroup ? nil : passesFilters($0) && hasTags($0) }
    }
    if unmatched.isEmpty, !candidates.contains(where: { $0.isSelected && !$0.isSharedHooks }) {
      unmatched = selection.spelled
    }
  }

  /// Selects the nodes at and below matches, and the groups around them.
  ///
  /// An outline that is asked for as a whole runs as a whole, whichever rows are asked for too.
  private func mark(_ matches: [Match]) {
    for candidate in candidates { candidate.visit { $0.isSelected = false } }
    for match in matches {
      if let rows = match.rows { match.candidate.rows.formUnion(rows) }
    }
    for match in matches where match.rows == nil {
      match.candidate.visit { ($0.isSelected, $0.rows) = (true, .all) }
    }
    for match in matches {
      for node in sequence(first: match.candidate, next: \.parent) { node.isSelected = true }
    }
  }

  /// Whether a filter matches the id of a leaf, or of an outline, the ids of some rows; and nothing leaves it out.
  private func passesFilters(_ candidate: Candidate) -> Bool {
    let id = candidate.id
    if selection.skips.contains(where: { $0.matches(id) }) || rows.emptied.contains(id) {
      return false
    }
    if !selection.filters.isEmpty, !selection.filters.contains(where: { $0.matches(id) }) {
      guard let paths = rows.filtered[id]?.filter(candidate.rows.contains), !paths.isEmpty else {
        return false
      }
      candidate.rows = .at(paths)
    }
    guard let skipped = rows.skipped[id] else { return true }
    guard let asked = candidate.rows.paths else {
      candidate.rows = candidate.rows.subtracting(skipped)
      return true
    }
    // A row that is asked for and left out is not missing.
    candidate.rows = .at(asked.subtracting(skipped)).subtracting(skipped)
    return !asked.isSubset(of: skipped)
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

  /// The matches of each selector; selectors without matches are left out.
  ///
  /// The first of these that has any counts: a literal path, of a node or else of rows; a line of a source
  /// file; ids that a glob matches or that contain the selector; rows in the same ways.
  mutating func matches(of selectors: [Selector]) -> [String: [Match]] {
    var found: [String: [Match]] = [:]
    var others: [Selector] = []
    for selector in selectors {
      var matches = literalMatches(of: selector.text)
      if matches.isEmpty, let exact = rows.exact[selector.text] {
        matches = self.matches(in: exact)
      }
      if matches.isEmpty, selector.isSource { matches = lines.matches(selector) }
      found[selector.text] = matches.isEmpty ? nil : matches
      if matches.isEmpty { others.append(selector) }
    }
    for candidate in candidates where !others.isEmpty && !candidate.isSharedHooks {
      findSimilar(others.filter { !$0.isSource }, candidate, &found)
    }
    for selector in others where found[selector.text] == nil {
      found[selector.text] = rows.similar[selector.text].map { matches(in: $0) }
    }
    for selector in others where found[selector.text] == nil && !selector.isSource {
      // A focus mark is a part of the name in the source alone.
      let plain = selector.text.replacing(#/(^|\/)[fF]ocus_/#) { $0.1 }
      if plain != selector.text { found[selector.text] = matches(of: [Selector(plain)])[plain] }
    }
    return found
  }

  /// Finds the outermost nodes whose ids selectors match.
  private func findSimilar(
    _ selectors: [Selector], _ candidate: Candidate, _ found: inout [String: [Match]]
  ) {
    let id = IDSpellings(candidate.id)
    var rest: [Selector] = []
    for selector in selectors {
      if selector.matches(id) {
        found[selector.text, default: []].append(Match(candidate: candidate))
      } else {
        rest.append(selector)
      }
    }
    if rest.isEmpty { return }
    for child in candidate.children { findSimilar(rest, child, &found) }
  }

  private func matches(in rows: RowSurvey.Paths) -> [Match] {
    rows.compactMap { id, paths in
      candidate(at: id).map { Match(candidate: $0, rows: paths) }
    }
  }

  private func candidate(at id: ExampleID) -> Candidate? {
    literalWays(of: id.text).first { $0.node.id == id }?.node
  }

  /// Nodes whose id, with or without its module, is exactly `selector`; or outlines above a row.
  func literalMatches(of selector: String) -> [Match] {
    if let specs = modules[selector] { return specs.map { Match(candidate: $0) } }
    return literalWays(of: selector).compactMap { candidate, rest in
      if rest.isEmpty { return Match(candidate: candidate) }
      let row = rest.joined(separator: "/")
      // Only the rows can show whether this is a name or a glob, or a row in a data suite.
      if rest.count > 1 || Glob(ifIn: ExampleID.unescape(row[...])) != nil { return nil }
      return Match(candidate: candidate, rows: [ExampleID(text: row)])
    }
  }

  /// The outlines in which `selector` may name a row or a data suite.
  func outlines(above selector: String) -> [ExampleID] {
    literalWays(of: selector).filter { !$0.rest.isEmpty }.map(\.node.id)
  }

  /// The nodes that the names of `selector` lead to; for an outline, with the names that are left.
  ///
  /// Complexity: O(*names*), once the names around were asked for.
  private func literalWays(
    of selector: String
  ) -> [(node: Candidate, rest: ArraySlice<String>)] {
    // Names are compared one by one: as a prefix of characters, a path does not end before a name
    // that begins with a combining mark.
    var names = ExampleID.split(selector).map { String(Substring($0)) }[...]
    guard var first = names.first else { return [] }
    var ways = (specs[first] ?? []).map { ($0, names.dropFirst()) }
    if ways.isEmpty, let dot = first.firstIndex(of: "."), modules[String(first[..<dot])] != nil {
      // The form of `swift test`: `Shop.TillTests/testOpens`.
      let spec = String(first[first.index(after: dot)...])
      names = [String(first[..<dot]), spec] + names.dropFirst()
      first = names[names.startIndex]
    }
    if let second = names.dropFirst().first {
      let inModule = specs[second]?.filter { ExampleID.escape($0.id.parent?.name ?? "") == first }
      ways += (inModule ?? []).map { ($0, names.dropFirst(2)) }
    }
    return ways.compactMap { spec, names in
      var (candidate, rest) = (spec, names)
      while !candidate.isOutline, let name = rest.first {
        guard let child = candidate.childrenByName[name] else { return nil }
        candidate = child
        rest.removeFirst()
      }
      return (candidate, rest)
    }
  }

  /// The known reasons why parts of the selection match nothing.
  var explanations: [String] {
    unmatched.compactMap { rows.files.explanation(of: Selector($0)) ?? inheritors(of: $0) }
  }

  /// Where the examples of an abstract type run, if a selector names one, or something in it.
  private func inheritors(of selector: String) -> String? {
    let names = ExampleID.split(selector).map { String(Substring($0)) }
    let type = names.indices.lazy.reversed().flatMap { last in
      literalMatches(of: names[...last].joined(separator: "/")).map(\.candidate)
    }.first(where: \.isLeftToInheritors)
    return type.map {
      "\u{201C}\($0.id.name)\u{201D} is abstract: its examples run in "
        + "\($0.properties.inheritors.joined(separator: ", "))."
    }
  }

  /// For how many selectors without matches similar names are searched: each search reads all names.
  private static let suggested = 3

  /// Ids, files and tags similar to the first selectors without matches.
  func near() -> [String] {
    let names = NameSuggestions(candidates)
    return unmatched.filter { inheritors(of: $0) == nil }.prefix(Self.suggested).flatMap { wanted in
      let tags = selection.tags.first { $0.text == wanted }?.anyOf.sorted() ?? []
      let near = tags.flatMap(names.tags)
      return near.isEmpty ? names.names(wanted) : near
    }
  }
}

/// The nodes in source files, and the rows that are written in them, by their lines.
private struct SourceLines {
  /// By the paths of their files, and their lines.
  private var files: [String: [Int: [SelectionFilter.Match]]] = [:]
  /// The paths of the files that a selector names, by the file in the selector.
  private var paths: [String: [String]] = [:]
  private let survey: SurveyedFiles

  init(_ candidates: [Candidate], _ rows: RowSurvey) {
    survey = rows.files
    for candidate in candidates {
      candidate.visit { node in
        add(SelectionFilter.Match(candidate: node), at: node.node.place)
        for row in rows.written[node.id] ?? [] {
          add(SelectionFilter.Match(candidate: node, rows: [row.path]), at: row.place)
        }
      }
    }
  }

  private mutating func add(_ match: SelectionFilter.Match, at place: Place) {
    files[place.path, default: [:]][place.line, default: []].append(match)
  }

  /// Returns the matches of a selector that names a source file: all of its nodes, or the nearest ones at or above a
  /// line, or else the nearest row.
  mutating func matches(_ selector: Selector) -> [SelectionFilter.Match] {
    guard let file = selector.file else { return [] }
    let found = paths[file] ?? files.keys.filter(selector.names(fileAt:))
    paths[file] = found
    guard let line = selector.line else {
      return Self.topmost(of: found.flatMap { files[$0]?.values.flatMap(\.self) ?? [] })
        .filter { !$0.candidate.isSharedHooks }
    }
    // Files of one name in several modules have lines of their own.
    return found.flatMap { path -> [SelectionFilter.Match] in
      guard survey.holds(line, of: path), let lines = files[path],
        let nearest = lines.keys.lazy.filter({ $0 <= line }).max(), let matches = lines[nearest]
      else { return [] }
      let nodes = Self.topmost(of: matches)
      return nodes.isEmpty ? matches : nodes
    }
  }

  /// The nodes whose parents are not among the matches.
  private static func topmost(of matches: [SelectionFilter.Match]) -> [SelectionFilter.Match] {
    let nodes = matches.filter { $0.rows == nil }
    let all = Set(nodes.map { ObjectIdentifier($0.candidate) })
    return nodes.filter { node in
      node.candidate.parent.map { !all.contains(ObjectIdentifier($0)) } ?? true
    }
  }
}
