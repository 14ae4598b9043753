import ExemplarCombinations
import ExemplarCore

extension RowSource {
  /// A small set of rows in which each row of a source meets each row of each other source.
  ///
  /// All sources are read first, so each must be finite. Rows are put together as in
  /// ``product(_:_:_:)``, of which these are a part, in the same order.
  public static func pairwise(
    _ first: RowSource, _ second: RowSource, _ more: RowSource...
  ) -> RowSource {
    let sources = [first, second] + more
    let name = "pairwise(\(sources.map(\.name).joined(separator: ", ")))"
    return RowSource(name, from: sources) { Pairs(names: sources.map(\.name)) }
  }
}

/// A walk that reads all sources, and then gives the rows that cover every pair.
private struct Pairs: RowOperator {
  let names: [String]
  /// The rows of each source that was opened, with their positions.
  private var rows: [[(position: Int?, row: RowOrMistake)]] = []
  private var position = 0
  /// Whether a row could not be read, and was reported.
  private var hasMistakes = false
  /// The positions of the rows that are put together, once they are known.
  private var chosen: ArraySlice<[Int]>?

  init(names: [String]) { self.names = names }

  mutating func next(after result: StepResult) throws -> OperatorStep {
    switch result {
    case .row(let row?):
      position += 1
      if case .mistake = row {
        hasMistakes = true
        return .give(row)
      }
      rows[rows.count - 1].append((position, row))
      return .pull(rows.count - 1)
    case .none where chosen == nil && !rows.isEmpty: return .pull(rows.count - 1)
    case .none where chosen == nil, .row(nil):
      if rows.count == names.count { break }
      rows.append([])
      position = 0
      return .open(rows.count - 1)
    case .none: break
    }
    var left = try chosen ?? covering()[...]
    let next = left.popFirst()
    chosen = left
    guard let next else { return .end }
    return .give(CombinedRow.row(of: Swift.zip(rows, next).map { $0[$1] }, from: names))
  }

  private func covering() throws -> [[Int]] {
    if let empty = rows.firstIndex(where: \.isEmpty) {
      // The errors in its rows have been reported.
      if hasMistakes { return [] }
      throw AuthoringMistake(
        "\u{201C}\(names[empty])\u{201D} has no rows, so there are no pairs. Give every source at "
          + "least one row.")
    }
    do {
      return try CoveringRows.pairs(ofSizes: rows.map(\.count))
    } catch {
      throw AuthoringMistake(
        "The pairs of \(rows.map { "\($0.count)" }.joined(separator: " × ")) rows are too many to "
          + "keep in memory. Use fewer rows, as with .prefix(…), or .product, which keeps none.")
    }
  }
}
