/// What was found in the rows of outlines before planning.
///
/// Rows are opened lazily, while their outline runs. They are read beforehand only where planning
/// depends on them: when a selection asks for a row by its name or its line, so that no hook runs
/// for an outline none of whose rows was asked for; and where rows carry marks, a focus or tags.
public struct RowSurvey: Sendable {
  /// The unique names of the rows that each selector asks for, by outline.
  var matches: [String: [ExampleID: Set<String>]] = [:]
  /// The unique names of the rows whose ids a filter matches, for outlines whose own id none does.
  var filtered: [ExampleID: Set<String>] = [:]
  /// Those of them whose id is the selector, to the letter: a name may hold what globs are made of.
  private var exact: [String: [ExampleID: Set<String>]] = [:]
  /// The rows that carry marks, by outline.
  var marked: [ExampleID: [MarkedRow]] = [:]

  /// A row with its marks.
  struct MarkedRow: Sendable {
    var name: String
    var properties: NodeProperties
    var isFocused: Bool { properties.isFocused }
    var tags: Set<String> { properties.tags }
  }

  public init() {}

  /// Reads the row sources of `specs` as far as planning needs it.
  public init(_ specs: [Spec], _ selection: Selection) async {
    let drafts = Draft.trees(specs)
    let selector = Selector(selection, rows: self)
    let wanted = selection.selectors.filter { selector.needsRows($0, in: drafts) }
    var outlines: [(ExampleID, Outline)] = []
    for draft in drafts {
      draft.visit {
        if case .outline(let outline) = $0.node.content { outlines.append(($0.path.id, outline)) }
      }
    }
    defer { matches.merge(exact) { $1 } }
    for (id, outline) in outlines {
      if await outline.hasMarks() { marked[id] = await Self.marks(of: outline) }
      if !wanted.isEmpty { await look(for: wanted, in: outline, id) }
      if !selection.filters.isEmpty, !selection.filters.contains(where: { $0.matches(id.text) }) {
        filtered[id] = await Self.names(ofRowsOf: outline, id, agreeingWith: selection.filters)
      }
    }
  }

  private static func names(
    ofRowsOf outline: Outline, _ id: ExampleID, agreeingWith filters: [IDFilter]
  ) async -> Set<String> {
    guard let cursor = try? await outline.open() else { return [] }
    var namer = RowNamer()
    var names: Set<String> = []
    while let row = try? await cursor.next() {
      let name = namer.name(of: row).name
      let text = id.appending(name).text
      if filters.contains(where: { $0.matches(text) }) { names.insert(name) }
    }
    return names
  }

  private static func marks(of outline: Outline) async -> [MarkedRow] {
    // What cannot be read is reported when the outline runs.
    guard let cursor = try? await outline.open() else { return [] }
    var namer = RowNamer()
    var rows: [MarkedRow] = []
    while let row = try? await cursor.next() {
      let name = namer.name(of: row).name
      rows.append(MarkedRow(name: name, properties: NodeProperties(row.traits)))
    }
    return rows
  }

  private mutating func look(for selectors: [String], in outline: Outline, _ id: ExampleID) async {
    guard let cursor = try? await outline.open() else { return }
    var namer = RowNamer()
    var previous: [String: (name: String, line: Int)] = [:]
    let globs = Dictionary(
      selectors.compactMap { selector in Glob(ifIn: selector).map { (selector, $0) } },
      uniquingKeysWith: { first, _ in first })
    while let row = try? await cursor.next() {
      let name = namer.name(of: row).name
      for selector in selectors {
        if let (file, line) = SelectorForm.fileAndLine(selector) {
          guard let place = row.place, SelectorForm.path(place.path, endsWith: file) else {
            continue
          }
          if line == nil {
            note(name, of: id, for: selector)
          } else {
            settle(selector, id, previous[selector], before: place.line)
            previous[selector] = (name, place.line)
          }
        } else if SelectorForm.isPath(selector, of: id.appending(name)) {
          exact[selector, default: [:]][id, default: []].insert(name)
        } else if let glob = globs[selector] {
          let text = id.appending(name).text
          if glob.matches(text) || glob.matches(id.appending(name).textInModule) {
            note(name, of: id, for: selector)
          }
        } else if id.appending(name).text.containsIgnoringCase(selector)
          || name.containsIgnoringCase(selector)
        {
          note(name, of: id, for: selector)
        }
      }
    }
    for selector in selectors { settle(selector, id, previous[selector], before: .max) }
  }

  /// Notes the row before the line `next` if it covers the line that `selector` asks for: a row
  /// covers the lines from its own to the one before the next row.
  private mutating func settle(
    _ selector: String, _ id: ExampleID, _ row: (name: String, line: Int)?, before next: Int
  ) {
    guard let wanted = SelectorForm.fileAndLine(selector)?.line, let row, row.line <= wanted,
      wanted < next
    else { return }
    note(row.name, of: id, for: selector)
  }

  private mutating func note(_ name: String, of id: ExampleID, for selector: String) {
    matches[selector, default: [:]][id, default: []].insert(name)
  }
}

/// Names the rows of one outline, as the run does.
struct RowNamer {
  private var names = UniqueNames()
  private(set) var count = 0

  /// The unique name of the next row, and where its name was first taken if it was not free.
  mutating func name(of row: RowExample) -> (name: String, earlier: Place?) {
    count += 1
    return names.claim(row.name ?? "#\(count)", at: row.place ?? Place(path: "row \(count)"))
  }

  /// A name for something that is no row, and that no row has.
  mutating func name(besides name: String) -> String {
    names.claim(name, at: Place(path: name)).name
  }
}

extension String {
  /// Whether the text contains `other`, without regard to case.
  func containsIgnoringCase(_ other: String) -> Bool {
    other.isEmpty || lowercased().firstRange(of: other.lowercased()) != nil
  }
}
