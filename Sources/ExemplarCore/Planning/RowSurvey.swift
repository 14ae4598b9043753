/// What was found in the rows of outlines before planning.
///
/// Rows are opened lazily, while their outline runs. Only when a selection asks for a row by its
/// name or its line are the sources read beforehand, so that no hook runs for an outline none of
/// whose rows was asked for.
public struct RowSurvey: Sendable {
  /// The unique names of the rows that each selector asks for, by outline.
  var matches: [String: [ExampleID: Set<String>]] = [:]

  public init() {}

  var isEmpty: Bool { matches.isEmpty }

  /// Reads the row sources of `specs` as far as `selection` needs it.
  public init(_ specs: [Spec], _ selection: Selection) async {
    guard !selection.selectors.isEmpty else { return }
    var issues: [IssueRecorded] = []
    let drafts = specs.map { Draft.tree($0, named: $0.root.name, issues: &issues) }
    let selector = Selector(selection, rows: self)
    let wanted = selection.selectors.filter { selector.needsRows($0, in: drafts) }
    guard !wanted.isEmpty else { return }
    var outlines: [(ExampleID, Outline)] = []
    for draft in drafts {
      draft.visit {
        if case .outline(let outline) = $0.node.content { outlines.append(($0.path.id, outline)) }
      }
    }
    for (id, outline) in outlines { await look(for: wanted, in: outline, id) }
  }

  private mutating func look(for selectors: [String], in outline: Outline, _ id: ExampleID) async {
    guard let cursor = try? await outline.open() else { return }
    var namer = RowNamer()
    var previous: [String: (name: String, line: Int)] = [:]
    // A row covers the lines from its own to the one before the next row.
    func settle(_ selector: String, _ line: Int) {
      guard let (_, wanted) = SelectorForm.fileAndLine(selector), let wanted,
        let last = previous[selector], last.line <= wanted, wanted < line
      else { return }
      matches[selector, default: [:]][id, default: []].insert(last.name)
    }
    while let row = try? await cursor.next() {
      let name = namer.name(of: row).name
      for selector in selectors {
        if let (file, line) = SelectorForm.fileAndLine(selector) {
          guard let place = row.place, SelectorForm.path(place.path, endsWith: file) else {
            continue
          }
          if line == nil {
            matches[selector, default: [:]][id, default: []].insert(name)
          } else {
            settle(selector, place.line)
            previous[selector] = (name, place.line)
          }
        } else if id.appending(name).text.localizedContains(selector)
          || name.localizedContains(selector)
        {
          matches[selector, default: [:]][id, default: []].insert(name)
        }
      }
    }
    for selector in selectors { settle(selector, .max) }
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
}

extension String {
  /// Whether the text contains `other`, without regard to case.
  func localizedContains(_ other: String) -> Bool {
    other.isEmpty || lowercased().firstRange(of: other.lowercased()) != nil
  }
}
