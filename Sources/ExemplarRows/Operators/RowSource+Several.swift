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
        return CombinedRow.row(of: rows.map { (nil, $0) }, from: names)
      }
    }
  }

  private static func unequal(
    _ pulled: [RowResult?], _ names: [String], after count: Int
  ) -> RowResult {
    let parts = Swift.zip(names, pulled)
    let longer = parts.first { $0.1 != nil }
    let shorter = parts.filter { $0.1 == nil }.map(\.0.quoted)
    let rows = count == 1 ? "1 row" : "\(count) rows"
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
      var current: [CombinedRow.Part] = []
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
          let parts = current + [(positions[last], row)]
          if positions.count == names.count { return CombinedRow.row(of: parts, from: names) }
          current = parts
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
