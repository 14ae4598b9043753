/// Writes one row after the other, each covering many tuples that none before it covers.
///
/// Each row is the best of several candidates. A candidate gets its values parameter by parameter in
/// random order, always the value that covers most, and then goes through its parameters again as
/// long as another value covers more. (The idea is that of AETG: Cohen, Dalal, Fredman, Patton, 1997.)
struct GreedyRows {
  /// How much weighing one row may take beyond that of a single candidate.
  private static let effort = 100_000

  private let cells: Cells
  private let table: TupleTable
  private let allowed: AllowedRows?
  private let candidates: Int
  private var random: SplitMix
  private var nextContext = 0

  init(_ table: TupleTable, _ allowed: AllowedRows?, _ random: SplitMix) {
    cells = table.cells
    self.table = table
    self.allowed = allowed
    self.random = random
    candidates = max(1, min(10, Self.effort / max(1, cells.count &* table.weight)))
  }

  /// The next row, which covers at least one tuple that was open; `nil` if none is.
  ///
  /// Open tuples that no allowed row can hold are waived on the way.
  mutating func next() throws(CoveringProblem) -> DraftRow? {
    while let tuple = table.firstOpen(from: &nextContext) {
      var start = Array(repeating: -1, count: cells.sizes.count)
      for cell in tuple { start[cells.parameter[cell]] = cell }
      if try witness(start) == nil {
        table.waive(tuple)
      } else {
        return try best(of: candidates, from: start)
      }
    }
    return nil
  }

  /// The row that has the cells of `start`, which can be completed, and covers the most besides them.
  mutating func completing(_ start: [Int]) throws(CoveringProblem) -> DraftRow {
    try candidate(from: start, keeping: true)
  }

  private mutating func best(
    of candidates: Int, from start: [Int]
  ) throws(CoveringProblem) -> DraftRow {
    // The first one begins with an open tuple, so that there is always progress; the others are free.
    var best = try candidate(from: start)
    var most = table.openTuples(of: best)
    let free = Array(repeating: -1, count: cells.sizes.count)
    for _ in 1..<max(2, candidates) {
      let row = try candidate(from: free)
      let count = table.openTuples(of: row)
      if count > most { (best, most) = (row, count) }
    }
    return best
  }

  private mutating func candidate(
    from start: [Int], keeping isFixed: Bool = false
  ) throws(CoveringProblem) -> DraftRow {
    let row = DraftRow(cells)
    for (parameter, cell) in start.enumerated() where cell >= 0 { row.choose(cell, for: parameter) }
    var order = cells.sizes.indices.filter { start[$0] < 0 }
    random.shuffle(&order)
    var witness = try witness(start) ?? []
    for parameter in order { fill(parameter, of: row, &witness) }
    if !isFixed { order = Array(cells.sizes.indices) }
    for _ in 0..<3 where !improve(row, order) { break }
    return row
  }

  /// Chooses the value of `parameter` that covers the most and leaves a way to complete the row.
  ///
  /// Among equals, the value with the most open tuples left is the one that is needed most.
  private mutating func fill(
    _ parameter: Int, of row: DraftRow, _ witness: inout [Int]
  ) {
    var ranking = ranking(of: parameter, in: row, counting: true)
    while let cell = popBest(&ranking, of: parameter) {
      guard let allowed, allowed.reads(parameter), witness[parameter] != cell else {
        return row.choose(cell, for: parameter)
      }
      row.choose(cell, for: parameter)
      if let other = self.witness(row, changing: witness, at: parameter) {
        witness = other
        return
      }
      row.choose(-1, for: parameter)
    }
  }

  /// An allowed row like `witness`, but with the cells that `row` has by now.
  ///
  /// Where that cannot be decided, there is none: another value does for this row.
  private func witness(
    _ row: DraftRow, changing witness: [Int], at parameter: Int
  ) -> [Int]? {
    var changed = witness
    changed[parameter] = row.cells[parameter]
    if let allowed, allowed.allows(positions(changed), at: parameter) { return changed }
    return (try? self.witness(row.list, isPatient: false)) ?? nil
  }

  /// Gives each parameter the value that covers the most with the others. `false` if all had it.
  private mutating func improve(_ row: DraftRow, _ order: [Int]) -> Bool {
    var isChanged = false
    for parameter in order {
      let old = row.cells[parameter]
      var ranking = ranking(of: parameter, in: row, counting: false)
      while let cell = popBest(&ranking, of: parameter) {
        row.choose(cell, for: parameter)
        if cell == old || allows(row, at: parameter) { break }
      }
      if row.cells[parameter] != old { isChanged = true }
    }
    return isChanged
  }

  private func allows(_ row: DraftRow, at parameter: Int) -> Bool {
    guard let allowed, allowed.reads(parameter) else { return true }
    return allowed.allows(positions(row.list), at: parameter)
  }

  /// How much is to be said for each value of `parameter`.
  private func ranking(of parameter: Int, in row: DraftRow, counting isCounting: Bool) -> [Int] {
    let first = cells.first[parameter]
    var ranking = Array(repeating: 0, count: cells.sizes[parameter])
    for value in ranking.indices {
      let covered = table.weigh(first + value, in: row, table.open)
      ranking[value] = covered << 32 + (isCounting ? table.openAt[first + value] : 0)
    }
    return ranking
  }

  /// Takes one of the best out of a ranking, by chance if there are several, and returns its cell.
  private mutating func popBest(_ ranking: inout [Int], of parameter: Int) -> Int? {
    var best = -1
    var value = -1
    var equals = 0
    for index in ranking.indices where ranking[index] >= max(best, 0) {
      if ranking[index] > best {
        (best, value, equals) = (ranking[index], index, 1)
      } else {
        equals += 1
        if random.next(below: equals) == 0 { value = index }
      }
    }
    guard value >= 0 else { return nil }
    ranking[value] = -1
    return cells.first[parameter] + value
  }

  /// The cells of an allowed row that has those of `row`; `nil` if there is none.
  private func witness(
    _ row: [Int], isPatient: Bool = true
  ) throws(CoveringProblem) -> [Int]? {
    guard let allowed else { return row }
    do {
      let completed = try allowed.completion(of: positions(row), isPatient: isPatient)
      return completed.map { completed in
        completed.enumerated().map { $1 < 0 ? -1 : cells.first[$0] + $1 }
      }
    } catch {
      throw .undecided(positions(row).map { $0 < 0 ? nil : $0 })
    }
  }

  private func positions(_ row: [Int]) -> [Int] {
    row.enumerated().map { $1 < 0 ? -1 : $1 - cells.first[$0] }
  }
}
