/// Finds the examples that selectors ask for among those of specs without rows in files, before any plan.
package struct ExampleSearch {
  private var filter: SelectionFilter
  private let names: NameSuggestions
  private let rows: RowSurvey

  /// - Parameters:
  ///   - selectors: The selectors that will be searched for.
  ///   - lineCount: How many lines a file has, by its path; `nil` if it is not there.
  package init(
    _ selectors: [String], in specs: [Spec], lineCount: @escaping @Sendable (String) -> Int?
  ) async {
    let selection = Selection(selectors: selectors)
    let candidates = Candidate.trees(specs)
    rows = await RowSurvey(specs, selection, lineCount: lineCount)
    filter = SelectionFilter(selection, in: candidates, rows: rows)
    names = NameSuggestions(candidates)
  }

  /// The examples at or below the node that is named to the letter.
  package func examples(named selector: String) -> [ExampleID] {
    Self.examples(filter.literalMatches(of: selector))
  }

  /// The examples that a selector asks for in any of its forms.
  package mutating func examples(matching selector: String) -> [ExampleID] {
    Self.examples(filter.matches(of: [Selector(selector)])[selector] ?? [])
  }

  private static func examples(_ matches: [SelectionFilter.Match]) -> [ExampleID] {
    var ids: [ExampleID] = []
    for match in matches where match.rows == nil {
      match.candidate.visit { if !$0.isGroup { ids.append($0.id) } }
    }
    return ids
  }

  /// Ids and files similar to a selector without matches.
  package func near(_ selector: String) -> [String] { names.names(selector) }

  /// The tags similar to one that no example has.
  package func near(tag: String) -> [String] { names.tags(tag) }

  /// Explains why nothing is at the line that a selector names, if that is known.
  package func explanation(of selector: String) -> String? {
    rows.files.explanation(of: Selector(selector))
  }
}
