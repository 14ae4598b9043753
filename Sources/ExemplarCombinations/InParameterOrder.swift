/// Builds a set of rows one parameter at a time, with the strategy IPOG-F (Forbes, Lawrence, Lei,
/// Kacker, Kuhn: Refining the In-Parameter-Order Strategy for Constructing Covering Arrays, 2008).
///
/// The rows always cover all tuples of the parameters so far. The next parameter first gets a value in
/// each row, beginning with the row where a value covers the most tuples (horizontal growth). The
/// tuples that remain are written into open places of rows, or become rows (vertical growth).
struct InParameterOrder {
  private let model: CoveringModel
  private let blank: PartialRow
  private let allowed: AllowedRows
  private var rows: [PartialRow]
  private var random: SplitMix
  /// The approximate effort so far.
  private(set) var steps = 0

  init(
    _ model: CoveringModel, from blank: PartialRow, _ seeds: [PartialRow], _ allowed: AllowedRows,
    _ random: SplitMix
  ) {
    self.model = model
    self.blank = blank
    self.allowed = allowed
    self.random = random
    rows = seeds
  }

  /// Returns the rows, the seeds first.
  mutating func grow() throws(CoveringProblem) -> [[Int]] {
    let order = model.largestFirst
    for next in model.strength - 1..<order.count {
      let tuples = OpenTuples(of: order[next], with: order[..<next], model)
      for row in rows where row.values[order[next]] >= 0 { tuples.cover(row.values) }
      growHorizontally(tuples)
      try growVertically(tuples)
      steps += tuples.steps
    }
    return rows.map { row in
      model.sizes.indices.map { parameter in
        let value = max(row.values[parameter], row.completion[parameter])
        return value >= 0 ? value : random.next(below: model.sizes[parameter])
      }
    }
  }

  /// Gives the parameter a value in the row where that covers the most tuples, then in the next one.
  ///
  /// Tuples never reopen, so the gain of a row when it was last computed is an upper bound.
  private mutating func growHorizontally(_ tuples: OpenTuples) {
    var bounds = rows.map { $0.values[tuples.parameter] < 0 ? Int.max : 0 }
    while tuples.count > 0, let level = bounds.max(), level > 0 {
      for index in rows.indices where bounds[index] == level {
        var gains = tuples.gains(of: rows[index].values)
        bounds[index] = 0
        while let most = gains.max(), most > 0 {
          if most < level {
            bounds[index] = most
            break
          }
          let best = gains.indices.filter { gains[$0] == most }
          let value = best[random.next(below: best.count)]
          // Values above the level were refused earlier.
          if most == level, write([(tuples.parameter, value)], into: index, tuples) { break }
          gains[value] = 0
        }
      }
    }
  }

  private mutating func growVertically(_ tuples: OpenTuples) throws(CoveringProblem) {
    let parameters = tuples.others + [tuples.parameter]
    var open = rows.indices.filter { index in parameters.contains { rows[index].values[$0] < 0 } }
    for (index, tuple) in tuples.all() where tuples.isOpen[index] {
      // Without an allowed row, no row needs to cover the tuple.
      guard let row = try allowed.adding(tuple, to: blank) else { continue }
      steps += open.count
      var isWritten = false
      for index in open where !isWritten && rows[index].accepts(tuple) {
        isWritten = write(tuple, into: index, tuples)
      }
      if isWritten { continue }
      open.append(rows.count)
      rows.append(row)
      tuples.cover(row.values)
    }
  }

  /// Adds values to a row; `false` if a short search finds no allowed row with them.
  private mutating func write(
    _ cells: [OpenTuples.Cell], into index: Int, _ tuples: OpenTuples
  ) -> Bool {
    guard let row = try? allowed.adding(cells, to: rows[index], isPatient: false) else {
      return false
    }
    rows[index] = row
    tuples.cover(row.values)
    return true
  }
}

/// A row with values for some parameters, and -1 for the others.
struct PartialRow {
  var values: [Int]
  /// An allowed row with these values; -1 for parameters that no exclusion reads.
  var completion: [Int]

  /// Whether the row has no other values than these.
  func accepts(_ cells: [OpenTuples.Cell]) -> Bool {
    for (parameter, value) in cells where values[parameter] != value && values[parameter] >= 0 {
      return false
    }
    return true
  }
}

extension AllowedRows {
  /// The row with more values; `nil` if no allowed row has them.
  func adding(
    _ cells: [OpenTuples.Cell], to row: PartialRow, isPatient: Bool = true
  ) throws(CoveringProblem) -> PartialRow? {
    var row = row
    for (parameter, value) in cells {
      row.values[parameter] = value
      row.completion[parameter] = value
    }
    if exclusion(of: row.completion) == nil { return row }
    guard let completion = try completion(of: row.values, isPatient: isPatient) else { return nil }
    row.completion = completion
    return row
  }
}
