import ExemplarCore

/// The examples and rows of a plan as entries of a list, as many as fit.
struct ListedExamples {
  private(set) var entries: [ListedNode] = []

  /// Lists the examples and rows of `plan` that are going to run, in declared order.
  ///
  /// - Parameter most: The greatest number of entries. Beyond it, outlines become one entry each, those
  ///   with the most rows first, then specs, those with the most entries first.
  init(_ plan: Plan, most: Int) async {
    var nodes = plan.examples.filter(\.isGoingToRun).sorted { $0.info.place < $1.info.place }
      .map { Node(id: $0.info.id, isOutline: $0.isOutline) }
    let positions = Dictionary(
      uniqueKeysWithValues: nodes.indices.filter { nodes[$0].isOutline }.map { (nodes[$0].id, $0) })
    await plan.list { event in
      guard case .exampleListed(let row) = event, row.skipReason == nil,
        let position = sequence(first: row.id, next: \.parent).lazy
          .compactMap({ positions[$0] }).first
      else { return }
      nodes[position].add(row.id, most: most)
    }
    var total = nodes.reduce(0) { $0 + $1.entries.count }
    for position in nodes.indices.sorted(by: { nodes[$0].rowCount > nodes[$1].rowCount }) {
      let rows = nodes[position].entries.count
      guard total > most || nodes[position].rowCount > most, rows > 1 else { break }
      nodes[position].rows = []
      total -= rows - 1
    }
    let specs = Dictionary(grouping: nodes, by: \.id.spec)
    var whole: Set<ExampleID> = []
    let counts = specs.mapValues { $0.reduce(0) { $0 + $1.entries.count } }
    for (spec, count) in counts.sorted(by: { ($1.value, $0.key.text) < ($0.value, $1.key.text) }) {
      guard total > most, count > 1 else { break }
      whole.insert(spec)
      total -= count - 1
    }
    for node in nodes {
      let spec = node.id.spec
      if !whole.contains(spec) {
        entries += node.entries
      } else if specs[spec]?.first?.id == node.id {
        let size = specs[spec]?.reduce(0) { $0 + max(1, $1.rowCount) } ?? 0
        entries.append(ListedNode(spec, size: size.counted("example")))
      }
    }
  }

  private struct Node {
    let id: ExampleID
    let isOutline: Bool
    /// The rows that have entries of their own.
    var rows: [ExampleID] = []
    var rowCount = 0

    mutating func add(_ row: ExampleID, most: Int) {
      rowCount += 1
      // More can never be listed.
      if rowCount <= most { rows.append(row) }
    }

    var entries: [ListedNode] {
      rows.isEmpty
        ? [ListedNode(id, size: rowCount > 0 ? rowCount.counted("row") : nil)]
        : rows.map { ListedNode($0) }
    }
  }
}

extension PlannedExample {
  fileprivate var isOutline: Bool {
    if case .expand = action { true } else { false }
  }

  /// Whether the plan does not skip the example.
  fileprivate var isGoingToRun: Bool {
    switch action {
    case .run, .fail, .expand: true
    case .skip, .markPending: false
    }
  }
}
