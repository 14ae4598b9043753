/// The results of reading the rows of outlines before planning.
///
/// Rows are opened lazily, while their outline runs. They are read beforehand only where planning
/// depends on them: when a selection names a row or its line, so that no hook runs for an outline
/// without selected rows; and where rows have marks, that is, a focus or tags.
package struct RowSurvey: Sendable {
  /// The paths of the rows that each selector asks for, by outline.
  var matches: [String: [ExampleID: Set<ExampleID>]] = [:]
  /// The paths of the rows whose ids a filter matches, for outlines whose own id none does.
  var filtered: [ExampleID: Set<ExampleID>] = [:]
  /// Those of them at or below the selector, to the letter: a name may hold what globs are made of.
  private(set) var exact: [String: [ExampleID: Set<ExampleID>]] = [:]
  /// The marks of the rows, by outline.
  var marked: [ExampleID: RowMarks] = [:]
  /// The rows in code, with their places, of outlines that have some in a file of which a line was asked
  /// for.
  private(set) var written: [ExampleID: [WrittenRow]] = [:]
  /// The files of which a line was asked for.
  private(set) var files = SurveyedFiles()

  package init() {}

  /// Reads the row sources of `specs` as far as planning needs it.
  ///
  /// - Parameter lineCount: How many lines a file has, by its path; `nil` if it is not there.
  package init(
    _ specs: [Spec], _ selection: Selection,
    lineCount: @escaping @Sendable (String) -> Int? = { _ in nil }
  ) async {
    files = SurveyedFiles(lineCount)
    if selection.selectors.isEmpty, !specs.contains(where: \.root.holdsOutlines) { return }
    let candidates = Candidate.trees(specs)
    var outlines: [(ExampleID, Outline)] = []
    for candidate in candidates {
      candidate.visit {
        if case .outline(let outline) = $0.node.content {
          outlines.append(($0.id, outline.watched(as: $0.id, at: $0.node.place)))
        }
      }
    }
    await findFiles(of: selection.selectors, candidates, outlines)
    var selector = Selector(selection, in: candidates, rows: self)
    // An id leads to its outline; other outlines may be big.
    var asked: [ExampleID: [ExampleID: [String]]] = [:]
    for text in Set(selection.selectors) where selector.literalMatches(of: text).isEmpty {
      for (outline, path) in selector.outlines(above: text) {
        asked[outline.id, default: [:]][path, default: []].append(text)
      }
    }
    for (id, outline) in outlines {
      if let paths = asked[id] { await find(paths, in: outline, id) }
    }
    defer { matches.merge(exact) { $1 } }
    selector = Selector(selection, in: candidates, rows: self)
    let found = selection.selectors.isEmpty ? [:] : selector.treeMatches()
    let search = RowSearch(
      Set(selection.selectors.filter { found[$0] == nil && exact[$0] == nil }))
    for (id, outline) in outlines {
      if await outline.hasMarks() { marked[id] = await RowMarks(of: outline) }
      if !search.isEmpty { await look(for: search, in: outline, id) }
      if !selection.filters.isEmpty, !selection.filters.contains(where: { $0.matches(id.text) }) {
        filtered[id] = await Self.paths(ofRowsOf: outline, id, agreeingWith: selection.filters)
      }
    }
  }

  /// Notes the files of which selectors ask for a line, and the rows in code in them.
  private mutating func findFiles(
    of selectors: [String], _ candidates: [Candidate], _ outlines: [(ExampleID, Outline)]
  ) async {
    var lines = SelectedLines(selectors)
    if lines.isEmpty { return }
    for candidate in candidates {
      candidate.visit {
        let place = $0.node.place
        if lines.hasLines(at: place.path) { files.record(place) }
      }
    }
    for (id, outline) in outlines {
      let places = outline.places.filter { lines.hasLines(at: $0.path) }
      for place in places { files.record(place) }
      if !places.isEmpty { written[id] = await WrittenRow.all(in: outline) }
    }
  }

  private static func paths(
    ofRowsOf outline: Outline, _ id: ExampleID, agreeingWith filters: [IDFilter]
  ) async -> Set<ExampleID> {
    var paths: Set<ExampleID> = []
    await outline.visitRows { path, _ in
      let text = id.appending(path).text
      if filters.contains(where: { $0.matches(text) }) { paths.insert(path) }
      return true
    }
    return paths
  }

  /// Looks for the rows at or below paths, each of which selectors ask for.
  private mutating func find(
    _ paths: [ExampleID: [String]], in outline: Outline, _ id: ExampleID
  ) async {
    await outline.visitRows { path, _ in
      var current: ExampleID? = path
      while let known = current {
        for selector in paths[known] ?? [] {
          exact[selector, default: [:]][id, default: []].insert(path)
        }
        current = known.parent
      }
      return true
    }
  }

  private mutating func look(for search: RowSearch, in outline: Outline, _ id: ExampleID) async {
    var places = search.lines
    var lines = LineSearch(search.lines)
    let start = search.start(of: id)
    await outline.visitRows { path, row in
      if let place = row.place, place.line > 0, places.hasLines(at: place.path) {
        files.record(place)
      }
      for (selector, row) in lines.pass(path, of: row) { record(row, of: id, for: selector) }
      if !search.hasNames { return !lines.isOver }
      let full = id.appending(path)
      let literal = search.literal(full, below: id)
      for selector in literal { exact[selector, default: [:]][id, default: []].insert(path) }
      for selector in search.similar(path, full, after: start) where !literal.contains(selector) {
        record(path, of: id, for: selector)
      }
      return true
    }
    for (selector, row) in lines.matchesAtEnd(within: files) { record(row, of: id, for: selector) }
  }

  private mutating func record(_ path: ExampleID, of id: ExampleID, for selector: String) {
    matches[selector, default: [:]][id, default: []].insert(path)
  }
}

extension SpecNode {
  /// Whether there is an outline in it.
  fileprivate var holdsOutlines: Bool {
    switch content {
    case .outline: true
    case .group(let nodes), .several(let nodes): nodes.contains(where: \.holdsOutlines)
    default: false
    }
  }
}

extension Outline {
  /// Calls `body` with each row and its path, until it returns `false`. Unreadable rows are
  /// reported when the outline runs.
  fileprivate func visitRows(_ body: (ExampleID, RowExample) -> Bool) async {
    guard let cursor = try? await open() else { return }
    var namer = RowNamer()
    while let row = try? await cursor.next() {
      var name = namer.name(of: row)
      if name == nil { name = await namer.name(of: row, in: self) }
      if let name, !body(name.path, row) { return }
    }
  }
}

/// A row in code, and its location.
struct WrittenRow: Sendable {
  var path: ExampleID
  var place: Place

  static func all(in outline: Outline) async -> [WrittenRow] {
    var rows: [WrittenRow] = []
    await outline.visitRows { path, row in
      if let place = row.place { rows.append(WrittenRow(path: path, place: place)) }
      return true
    }
    return rows
  }
}

/// The marks of the rows of one outline.
struct RowMarks: Sendable {
  /// A row with marks.
  struct Row: Sendable {
    var path: ExampleID
    var properties: NodeProperties
  }
  private(set) var rows: [Row] = []
  /// Whether there are rows without marks.
  private(set) var hasOthers = false

  /// Reads the rows. Unreadable rows are reported when the outline runs.
  init(of outline: Outline) async {
    guard let cursor = try? await outline.open() else {
      hasOthers = true
      return
    }
    var namer = RowNamer()
    do {
      while let row = try await cursor.next() {
        let path = await namer.name(of: row, in: outline).path
        if row.traits.isEmpty {
          hasOthers = true
        } else {
          rows.append(Row(path: path, properties: NodeProperties(row.traits)))
        }
      }
    } catch {
      hasOthers = true
    }
    if rows.isEmpty { hasOthers = true }
  }

  /// The rows whose tags, with `tags`, are asked for by `conditions`, of those in `selection`; `nil`
  /// if none is.
  func rows(
    in selection: RowSelection, with tags: Set<String>, _ conditions: [TagCondition]
  ) -> RowSelection? {
    func holds(_ tags: Set<String>) -> Bool { conditions.allSatisfy { $0.holds(for: tags) } }
    let fit = Set(
      rows.filter { holds(tags.union($0.properties.tags)) && selection.contains($0.path) }
        .map(\.path))
    guard hasOthers, holds(tags) else { return fit.isEmpty ? nil : .at(fit) }
    return selection.subtracting(Set(rows.map(\.path)).subtracting(fit))
  }

  /// The focused rows, of those in `selection`.
  func focused(in selection: RowSelection) -> Set<ExampleID> {
    Set(rows.filter { $0.properties.isFocused && selection.contains($0.path) }.map(\.path))
  }

  /// Whether a row of `selection` can run on `platform`, according to the marks.
  func canRun(
    _ selection: RowSelection, of outline: ExampleID, on platform: Platform
  ) -> Bool {
    let asked = rows.filter { selection.contains($0.path) }
    let canRun = asked.contains { row in
      row.properties.skipReason(on: platform, of: outline.appending(row.path), at: nil) == nil
    }
    if canRun { return true }
    guard hasOthers else { return asked.isEmpty }
    let known = Set(rows.map(\.path))
    return selection.paths.map { !$0.isSubset(of: known) } ?? true
  }
}
