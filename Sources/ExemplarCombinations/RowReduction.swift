/// Takes rows out, one at a time, as long as the others can be changed to cover everything again.
///
/// The row that would be missed least goes. Then one open tuple after the other is written into the
/// row where that opens the fewest others; a cell that was just written stays for a while, so that
/// the search does not go in circles (a tabu search). If some tuples stay open for too long, the
/// row comes back and the reduction ends.
struct RowReduction {
  /// The most changes to make up for one row: small models need fewer.
  private var patience: Int { min(2_000, 500 + table.tupleCount) }
  /// The most weighing to make up for one row, and for all rows together.
  private static let effort = (row: 20_000_000, all: 40_000_000)

  private let cells: Cells
  private let table: TupleTable
  private let allowed: AllowedRows?
  private var random: SplitMix
  private var rows: [DraftRow]
  /// How many rows, at the beginning, stay as they are.
  private let fixed: Int
  /// Until which change each cell of each row stays.
  private var stays: [Int] = []
  private var spent = 0

  /// `rows` cover everything, and their tuples are counted in `table`.
  init(
    _ rows: [DraftRow], keeping fixed: Int, _ table: TupleTable, _ allowed: AllowedRows?,
    _ random: SplitMix
  ) {
    cells = table.cells
    self.table = table
    self.allowed = allowed
    self.random = random
    self.rows = rows
    self.fixed = fixed
  }

  /// The rows that are left when there are `enough`, or when no more can be taken out.
  mutating func reduced(to enough: Int) -> [DraftRow] {
    while rows.count > max(enough, fixed), spent < Self.effort.all {
      let saved = rows.map { row in
        let copy = DraftRow(cells)
        copy.copy(row)
        return copy
      }
      removeLeastMissed()
      if !makeUp() { return saved }
    }
    return rows
  }

  private mutating func removeLeastMissed() {
    var least = fixed
    var fewest = Int.max
    for index in fixed..<rows.count {
      let row = rows[index]
      let missed = cells.sizes.indices.reduce(0) {
        $0 + table.weigh(row.cells[$1], in: row, table.single)
      }
      if missed < fewest { (least, fewest) = (index, missed) }
    }
    table.reopened = []
    table.count(rows.remove(at: least), by: -1)
  }

  /// Changes rows until nothing is open. `false` if it had to be given up.
  private mutating func makeUp() -> Bool {
    stays = Array(repeating: 0, count: rows.count * cells.sizes.count)
    let cost = 2 * table.strength * (table.weight * rows.count + table.countingWeight)
    let limit = max(1, min(patience, Self.effort.row / cost))
    var open = table.reopened
    table.reopened = []
    var change = 0
    while table.openCount > 0 {
      guard let tuple = pick(&open) else { return false }
      change += 1
      guard change <= limit else { break }
      if let row = cheapest(for: tuple, change) { write(tuple, into: row, change) }
      open += table.reopened
      table.reopened = []
    }
    spent += change * cost
    return table.openCount == 0
  }

  /// A random open tuple of those in the list; what is covered by now is dropped from it.
  private mutating func pick(_ open: inout [Int]) -> [Int]? {
    let size = table.strength
    while !open.isEmpty {
      let start = random.next(below: open.count / size) * size
      let tuple = Array(open[start..<start + size])
      if table.isOpen(tuple) { return tuple }
      for offset in 0..<size { open[start + offset] = open[open.count - size + offset] }
      open.removeLast(size)
    }
    return nil
  }

  /// The row into which `tuple` is written at the least cost.
  private mutating func cheapest(for tuple: [Int], _ change: Int) -> Int? {
    var best: Int?
    var least = Int.max
    var equals = 0
    for index in fixed..<rows.count where isFree(index, for: tuple, change) {
      let cost = cost(of: tuple, in: rows[index])
      if cost > least || !allows(tuple, in: rows[index]) { continue }
      if cost < least {
        (best, least, equals) = (index, cost, 1)
      } else {
        equals += 1
        if random.next(below: equals) == 0 { best = index }
      }
    }
    return best
  }

  private func isFree(_ index: Int, for tuple: [Int], _ change: Int) -> Bool {
    let start = index * cells.sizes.count
    for cell in tuple {
      let parameter = cells.parameter[cell]
      if stays[start + parameter] > change, rows[index].cells[parameter] != cell { return false }
    }
    return true
  }

  /// How many tuples open, less those that close, when `tuple` is written into `row`: about, since
  /// each of its cells is weighed as if the others stayed.
  private func cost(of tuple: [Int], in row: DraftRow) -> Int {
    var cost = 0
    for cell in tuple {
      let old = row.cells[cells.parameter[cell]]
      if old == cell { continue }
      cost += table.weigh(old, in: row, table.single) - table.weigh(cell, in: row, table.open)
    }
    return cost
  }

  private func allows(_ tuple: [Int], in row: DraftRow) -> Bool {
    guard let allowed else { return true }
    let parameters = tuple.map { cells.parameter[$0] }
    guard parameters.contains(where: allowed.reads) else { return true }
    var positions = cells.first
    var parameter = 0
    while parameter < positions.count {
      positions[parameter] = row.cells[parameter] &- positions[parameter]
      parameter &+= 1
    }
    for cell in tuple {
      let parameter = cells.parameter[cell]
      positions[parameter] = cell - cells.first[parameter]
    }
    return parameters.allSatisfy { allowed.allows(positions, at: $0) }
  }

  private mutating func write(_ tuple: [Int], into index: Int, _ change: Int) {
    let row = rows[index]
    for cell in tuple {
      let parameter = cells.parameter[cell]
      if row.cells[parameter] == cell { continue }
      table.count(row, at: parameter, by: -1)
      row.choose(cell, for: parameter)
      table.count(row, at: parameter, by: 1)
      stays[index * cells.sizes.count + parameter] = change + 3 + random.next(below: 7)
    }
  }
}
