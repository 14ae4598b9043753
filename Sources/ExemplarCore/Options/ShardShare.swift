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
  }

  /// Reads the text of a shard; see ``ShardAssignment/text(of:)``.
  package init(_ text: String) {
    for line in ExampleLine.all(in: text) {
      if let sum = line.sum {
        if line.isOfPlan { plan = sum } else { reported[line.id] = sum }
      } else {
        ids.insert(line.id)
      }
    }
  }
}

/// The form of files with examples: a line for each, with its id, and, where they matter, its shard and a sum, between
/// tabs. An id stands for everything in it. The line of a whole plan has no id.
package struct ExampleLine: Sendable {
  package var id: ExampleID
  /// The number of its shard; 0 for all shards.
  package var shard: Int?
  /// The sum of the rows of an outline, or of the examples of a plan.
  package var sum: ShardShare.Sum?

  package init(_ id: ExampleID, shard: Int? = nil, sum: ShardShare.Sum? = nil) {
    (self.id, self.shard, self.sum) = (id, shard, sum)
  }

  /// Reads a line.
  init(_ text: Substring) {
    let parts = text.split(separator: "\t", omittingEmptySubsequences: false)
    id = ExampleID(text: String(parts[0]))
    shard = Self.shard(ofLine: text)
    guard parts.count == 4, let count = Int(parts[2]), let hash = UInt64(parts[3]) else { return }
    sum = ShardShare.Sum(count: count, hash: hash)
  }

  /// The number of the shard in a line.
  fileprivate static func shard(ofLine text: Substring) -> Int? {
    let parts = text.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count > 1 ? Int(parts[1]) : nil
  }

  /// The lines of a text.
  package static func all(in text: String) -> [ExampleLine] {
    text.split(separator: "\n").map { ExampleLine($0) }
  }

  package var text: String {
    let sum = sum.map { "\t\($0.count)\t\($0.hash)" } ?? ""
    return id.text + (shard.map { "\t\($0)" } ?? "") + sum
  }

  fileprivate var isOfPlan: Bool { id.text.isEmpty }
}

/// The shares of a divided plan, by their numbers from 1; see ``ShardAssignment/lines``.
package struct PlanShares: Sendable {
  /// The lines of the plan, which belong to all shares.
  private var plan: [Substring] = []
  private var shares: [[Substring]] = []

  package init(_ text: String) {
    for line in text.split(separator: "\n") {
      guard let number = ExampleLine.shard(ofLine: line) else { continue }
      if number == 0 {
        plan.append(line)
        continue
      }
      while shares.count < number { shares.append([]) }
      shares[number - 1].append(line)
    }
  }

  /// The greatest number of a share with examples.
  package var count: Int { shares.count }

  /// The text of some shares together, as ``ShardShare`` reads it.
  package func text(of numbers: some Sequence<Int>) -> String {
    let lines = numbers.flatMap { $0 > count ? [] : shares[$0 - 1] }
    return (plan + lines).joined(separator: "\n")
  }
}
