/// A fact that traits state about a node: texts that the nodes inside it inherit, and that logs, events and reports
/// show.
///
/// A new fact is a case with its row in this table, and a trait that adds to it.
package enum Fact: Int, CaseIterable, Sendable {
  // Logs contain the facts in this order.
  case tags, bugs, quarantines

  /// A row of the table.
  private struct Entry {
    /// The name in JSON.
    var name: StaticString
    /// The trait that states it.
    var trait: String
    /// The words before the texts in a report.
    var label: String
    /// Whether the texts are a set, which is sorted and fills one line of a report. Otherwise, the outermost come first,
    /// a line each.
    var isSet: Bool
  }

  private var entry: Entry {
    switch self {
    case .tags: Entry(name: "tags", trait: ".tags", label: "tagged", isSet: true)
    case .bugs: Entry(name: "bugs", trait: ".bug", label: "about bug", isSet: false)
    case .quarantines:
      Entry(name: "quarantines", trait: ".quarantined", label: "quarantined for", isSet: false)
    }
  }

  /// The name in JSON.
  package var name: StaticString { entry.name }

  /// The trait that states it.
  var trait: String { entry.trait }

  fileprivate func arranged(_ texts: [String]) -> [String] {
    entry.isSet ? Set(texts).sorted() : texts
  }

  fileprivate func lines(_ texts: [String]) -> [(label: String, text: String)] {
    let texts = texts.map(ExampleID.printable)
    let parts = entry.isSet && !texts.isEmpty ? [texts.joined(separator: ", ")] : texts
    return parts.map { (entry.label, $0) }
  }
}

/// The facts about a node.
package struct Facts: Sendable, Hashable {
  /// The list of each fact; empty if all of them are.
  private var texts: [[String]] = []

  package init() {}

  package var isEmpty: Bool { texts.isEmpty }

  package subscript(fact: Fact) -> [String] {
    get { texts.isEmpty ? [] : texts[fact.rawValue] }
    set {
      if texts.isEmpty { texts = Fact.allCases.map { _ in [] } }
      texts[fact.rawValue] = fact.arranged(newValue)
      if texts.allSatisfy(\.isEmpty) { texts = [] }
    }
  }

  /// These facts and those of a node inside.
  package func adding(_ inner: Facts) -> Facts {
    if inner.isEmpty { return self }
    var all = self
    for fact in Fact.allCases { all[fact] += inner[fact].filter { !self[fact].contains($0) } }
    return all
  }

  /// The lines of a report that show them, the latest kind of fact first.
  package var lines: [(label: String, text: String)] {
    Fact.allCases.reversed().flatMap { $0.lines(self[$0]) }
  }
}
