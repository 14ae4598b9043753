/// The shards of all examples and rows of a plan.
///
/// Equal plans with equal durations have equal assignments on every machine. Each example belongs to one shard, whatever
/// the durations are.
package struct ShardAssignment: Sendable {
  /// Every example and row, in the order of the plan, with its shard.
  package private(set) var examples: [ExampleListed] = []
  private let count: Int?
  private var units: [Unit] = []
  private var plan = ShardShare.Sum()
  /// The first and the number of the examples of each outline.
  private var outlines: [(id: ExampleID, examples: Range<Int>)] = []

  /// Examples that stay together.
  private struct Unit {
    var id: ExampleID
    var examples: Range<Int>
    /// The units into which it can be divided; empty if it cannot.
    var inner: [Unit] = []
    /// The time of the hooks that run once for all of its examples, in each shard that has some.
    var setUp = 0.0
    /// The groups that each shard with some of them starts: the spec, and groups whose hooks run too, although they are
    /// divided.
    var divided: [(group: Int, setUp: Double)] = []
    var weight = 0.0

    func weighed(_ weights: [Double]) -> Self {
      var unit = self
      unit.weight = weights[examples].reduce(allSetUp) { $0 + $1 }
      return unit
    }

    /// The time of its hooks, and of those of the groups in it.
    private var allSetUp: Double { inner.reduce(setUp) { $0 + $1.allSetUp } }
  }

  /// Reads the rows of a plan and assigns each to a shard: without durations by a hash of its id, and otherwise so that
  /// all shards take about as long.
  ///
  /// Groups with hooks that run once for all of their examples stay together. With durations, one is divided if that
  /// saves more than the hooks cost.
  ///
  /// - Parameters:
  ///   - count: The number of shards; `nil` for one for each unit, in the order of the plan.
  ///   - durations: How many seconds examples took, and the hooks around all examples of groups.
  package init(
    _ plan: Plan, count: Int?, durations: RecordedDurations = RecordedDurations()
  ) async {
    self.count = count
    self.plan = plan.sum
    for (number, spec) in plan.runGroups.joined().enumerated() {
      let start = durations.start(ofSpec: spec.info.id)
      units += await units(of: spec, plan, durations).map { unit in
        var unit = unit
        // Other groups have positive numbers.
        if start > 0 { unit.divided = [(-number - 1, start)] }
        return unit
      }
    }
    assign(durations)
  }

  /// Assigns examples without groups.
  package init(
    _ ids: [ExampleID], count: Int, durations: RecordedDurations = RecordedDurations()
  ) {
    self.count = count
    for id in ids { addExample(ExampleListed(id: id, place: .unknown)) }
    assign(durations)
  }

  private mutating func addExample(_ listed: ExampleListed) {
    units.append(Unit(id: listed.id, examples: examples.count..<examples.count + 1))
    examples.append(listed)
  }

  /// The units of a group, whose examples are added.
  private mutating func units(
    of group: PlannedGroup, _ plan: Plan, _ durations: RecordedDurations
  ) async -> [Unit] {
    let start = examples.count
    var inner: [Unit] = []
    for child in group.children {
      switch child {
      case .group(let group): inner += await units(of: group, plan, durations)
      case .example(let example):
        let first = examples.count
        // The rows are examples of their own.
        await plan.list(example) { event in
          if case .exampleListed(let listed) = event { examples.append(listed) }
        }
        if case .expand(_, let rows) = example.action {
          outlines.append((example.info.id, first..<examples.count))
          if rows.needsAllRows {
            // The shard with the finding runs all of them.
            inner.append(Unit(id: example.info.id, examples: first..<examples.count))
            continue
          }
        }
        inner += (first..<examples.count).map { Unit(id: examples[$0].id, examples: $0..<$0 + 1) }
      }
    }
    if inner.isEmpty || !group.staysTogether { return inner }
    return [
      Unit(
        id: group.info.id, examples: start..<examples.count,
        inner: group.isDivisible ? inner : [], setUp: durations.setUp(of: group.info.id))
    ]
  }
}

extension PlannedGroup {
  /// Whether its examples share something that is set up once, or depend on their order.
  fileprivate var staysTogether: Bool {
    !isDivisible || [.beforeAll, .afterAll, .aroundAll].contains { hooks[$0] != nil }
  }

  /// Whether its examples may run on several machines.
  fileprivate var isDivisible: Bool { !sharesInstance && properties.isOrdered != true }
}

// MARK: - Assigning

extension ShardAssignment {
  private mutating func assign(_ durations: RecordedDurations) {
    guard let count else {
      for (index, unit) in units.enumerated() { assign(unit, to: index + 1) }
      return
    }
    guard !durations.isEmpty else {
      for unit in units {
        let hash = unit.id.pathHash.key(seed: 0)
        assign(unit, to: Int(hash % UInt64(count)) + 1)
      }
      return
    }
    let weights = durations.weights(of: examples.map(\.id))
    var best = Packing(units.map { $0.weighed(weights) }, in: count)
    var isTried: Set<ExampleID> = []
    // Dividing a group may make room for dividing another one.
    while best.excess > 0.1, isTried.count < 100, let index = best.divisible(without: isTried) {
      isTried.insert(best.units[index].id)
      let next = Packing(best.dividing(index, weights, number: isTried.count), in: count)
      if next.longest < best.longest { best = next }
    }
    for (unit, shard) in zip(best.units, best.shards) { assign(unit, to: shard + 1) }
  }

  private mutating func assign(_ unit: Unit, to shard: Int) {
    for index in unit.examples { examples[index].shard = shard }
  }

  /// Units, each in a shard: the longest first, each where the shard is least busy afterwards.
  private struct Packing {
    let units: [Unit]
    private(set) var shards: [Int]
    private var loads: [Double]

    init(_ units: [Unit], in count: Int) {
      self.units = units
      shards = units.map { _ in 0 }
      loads = Array(repeating: 0, count: count)
      var groups: [Set<Int>] = loads.map { _ in [] }
      let keys = units.map { $0.id.pathHash.key(seed: 0) }
      // Units of equal weight are in an order that does not depend on the seed.
      let order = units.indices.sorted { a, b in
        units[a].weight != units[b].weight ? units[a].weight > units[b].weight : keys[a] < keys[b]
      }
      for index in order {
        let unit = units[index]
        var best = (shard: 0, load: Double.infinity)
        for shard in loads.indices {
          var load = loads[shard] + unit.weight
          for (group, setUp) in unit.divided where !groups[shard].contains(group) { load += setUp }
          if load < best.load { best = (shard, load) }
        }
        shards[index] = best.shard
        loads[best.shard] = best.load
        groups[best.shard].formUnion(unit.divided.map(\.group))
      }
    }

    var longest: Double { loads.max() ?? 0 }
    private var ideal: Double { loads.reduce(0, +) / Double(loads.count) }

    /// By how much the longest shard exceeds the ideal, as a part of it.
    var excess: Double { ideal > 0 ? longest / ideal - 1 : 0 }

    /// The unit in the longest shard whose division may save more than its hooks cost: the one with the cheapest hooks.
    func divisible(without tried: Set<ExampleID>) -> Int? {
      let shard = loads.firstIndex(of: longest)
      return units.indices.filter { index in
        shards[index] == shard && !units[index].inner.isEmpty && !tried.contains(units[index].id)
          && units[index].setUp < longest - ideal
      }.min { units[$0].setUp < units[$1].setUp }
    }

    /// The units with those in one in its place.
    func dividing(_ index: Int, _ weights: [Double], number: Int) -> [Unit] {
      let unit = units[index]
      let inner = unit.inner.map { inner in
        var inner = inner.weighed(weights)
        inner.divided = unit.divided + [(number, unit.setUp)]
        return inner
      }
      return units[..<index] + inner + units[(index + 1)...]
    }
  }
}

// MARK: - Shares

extension ShardAssignment {
  /// The share of a shard, by its number from 1, as ``ShardShare`` reads it: a line for each id, with the sum of its rows
  /// for an outline about all of whose rows the shard reports, and one for the plan, without an id.
  package func text(of shard: Int) -> String { PlanShares(lines).text(of: [shard]) }

  /// The lines of the shares of all shards. The line of the plan has the number 0, and belongs to all.
  package var lines: String { shares.map(\.text).joined(separator: "\n") }

  private var shares: [ExampleLine] {
    var shares = [ExampleLine(ExampleID(text: ""), shard: 0, sum: plan)]
    var isListed = Set<Int>()
    for (id, rows) in outlines where !rows.isEmpty {
      let (first, last) = (examples[rows.lowerBound], examples[rows.upperBound - 1])
      if examples[rows].allSatisfy({ $0.shard == first.shard }) {
        shares.append(ExampleLine(id, shard: first.shard ?? 0))
        isListed.formUnion(rows)
      } else {
        // The shard that reports unreadable rows reads all of them.
        let isUnreadable = last.row == nil && last.id.name == Outline.rowsName
        let sum = examples[rows].reduce(into: ShardShare.Sum()) { sum, row in
          if row.row != nil {
            sum.record(ExampleID(row.id.components.dropFirst(id.depth)).text)
          }
        }
        let shard = (isUnreadable ? last : first).shard ?? 0
        shares.append(ExampleLine(id, shard: shard, sum: sum))
      }
    }
    for (index, example) in examples.enumerated() where !isListed.contains(index) {
      shares.append(ExampleLine(example.id, shard: example.shard ?? 0))
    }
    return shares
  }
}
