/// The results of reading the rows of outlines before planning.
///
/// Rows are opened lazily, while their outline runs. They are read beforehand only where planning
/// depends on them: when a selection names a row or its line, so that no hook runs for an outline
/// without selected rows; and where rows have marks, that is, a focus or tags.
package struct RowSurvey: Sendable {
  /// The paths of rows, by outline.
  typealias Paths = [ExampleID: Set<ExampleID>]

  /// The rows at or below each selector, to the letter: a name may hold what globs are made of.
  private(set) var exact: [String: Paths] = [:]
  /// The rows that each other selector asks for.
  private(set) var similar: [String: Paths] = [:]
  /// The rows whose ids a filter matches, for outlines whose own id none does.
  private(set) var filtered: Paths = [:]
  /// The rows whose ids a filter leaves out, for outlines whose own id none does.
  private(set) var skipped: Paths = [:]
  /// The outlines of which filters leave no row.
  private(set) var emptied: Set<ExampleID> = []
  /// The marks of the rows, by outline.
  private(set) var marked: [ExampleID: RowMarks] = [:]
  /// The rows in code, with their locations, of outlines that have some in a file of which a line was asked for.
  private(set) var written: [ExampleID: [(path: ExampleID, place: Place)]] = [:]
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
    if selection.selectors.isEmpty, !specs.contains(where: \.root.holdsOutlines) { return }
    var selectors = Set(selection.selectors).map(Selector.init)
    files = SurveyedFiles(of: selectors, lineCount)
    let candidates = Candidate.trees(specs)
    var outlines: [(id: ExampleID, outline: Outline)] = []
    for candidate in candidates {
      candidate.visit {
        files.record($0.node.place)
        guard case .outline(let outline) = $0.node.content else { return }
        outlines.append(($0.id, outline.watched(as: $0.id, at: $0.node.place)))
      }
    }
    for (id, outline) in outlines where !outline.places.filter({ files.record($0) }).isEmpty {
      await outline.visitRows { row in
        if let place = row.place { written[id, default: []].append((row.info.id, place)) }
      }
    }
    // An id leads to its outline; other outlines may be big.
    var filter = SelectionFilter(selection, in: candidates, rows: self)
    var leading: [ExampleID: [Selector]] = [:]
    for selector in selectors where filter.literalMatches(of: selector.text).isEmpty {
      for id in filter.outlines(above: selector.text) { leading[id, default: []].append(selector) }
    }
    for (id, outline) in outlines {
      guard let search = leading[id].map(RowSearch.init) else { continue }
      await outline.visitRows { row in
        record(search.exact(row.info.id, in: id), of: id, in: \.exact)
      }
    }
    filter = SelectionFilter(selection, in: candidates, rows: self)
    let found = filter.matches(of: selectors)
    selectors.removeAll { found[$0.text] != nil }
    for (id, outline) in outlines {
      // Other sources may be endless, or slow.
      let asked = selectors.filter { $0.file.map(outline.mayHold) ?? true }
      await read(outline, id, RowSearch(asked), selection)
    }
  }

  /// Reads the rows of an outline, if they have marks, or selectors and filters may ask for some of them.
  private mutating func read(
    _ outline: Outline, _ id: ExampleID, _ search: RowSearch, _ selection: Selection
  ) async {
    var (search, marks) = (search, await outline.hasMarks() ? RowMarks() : nil)
    let filters = selection.filters.contains { $0.matches(id) } ? [] : selection.filters
    let skips = selection.skips.contains { $0.matches(id) } ? [] : selection.skips
    if search.selectors.isEmpty, filters.isEmpty, skips.isEmpty, marks == nil { return }
    if !filters.isEmpty { filtered[id] = [] }
    var hasRest = false
    let isComplete = await outline.visitRows { row in
      let path = row.info.id
      marks?.add(row)
      if let place = row.place, place.line > 0 { files.record(place) }
      if !search.selectors.isEmpty {
        let exact = search.exact(path, in: id)
        record(exact, of: id, in: \.exact)
        record(search.similar(row, in: id, besides: exact), of: id, in: \.similar)
      }
      if !filters.isEmpty || !skips.isEmpty {
        let row = id.appending(path)
        let isWanted = filters.isEmpty || filters.contains { $0.matches(row) }
        if isWanted { filtered[id]?.insert(path) }
        if skips.contains(where: { $0.matches(row) }) {
          skipped[id, default: []].insert(path)
        } else if isWanted {
          hasRest = true
        }
      } else if marks == nil, search.isOver {
        throw CancellationError()
      }
    }
    if isComplete, !hasRest, skipped[id] != nil { emptied.insert(id) }
    record(search.rowsAtLines(in: files), of: id, in: \.similar)
    marks?.close(isComplete: isComplete)
    marked[id] = marks
  }

  private mutating func record(
    _ found: [(selector: String, path: ExampleID)], of id: ExampleID,
    in matches: WritableKeyPath<RowSurvey, [String: Paths]>
  ) {
    for (selector, path) in found {
      self[keyPath: matches][selector, default: [:]][id, default: []].insert(path)
    }
  }
}

/// Looks for the rows of one outline that selectors ask for.
private struct RowSearch {
  typealias Found = [(selector: String, path: ExampleID)]

  let selectors: [Selector]
  /// By their texts with and without escapes: separators in the name of a row need not be escaped.
  private let byText: [String: [String]]
  /// The nearest rows or groups of rows at or above the lines of each file.
  private var nearest: [String: [String: (place: Place, path: ExampleID)]] = [:]
  /// The selectors whose lines rows have passed.
  private var passed: Set<String> = []

  init(_ selectors: [Selector]) {
    self.selectors = selectors
    var byText: [String: [String]] = [:]
    for text in selectors.map(\.text) {
      for spelling in Set([text, ExampleID.unescape(text[...])]) {
        byText[spelling, default: []].append(text)
      }
    }
    self.byText = byText
  }

  /// The selectors that are the id of a row or of a surrounding data suite, with or without its module.
  func exact(_ path: ExampleID, in outline: ExampleID) -> Found {
    var found: Set<String> = []
    var current = outline.appending(path)
    while current.depth > outline.depth, let parent = current.parent {
      let id = IDSpellings(current)
      for text in [id.text, id.textInModule, id.plain, id.plainInModule] {
        if let selectors = byText[text] { found.formUnion(selectors) }
      }
      current = parent
    }
    return found.map { ($0, path) }
  }

  /// The selectors that match the id of a row, or that name its file. Notes which row is the nearest one to lines.
  mutating func similar(
    _ row: ExampleInvocation, in outline: ExampleID, besides exact: Found
  ) -> Found {
    let path = row.info.id
    let id = IDSpellings(outline.appending(path))
    var found: Found = []
    for selector in selectors {
      if selector.file == nil {
        let isExact = exact.contains { $0.selector == selector.text }
        if !isExact, selector.matches(id) { found.append((selector.text, path)) }
        continue
      }
      for (index, suite) in row.suites.enumerated() where selector.line != nil {
        pass(ExampleID(row.suites[...index].map(\.name)), at: suite.place, selector)
      }
      guard let place = row.place else { continue }
      if selector.line != nil {
        pass(path, at: place, selector)
      } else if selector.names(fileAt: place.path) {
        found.append((selector.text, path))
      }
    }
    return found
  }

  /// Passes a row or a group of rows: formats without lines cannot be selected by line.
  private mutating func pass(_ path: ExampleID, at place: Place, _ selector: Selector) {
    guard let line = selector.line, place.line > 0, !passed.contains(selector.text),
      selector.names(fileAt: place.path)
    else { return }
    let last = nearest[selector.text]?[place.path]?.place.line
    if place.line <= line {
      if place.line >= last ?? 0 {
        nearest[selector.text, default: [:]][place.path] = (place, path)
      }
    } else if last != nil {
      passed.insert(selector.text)
    }
  }

  /// Whether further rows make no difference, since each selector asks for a line that rows have passed.
  var isOver: Bool { passed.count == selectors.count }

  /// The rows that cover the lines that were asked for, as far as their files have these lines.
  func rowsAtLines(in files: SurveyedFiles) -> Found {
    selectors.flatMap { selector in
      (nearest[selector.text] ?? [:]).filter { files.holds(selector.line ?? 0, of: $0.key) }
        .map { (selector.text, $0.value.path) }
    }
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
  /// Calls `body` with each row, whose id is its path below the outline. Throws an error that keeps further rows from being
  /// read, or that `body` throws.
  func forEachRow(_ body: (ExampleInvocation) throws -> Void) async throws {
    let cursor = try await open()
    var namer = RowNamer()
    while let row = try await cursor.next() {
      let name = namer.name(row).name
      row.info.id = namer.path(ofLast: name)
      try body(row)
    }
  }

  /// The same for rows that are read before the outline runs, which reports rows that cannot be read. Returns
  /// whether all of them could.
  @discardableResult
  fileprivate func visitRows(_ body: (ExampleInvocation) throws -> Void) async -> Bool {
    do {
      try await forEachRow(body)
      return true
    } catch {
      return false
    }
  }
}

/// The marks of the rows of one outline.
struct RowMarks: Sendable {
  /// The rows with marks.
  private(set) var rows: [(path: ExampleID, properties: NodeProperties)] = []
  /// Whether there are rows without marks.
  private var hasOthers = false

  mutating func add(_ row: ExampleInvocation) {
    if row.traits.isEmpty {
      hasOthers = true
    } else {
      rows.append((row.info.id, NodeProperties(row.traits)))
    }
  }

  /// Adds that there are no further rows, or that they cannot be read.
  mutating func close(isComplete: Bool) { hasOthers = hasOthers || !isComplete || rows.isEmpty }

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
