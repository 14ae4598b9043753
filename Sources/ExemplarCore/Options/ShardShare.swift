/// The examples of one shard, as a process of it needs them.
package struct ShardShare: Sendable {
  /// The ids of examples and rows; of outlines that belong to the shard as a whole, of the outline.
  private(set) var ids: Set<ExampleID> = []
  /// The divided outlines about whose rows as a whole this shard reports, with the sum of these rows.
  private(set) var reported: [ExampleID: Sum] = [:]
  /// The sum of all examples and outlines of the plan that was divided.
  package private(set) var plan = Sum()

  /// A number of names and a hash of them in any order, which show whether others are equal.
  package struct Sum: Sendable, Hashable {
    private(set) var count = 0
    private(set) var hash: UInt64 = 0

    mutating func record(_ name: String) {
      count += 1
      hash &+= PathHash().appending(name).key(seed: 0)
    }

    /// The line of an id with the sum.
    func line(_ id: String) -> String { "\(id)\t\(count)\t\(hash)" }
  }

  /// Reads the text of a shard; see ``ShardAssignment/text(of:)``.
  package init(_ text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      let id = ExampleID(text: String(parts[0]))
      guard parts.count == 3, let count = Int(parts[1]), let hash = UInt64(parts[2]) else {
        ids.insert(id)
        continue
      }
      let sum = Sum(count: count, hash: hash)
      if parts[0].isEmpty { plan = sum } else { reported[id] = sum }
    }
  }
}
