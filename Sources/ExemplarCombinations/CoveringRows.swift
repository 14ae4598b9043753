/// Few rows in which every tuple that an allowed row can hold stands at least once.
package enum CoveringRows {
  /// The most rows that are made where every allowed row is wanted.
  static let limit = 1 << 22

  /// The rows that hold every pair of values of parameters with these numbers of values.
  package static func pairs(ofSizes sizes: [Int]) throws(CoveringProblem) -> [[Int]] {
    try rows(of: CoveringModel(sizes: sizes))
  }

  /// The rows of `model`: first its seeds, then the others in ascending order.
  ///
  /// Equal seeds give one row. The number of rows is small, but not always the smallest there is.
  static func rows(of model: CoveringModel) throws(CoveringProblem) -> [[Int]] {
    try check(model)
    let allowed = model.exclusions.isEmpty ? nil : AllowedRows(model)
    let none = model.sizes.map { _ in -1 }
    if let allowed {
      guard try completion(of: none, allowed) != nil else { throw .everythingExcluded }
      try check(model.seeds, allowed)
    }
    if model.strength >= model.sizes.count { return try allRows(of: model, allowed) }
    if model.strength == 1 { return try eachValue(of: model) }
    return try fewRows(of: model, allowed)
  }

  private static func fewRows(
    of model: CoveringModel, _ allowed: AllowedRows?, prepare: (TupleTable) -> Void = { _ in }
  ) throws(CoveringProblem) -> [[Int]] {
    let cells = Cells(model.sizes)
    let table = try TupleTable(cells, strength: model.strength)
    prepare(table)
    var greedy = GreedyRows(table, allowed, SplitMix(seed: 1))
    var rows: [DraftRow] = []
    for seed in distinct(model.seeds) {
      let start = seed.enumerated().map { index, value in
        value.map { cells.first[index] + $0 } ?? -1
      }
      let row = try greedy.completing(start)
      table.count(row, by: 1)
      rows.append(row)
    }
    let seeds = rows.count
    while let row = try greedy.next() {
      table.count(row, by: 1)
      rows.append(row)
    }
    var reduction = RowReduction(rows, keeping: seeds, table, allowed, SplitMix(seed: 2))
    rows = reduction.reduced(to: atLeast(model, rows))
    let positions = rows.map { row in row.list.enumerated().map { $1 - cells.first[$0] } }
    return positions[..<seeds] + positions[seeds...].sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// How many tuples of the largest parameters there are to cover: each takes a row of its own, so
  /// fewer rows cannot do.
  private static func atLeast(_ model: CoveringModel, _ rows: [DraftRow]) -> Int {
    let largest = model.sizes.indices.sorted {
      (-model.sizes[$0], $0) < (-model.sizes[$1], $1)
    }
    .prefix(model.strength)
    return Set(rows.map { row in largest.map { row.cells[$0] } }).count
  }

  /// Strength 1 is strength 2 with a parameter of one value, if only tuples with that count.
  private static func eachValue(of model: CoveringModel) throws(CoveringProblem) -> [[Int]] {
    var pairs = model
    pairs.strength = 2
    pairs.sizes.append(1)
    pairs.seeds = model.seeds.map { $0 + [0] }
    let allowed = pairs.exclusions.isEmpty ? nil : AllowedRows(pairs)
    let rows = try fewRows(of: pairs, allowed) { table in
      let count = table.cells.count - 1
      for later in 0..<count {
        for earlier in 0..<later
        where table.cells.parameter[earlier] != table.cells.parameter[later] {
          table.waive([earlier, later])
        }
      }
    }
    return rows.map { Array($0.dropLast()) }
  }

  /// Every allowed row, those that are seeds first.
  private static func allRows(
    of model: CoveringModel, _ allowed: AllowedRows?
  ) throws(CoveringProblem) -> [[Int]] {
    guard let count = product(model.sizes), count <= limit else { throw .tooMany }
    let seeds = distinct(model.seeds).map { $0.map { $0 ?? -1 } }.filter { !$0.contains(-1) }
    let first = Set(seeds)
    var rows = seeds
    var row = model.sizes.map { _ in 0 }
    for _ in 0..<count {
      if allowed?.exclusion(of: row) == nil, !first.contains(row) { rows.append(row) }
      advance(&row, model.sizes)
    }
    return rows
  }

  /// The row after `row`, in ascending order.
  private static func advance(_ row: inout [Int], _ sizes: [Int]) {
    for index in sizes.indices.reversed() {
      row[index] += 1
      if row[index] < sizes[index] { return }
      row[index] = 0
    }
  }

  /// The product of sizes; `nil` if it is more than a number can hold.
  static func product(_ sizes: some Sequence<Int>) -> Int? {
    var result = 1
    for size in sizes {
      let (product, overflow) = result.multipliedReportingOverflow(by: size)
      if overflow { return nil }
      result = product
    }
    return result
  }

  private static func distinct(_ seeds: [[Int?]]) -> [[Int?]] {
    var seen: Set<[Int?]> = []
    return seeds.filter { seen.insert($0).inserted }
  }
}

// MARK: - What is wrong with a model

extension CoveringRows {
  private static func check(_ model: CoveringModel) throws(CoveringProblem) {
    if model.sizes.isEmpty { throw .noParameters }
    if let parameter = model.sizes.firstIndex(where: { $0 < 1 }) {
      throw .noValues(parameter: parameter)
    }
    if model.strength < 1 { throw .strength(model.strength) }
    for (index, seed) in model.seeds.enumerated() {
      if seed.count != model.sizes.count { throw .seedLength(seed: index) }
      for (parameter, value) in seed.enumerated() {
        if let value, !(0..<model.sizes[parameter]).contains(value) {
          throw .seedValue(seed: index, parameter: parameter)
        }
      }
    }
  }

  private static func check(
    _ seeds: [[Int?]], _ allowed: AllowedRows
  ) throws(CoveringProblem) {
    for (index, seed) in seeds.enumerated() {
      let row = seed.map { $0 ?? -1 }
      if let exclusion = allowed.exclusion(of: row) {
        throw .seedExcluded(seed: index, exclusion: exclusion)
      }
      if try completion(of: row, allowed) == nil { throw .seedImpossible(seed: index) }
    }
  }

  private static func completion(
    of row: [Int], _ allowed: AllowedRows
  ) throws(CoveringProblem) -> [Int]? {
    do {
      return try allowed.completion(of: row)
    } catch {
      throw .undecided(row.map { $0 < 0 ? nil : $0 })
    }
  }
}
