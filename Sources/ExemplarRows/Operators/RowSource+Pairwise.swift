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
    let names = sources.map(\.name)
    return RowSource("pairwise(\(names.joined(separator: ", ")))", from: sources) { inputs in
      // The rows of each source that was opened, with their positions.
      var rows: [[CombinedRow.Part]] = [[]]
      var position = 0
      var hasMistakes = false
      var chosen: ArraySlice<[Int]>?
      return {
        while chosen == nil {
          if let row = try inputs.next(rows.count - 1) {
            position += 1
            if case .failure = row {
              hasMistakes = true
              return row
            }
            rows[rows.count - 1].append((position, row))
          } else if rows.count < names.count {
            rows.append([])
            position = 0
          } else {
            chosen = try covering(rows.map(\.count), names, hasMistakes)[...]
          }
        }
        return chosen?.popFirst().map { next in
          CombinedRow.row(of: Swift.zip(rows, next).map { $0[$1] }, from: names)
        }
      }
    }
  }

  /// The positions of the rows that cover every pair.
  ///
  /// - Parameter hasMistakes: Whether a row could not be read, and was reported.
  private static func covering(
    _ counts: [Int], _ names: [String], _ hasMistakes: Bool
  ) throws -> [[Int]] {
    if let empty = counts.firstIndex(of: 0) {
      // The errors in its rows have been reported.
      if hasMistakes { return [] }
      throw UsageError(
        "\u{201C}\(names[empty])\u{201D} has no rows, so there are no pairs. Give every source at "
          + "least one row.")
    }
    do {
      return try CoveringRows.pairs(ofSizes: counts)
    } catch {
      throw UsageError(
        "The pairs of \(counts.map { "\($0)" }.joined(separator: " × ")) rows are too many to keep in "
          + "memory. Use fewer rows, as with .prefix(…), or .product, which keeps none.")
    }
  }
}
