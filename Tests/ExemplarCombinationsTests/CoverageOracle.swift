@testable import ExemplarCombinations

/// The tuples that rows must contain, found in the simplest way: by trying every row.
///
/// It shares nothing with the search but the model.
struct CoverageOracle {
  let model: CoveringModel

  /// The tuples, as `source=position` texts, that no row in `rows` holds though an allowed row could.
  func missing(in rows: [[Int]]) -> Set<String> {
    tuples(of: allowedRows).subtracting(tuples(of: rows))
  }

  /// The rows that an exclusion excludes, or whose positions do not exist in the model.
  func wrong(in rows: [[Int]]) -> [[Int]] {
    rows.filter { row in
      row.count != model.sizes.count || !isAllowed(row)
        || zip(row, model.sizes).contains { !(0..<$1).contains($0) }
    }
  }

  /// Every allowed row of a small model.
  var allowedRows: [[Int]] {
    model.sizes.reduce([[]]) { rows, size in rows.flatMap { row in (0..<size).map { row + [$0] } } }
      .filter(isAllowed)
  }

  private func isAllowed(_ row: [Int]) -> Bool {
    !model.exclusions.contains { $0.excludes(row) }
  }

  private func tuples(of rows: [[Int]]) -> Set<String> {
    Set(rows.flatMap { tuples(of: $0[...], from: 0, taking: min(model.strength, $0.count)) })
  }

  private func tuples(of row: ArraySlice<Int>, from source: Int, taking size: Int) -> [String] {
    if size == 0 { return [""] }
    guard let first = row.first else { return [] }
    let rest = row.dropFirst()
    return tuples(of: rest, from: source + 1, taking: size - 1).map { "\(source)=\(first) " + $0 }
      + tuples(of: rest, from: source + 1, taking: size)
  }
}

extension Exclusion {
  /// Excludes rows that hold all of these positions.
  static func all(_ positions: [Int: Int]) -> Exclusion {
    Exclusion(parameters: positions.keys.sorted()) { row in
      positions.allSatisfy { row[$0.key] == $0.value }
    }
  }
}

/// How many pairs of positions the rows hold; for models whose rows are too many to try them all.
func pairs(in rows: [[Int]], _ sizes: [Int]) -> Int {
  let longest = sizes.max() ?? 0
  var total = 0
  for later in sizes.indices {
    for earlier in 0..<later {
      var seen = Array(repeating: false, count: longest * longest)
      for row in rows { seen[row[earlier] * longest + row[later]] = true }
      for isSeen in seen where isSeen { total += 1 }
    }
  }
  return total
}

/// Why a model has no rows.
func problem(_ model: CoveringModel) -> CoveringProblem? {
  do throws(CoveringProblem) {
    _ = try CoveringRows.rows(of: model)
    return nil
  } catch {
    return error
  }
}
