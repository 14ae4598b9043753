import ExemplarCombinations
import ExemplarCore

// Operators on several sources.

extension RowSource {
  /// The rows of several sources, one source after another.
  public static func joined(_ sources: [RowSource]) -> RowSource {
    RowSource(list(sources, " + "), from: sources) { inputs in
      var current = 0
      return {
        while current < sources.count {
          if let row = try inputs.next(current) { return row }
          current += 1
        }
        return nil
      }
    }
  }

  /// The rows of several sources side by side: the first of each, the second of each, and so on.
  ///
  /// A row has the values of all of them; a key in two of them is an error. It has the location of
  /// the first source's row, and the names of all. If a source ends before another, a failing row
  /// names it.
  public static func zip(_ first: RowSource, _ second: RowSource, _ more: RowSource...) -> RowSource
  {
    let sources = [first, second] + more
    let names = sources.map(\.name)
    return RowSource("zip(\(list(sources, ", ")))", from: sources) { inputs in
      var pulled: [RowResult?] = []
      var count = 0
      var isOver = false
      return {
        if isOver { return nil }
        while pulled.count < names.count { pulled.append(try inputs.next(pulled.count)) }
        defer { pulled = [] }
        let rows = pulled.compactMap { $0 }
        isOver = rows.count < names.count
        if isOver { return rows.isEmpty ? nil : unequal(pulled, names, after: count) }
        count += 1
        return .combined(rows.map { (nil, $0) }, from: names)
      }
    }
  }

  private static func unequal(
    _ pulled: [RowResult?], _ names: [String], after count: Int
  ) -> RowResult {
    let inputs = Swift.zip(names, pulled)
    let longer = inputs.first { $0.1 != nil }
    let shorter = inputs.filter { $0.1 == nil }.map(\.0.quoted)
    let rows = count.counted("row")
    let hint = count == 0 ? "" : " To leave rows out, use .prefix(\(count))."
    return .mistake(
      UsageError(
        "\(shorter.joined(separator: ", ")) \(shorter.count == 1 ? "ends" : "end") after \(rows), "
          + "\u{201C}\(longer?.0 ?? "")\u{201D} has more; zip takes sources of equal length.\(hint)",
        at: longer?.1?.place), named: nil)
  }

  /// Each row of a source with each row of the others; the rows of the last source change fastest.
  ///
  /// Rows are put together as in `zip(_:_:_:)`. The sources after the first are opened once for each
  /// row before them.
  public static func product(
    _ first: RowSource, _ second: RowSource, _ more: RowSource...
  ) -> RowSource {
    let sources = [first, second] + more
    let names = sources.map(\.name)
    return RowSource("product(\(list(sources, ", ")))", from: sources) { inputs in
      // The row of each source but the last open one that is combined at the moment.
      var current: [RowResult.Positioned] = []
      /// The number of rows of each open source so far.
      var positions = [0]
      // The sources that have been read to their end.
      var known: Set<Int> = []
      return {
        while let last = positions.indices.last {
          guard let row = try inputs.next(last) else {
            // The last open source has ended: the one before it continues.
            positions.removeLast()
            known.insert(last)
            if last > 0 {
              inputs.close(last)
              current.removeLast()
            }
            continue
          }
          positions[last] += 1
          if case .failure = row {
            // A row that cannot be read fails once, and not with each row before it.
            if known.contains(last) { continue }
            return row
          }
          let inputs = current + [(positions[last], row)]
          if positions.count == names.count { return .combined(inputs, from: names) }
          current = inputs
          positions.append(0)
        }
        return nil
      }
    }
  }

  private static func list(_ sources: [RowSource], _ separator: String) -> String {
    sources.map(\.name).joined(separator: separator)
  }
}

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
      var rows: [[RowResult.Positioned]] = [[]]
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
          .combined(Swift.zip(rows, next).map { $0[$1] }, from: names)
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
