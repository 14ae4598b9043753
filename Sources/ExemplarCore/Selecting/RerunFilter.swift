/// Keeps only the nodes that run again, after the selection and the focus, or finds those that begin.
struct RerunFilter {
  private let ids: Set<ExampleID>
  private let reported: [ExampleID: ShardShare.Sum]?
  /// The ids below each node on the way to one, by the node.
  private var below: [ExampleID: Set<ExampleID>] = [:]

  /// - Parameters:
  ///   - ids: Those of examples, rows and groups.
  ///   - reported: If other shards run the rest, the outlines about all of whose rows this one reports findings.
  init(_ ids: Set<ExampleID>, reporting reported: [ExampleID: ShardShare.Sum]? = nil) {
    (self.ids, self.reported) = (ids, reported)
    for id in ids {
      var ancestor = id.parent
      while let current = ancestor {
        below[current, default: []].insert(id)
        ancestor = current.parent
      }
    }
  }

  /// Whether a node, or something below it, is among the ids.
  func concerns(_ id: ExampleID) -> Bool { ids.contains(id) || below[id] != nil }

  func apply(to candidates: [Candidate]) {
    for candidate in candidates { _ = keep(candidate) }
  }

  /// Whether something of a node is left.
  private func keep(_ candidate: Candidate) -> Bool {
    guard candidate.isSelected else { return false }
    // A group stands for all of its examples.
    if ids.contains(candidate.id) { return true }
    if candidate.isOutline {
      let depth = candidate.id.depth
      let paths = (below[candidate.id] ?? []).map { ExampleID($0.components.dropFirst(depth)) }
        .filter(candidate.rows.contains)
      if !paths.isEmpty {
        let share = candidate.rows.isAll ? reported : nil
        candidate.rows = .at(
          Set(paths), as: share.map { $0[candidate.id].map { .reporting($0) } ?? .silent })
      }
      candidate.isSelected = !paths.isEmpty
    } else {
      var isLeft = false
      if below[candidate.id] != nil {
        for child in candidate.children where keep(child) { isLeft = true }
      }
      candidate.isSelected = isLeft
    }
    return candidate.isSelected
  }
}
