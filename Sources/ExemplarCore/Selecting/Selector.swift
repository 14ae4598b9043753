/// Marks what a selection asks for.
struct Selector {
  private let selection: Selection
  private let rows: RowSurvey
  private let candidates: [Candidate]
  /// The specs by their escaped names, and by those of their modules.
  private let specs: [String: [Candidate]]
  private let modules: [String: [String: [Candidate]]]
  /// All nodes and rows in code; made for selectors that name a file.
  private lazy var files = FileTable(candidates, rows)
  /// The parts of the selection that nothing agrees with.
  private(set) var unmatched: [String] = []

  init(_ selection: Selection, in candidates: [Candidate], rows: RowSurvey) {
    self.selection = selection
    self.rows = rows
    self.candidates = candidates
    specs = Dictionary(grouping: candidates) { ExampleID.escape($0.id.name) }
    modules = Dictionary(grouping: candidates) { ExampleID.escape($0.id.parent?.name ?? "") }
      .mapValues { Dictionary(grouping: $0) { ExampleID.escape($0.id.name) } }
  }

  /// Marks the candidates that the selection asks for, and their ancestors, and no others.
  ///
  /// - Parameter members: The specs in place of hooks that they share.
  mutating func select(_ members: (Candidate) -> [Candidate] = { _ in [] }) {
    guard !selection.isEmpty else { return }
    if selection.selectors.isEmpty {
      for candidate in candidates { candidate.visit { $0.isSelected = true } }
    } else {
      let found = matches()
      unmatched = selection.selectors.filter { found[$0] == nil }
      let marks = Marks(
        found.values.joined().flatMap { match in
          match.candidate.isSharedHooks
            ? members(match.candidate).map { Match(candidate: $0) } : [match]
        })
      for candidate in candidates { _ = marks.mark(candidate, isWhole: false) }
    }
    filterLeaves(in: candidates)
    if unmatched.isEmpty, !candidates.contains(where: { $0.isSelected && !$0.isSharedHooks }) {
      unmatched = selection.spelled
    }
  }

  /// Nodes that are selected as a whole, and rows that are selected.
  private struct Marks {
    private var whole: Set<ObjectIdentifier> = []
    private var rows: [ObjectIdentifier: Set<ExampleID>] = [:]

    init(_ matches: some Sequence<Match>) {
      for match in matches {
        let node = ObjectIdentifier(match.candidate)
        if let paths = match.rows {
          rows[node, default: []].formUnion(paths)
        } else {
          whole.insert(node)
        }
      }
    }

    /// Marks the nodes at and below `candidate`, and returns whether any is selected.
    ///
    /// An outline that is asked for as a whole runs as a whole, whichever rows are asked for too.
    func mark(_ candidate: Candidate, isWhole: Bool) -> Bool {
      let node = ObjectIdentifier(candidate)
      let isWhole = isWhole || whole.contains(node)
      let paths = rows[node]
      if isWhole {
        candidate.rows = .all
      } else if let paths {
        candidate.rows = .at(paths)
      }
      candidate.isSelected = isWhole || paths != nil
      for child in candidate.children where mark(child, isWhole: isWhole) {
        candidate.isSelected = true
      }
      return candidate.isSelected
    }
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
    for candidate in candidates where !candidate.isSharedHooks { _ = keep(candidate) }
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

  /// The matches of each selector, in the tree or in the rows that were found; selectors without
  /// matches are left out.
  private mutating func matches() -> [String: [Match]] {
    var found = treeMatches()
    let wanted = selection.selectors.filter { found[$0] == nil && rows.matches[$0] != nil }
    if wanted.isEmpty { return found }
    var outlines: [ExampleID: Candidate] = [:]
    for candidate in candidates {
      candidate.visit { if $0.isOutline { outlines[$0.id] = $0 } }
    }
    for selector in wanted {
      let matches = (rows.matches[selector] ?? [:]).compactMap { id, paths in
        outlines[id].map { Match(candidate: $0, rows: paths) }
      }
      if !matches.isEmpty { found[selector] = matches }
    }
    return found
  }

  /// The matches that the tree alone determines: a literal path first, then a source file, a glob,
  /// a part of a path. Rows whose literal path is a selector precede those too.
  mutating func treeMatches() -> [String: [Match]] {
    var found: [String: [Match]] = [:]
    var parts: [String] = []
    for selector in Set(selection.selectors) {
      var matches = literalMatches(of: selector)
      if matches.isEmpty, rows.exact[selector] == nil {
        if let (file, line) = SelectorForm.fileAndLine(selector), file.hasSuffix(".swift") {
          matches = files.matches(file, line)
        } else {
          parts.append(selector)
        }
      }
      if !matches.isEmpty { found[selector] = matches }
    }
    let search = PartSearch(parts, in: candidates.filter { !$0.isSharedHooks })
    found.merge(search.found.mapValues { $0.map { Match(candidate: $0) } }) { first, _ in first }
    return found
  }

  /// Nodes whose id, with or without its module, is exactly `selector`; or outlines above a row.
  func literalMatches(of selector: String) -> [Match] {
    if let specs = modules[selector] {
      return specs.values.joined().map { Match(candidate: $0) }
    }
    return literalWays(of: selector).compactMap { candidate, rest in
      if rest.isEmpty { return Match(candidate: candidate) }
      let row = rest.joined(separator: "/")
      // Only the rows can show whether this is a name or a glob, or a row in a data suite.
      if rest.count > 1 || Glob(ifIn: ExampleID.unescape(row[...])) != nil { return nil }
      return Match(candidate: candidate, rows: [ExampleID(text: row)])
    }
  }

  /// The outlines in which `selector` may name a row or a data suite, and its path there.
  func outlines(above selector: String) -> [(outline: Candidate, path: ExampleID)] {
    literalWays(of: selector).compactMap { candidate, rest in
      rest.isEmpty ? nil : (candidate, ExampleID(text: rest.joined(separator: "/")))
    }
  }

  /// The nodes that the names of `selector` lead to; for an outline, with the names that are left.
  ///
  /// Complexity: O(*names*), once the names around were asked for.
  private func literalWays(
    of selector: String
  ) -> [(node: Candidate, rest: ArraySlice<String>)] {
    // Names are compared one by one: as a prefix of characters, a path does not end before a name
    // that begins with a combining mark.
    let names = ExampleID.split(selector).map { String(Substring($0)) }[...]
    guard let first = names.first else { return [] }
    var ways = (specs[first] ?? []).map { ($0, names.dropFirst()) }
    if let second = names.dropFirst().first, let specs = modules[first]?[second] {
      ways += specs.map { ($0, names.dropFirst(2)) }
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
  var explanations: [String] { unmatched.compactMap { rows.files.explanation(of: $0) } }

  /// For how many selectors without matches similar names are searched: each search reads all names.
  private static let suggested = 3

  /// Ids, files and tags similar to the first selectors without matches.
  func near() -> [String] {
    let names = NameSuggestions(candidates)
    return unmatched.prefix(Self.suggested).flatMap { wanted in
      let tags = selection.tags.first { $0.description == wanted }?.anyOf.sorted() ?? []
      let near = tags.flatMap(names.tags)
      return near.isEmpty ? names.names(wanted) : near
    }
  }
}
