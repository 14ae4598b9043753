/// Quarantines that a list states for ids, as the trait `.quarantined` states them for nodes.
package struct QuarantineList: Sendable {
  /// One quarantine of the list.
  package struct Entry: Sendable, Hashable {
    /// An id, with or without its module, or a glob.
    package var id: String
    /// A reason and a date, as `SHOP-12 until 2027-03-01`.
    package var text: String
    /// The location of the entry.
    package var place: Place

    package init(id: String, text: String, at place: Place) {
      (self.id, self.text, self.place) = (id, text, place)
    }
  }
  package let entries: [Entry]
  /// The indices of the entries by their ids, and those of globs.
  private let byID: [String: [Int]]
  private let globs: [(glob: Glob, index: Int)]

  package init(_ entries: [Entry] = []) {
    self.entries = entries
    byID = Dictionary(grouping: entries.indices) { entries[$0].id }
    globs = entries.indices.compactMap { index in
      Glob(ifIn: entries[index].id).map { ($0, index) }
    }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// The indices of the entries for a node, without those for the groups around it.
  package func entries(for id: ExampleID) -> [Int] {
    if isEmpty { return [] }
    let (text, textInModule) = (id.text, id.textInModule)
    let found = (byID[text] ?? []) + (byID[textInModule] ?? [])
    let similar = globs.filter { $0.glob.matches(text) || $0.glob.matches(textInModule) }
    return Set(found + similar.map(\.index)).sorted()
  }

  /// The facts that the list states about a node, with those about the groups around it.
  package func facts(of id: ExampleID) -> Facts {
    var facts = Facts()
    if isEmpty { return facts }
    for id in Array(sequence(first: id, next: \.parent)).reversed() {
      facts[.quarantines] += entries(for: id).map { entries[$0].text }
    }
    return facts
  }
}
