import ExemplarCore

/// Names of the groups in one array or object. Of many, only hashes are kept.
struct GroupNames {
  private var taken: Set<Int> = []
  private var counts: [Int: Int] = [:]

  /// A name that is free, and whether the wanted one was not.
  mutating func claim(_ name: String) -> (name: String, isRepeated: Bool) {
    if taken.insert(name.hashValue).inserted { return (name, false) }
    let numbered = name.numbered(after: &counts[name.hashValue, default: 1]) {
      taken.insert($0.hashValue).inserted
    }
    return (numbered, true)
  }
}
