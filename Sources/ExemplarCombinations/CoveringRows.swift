/// Generates few rows that contain every tuple of values that an allowed row can contain.
///
/// A tuple has values of as many parameters as the strength. Equal models give equal rows on every
/// machine: the only source of chance is ``SplitMix``.
package enum CoveringRows {
  /// The most tuples to cover, and the most candidates where every allowed row is wanted.
  private static let limit = (tuples: 1 << 24, candidates: 1 << 22)
  /// The most sets of rows to compare, and about the most steps to spend on them.
  private static let effort = (sets: 50 as UInt64, steps: 1_000_000)

  /// The rows that contain every pair of values of parameters with these numbers of values.
  package static func pairs(ofSizes sizes: [Int]) throws(CoveringProblem) -> [[Int]] {
    try rows(of: CoveringModel(sizes: sizes))
  }

  /// The rows of `model`: its seeds first, then the others in ascending order.
  ///
  /// No row is there twice. The number of rows is small, but not always the smallest possible.
  static func rows(of model: CoveringModel) throws(CoveringProblem) -> [[Int]] {
    var known: Set<[Int]> = []
    return try generate(model).filter { known.insert($0).inserted }
  }

  private static func generate(_ model: CoveringModel) throws(CoveringProblem) -> [[Int]] {
    if model.strength < 1 { throw .strength(model.strength) }
    let allowed = AllowedRows(model)
    let open = model.sizes.map { _ in -1 }
    guard let any = try allowed.completion(of: open) else { throw .everythingExcluded }
    let seeds = try seeds(of: model, allowed)
    if model.strength >= model.sizes.count { return try everyRow(of: model, allowed, seeds) }
    let values = model.sizes.reduce(0.0) { $0 + Double($1) }
    let tuples = (0..<model.strength).reduce(1.0) { $0 * (values - Double($1)) / Double($1 + 1) }
    if tuples > Double(limit.tuples) { throw .tooMany }
    var fewest: [[Int]] = []
    var (sets, steps) = (0 as UInt64, 0)
    repeat {
      sets += 1
      let blank = PartialRow(values: open, completion: any)
      var growth = InParameterOrder(model, from: blank, seeds, allowed, SplitMix(seed: sets))
      let rows = try growth.grow()
      if fewest.isEmpty || rows.count < fewest.count { fewest = rows }
      steps += growth.steps
    } while sets < effort.sets && steps + allowed.steps < effort.steps
      && fewest.count > max(seeds.count, lowerBound(of: model, fewest))
    return fewest[..<seeds.count]
      + fewest[seeds.count...].sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The number of tuples of the largest parameters: no two of them fit into one row.
  private static func lowerBound(of model: CoveringModel, _ rows: [[Int]]) -> Int {
    let largest = model.largestFirst.prefix(model.strength)
    return Set(rows.map { row in largest.map { row[$0] } }).count
  }

  /// The distinct seeds. Throws if one of them contradicts the exclusions.
  private static func seeds(
    of model: CoveringModel, _ allowed: AllowedRows
  ) throws(CoveringProblem) -> [PartialRow] {
    var rows: [PartialRow] = []
    var known: Set<[Int]> = []
    for (index, seed) in model.seeds.enumerated() {
      let values = seed.map { $0 ?? -1 }
      if let exclusion = allowed.exclusion(of: values) {
        throw .seedExcluded(seed: index, exclusion: exclusion)
      }
      guard let completion = try allowed.completion(of: values) else {
        throw .seedImpossible(seed: index)
      }
      guard known.insert(values).inserted else { continue }
      rows.append(PartialRow(values: values, completion: completion))
    }
    return rows
  }

  // MARK: Every row

  /// Every allowed row, the complete seeds first.
  private static func everyRow(
    of model: CoveringModel, _ allowed: AllowedRows, _ seeds: [PartialRow]
  ) throws(CoveringProblem) -> [[Int]] {
    guard let count = count(of: model.sizes), count <= limit.candidates else { throw .tooMany }
    return seeds.map(\.values).filter { !$0.contains(-1) }
      + (0..<count).lazy.map { row(at: $0, of: model.sizes) }
      .filter { allowed.exclusion(of: $0) == nil }
  }

  /// The number of combinations of all values; `nil` if it is larger than any `Int`.
  static func count(of sizes: [Int]) -> Int? {
    var count = 1
    for size in sizes {
      let (product, overflow) = count.multipliedReportingOverflow(by: size)
      if overflow { return nil }
      count = product
    }
    return count
  }

  /// The combination at this index, if the last parameter changes fastest.
  static func row(at index: Int, of sizes: [Int]) -> [Int] {
    var (rest, row) = (index, sizes)
    for parameter in row.indices.reversed() {
      (rest, row[parameter]) = rest.quotientAndRemainder(dividingBy: sizes[parameter])
    }
    return row
  }
}
