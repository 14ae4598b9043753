/// A set of examples, rows and groups, with the nodes around them: those that run again, begin, or belong to a shard.
struct ExampleSet {
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
    for candidate in candidates { candidate.filter(stays) }
  }

  /// Whether a node stays; `nil` if those in it decide.
  private func stays(_ candidate: Candidate) -> Bool? {
    // A group stands for all of its examples.
    if ids.contains(candidate.id) { return true }
    guard let inner = below[candidate.id] else { return false }
    guard candidate.isOutline else { return nil }
    let depth = candidate.id.depth
    let paths = inner.map { ExampleID($0.components.dropFirst(depth)) }
      .filter(candidate.rows.contains)
    if paths.isEmpty { return false }
    let share = candidate.rows.isAll ? reported : nil
    candidate.rows = .at(
      Set(paths), as: share.map { $0[candidate.id].map { .reporting($0) } ?? .silent })
    return true
  }
}
