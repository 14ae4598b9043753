import ExemplarCore

/// A small set of rows in which every value of each source meets every value of each other source.
///
/// ```swift
/// pairwise(Currency.allCases, [1, 10, 1000], [true, false])
/// pairwise(currencies, quantities, [true, false], excluding: { currency, quantity, isGift in
///   currency == .yen && isGift
/// })
/// ```
///
/// Pairs that only excluded rows contain are left out. The search for such pairs can take too long if a
/// rule may read any of many sources; list those that it reads: `reading: [0, 2]`.
///
/// - Parameters:
///   - isExcluded: Whether to leave a row out. It must return equal results for equal values.
///   - positions: The sources whose values `isExcluded` reads, counted from 0. Default: all.
public func pairwise<each Source: Collection>(
  _ sources: repeat each Source,
  excluding isExcluded: (@Sendable (repeat (each Source).Element) -> Bool)? = nil,
  reading positions: [Int] = [],
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> Combinations<(repeat (each Source).Element)> where repeat (each Source).Element: Sendable {
  covering(
    "pairwise", strength: 2, repeat SourceList(each sources),
    excluding: isExcluded, reading: positions, at: Place(path: filePath, line: line, column: column)
  )
}

/// A small set of rows in which every value of each source meets every value of each other source,
/// beginning with the given ones.
///
/// ```swift
/// pairwise(Currency.allCases, [1, 10, 1000], [true, false], seeds: [(.eur, 1, nil)])
/// ```
///
/// - Parameter seeds: Rows to include. Other rows need not repeat their pairs. `nil` matches any value.
public func pairwise<each Source: Collection>(
  _ sources: repeat each Source, seeds: [(repeat (each Source).Element?)],
  excluding isExcluded: (@Sendable (repeat (each Source).Element) -> Bool)? = nil,
  reading positions: [Int] = [],
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> Combinations<(repeat (each Source).Element)>
where repeat (each Source).Element: Sendable & Equatable {
  let place = Place(path: filePath, line: line, column: column)
  return covering(
    "pairwise", strength: 2, repeat SourceList(each sources),
    seeds: seedPositions(seeds, in: repeat SourceList(each sources), at: place),
    excluding: isExcluded, reading: positions, at: place)
}

/// A small set of rows in which the values of any `strength` sources meet in every combination.
///
/// ```swift
/// combinations(of: currencies, quantities, [true, false], countries, strength: 3)
/// ```
///
/// - Parameters:
///   - strength: How many sources have their values combined in every way: 2 for pairs, 3 for triples.
///     At least 1; from the number of sources on, the result is every row.
///   - isExcluded: Whether to leave a row out. It must return equal results for equal values.
///   - positions: The sources whose values `isExcluded` reads, counted from 0. Default: all.
public func combinations<each Source: Collection>(
  of sources: repeat each Source, strength: Int,
  excluding isExcluded: (@Sendable (repeat (each Source).Element) -> Bool)? = nil,
  reading positions: [Int] = [],
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> Combinations<(repeat (each Source).Element)> where repeat (each Source).Element: Sendable {
  covering(
    "combinations", strength: strength, repeat SourceList(each sources),
    excluding: isExcluded, reading: positions, at: Place(path: filePath, line: line, column: column)
  )
}

/// A small set of rows in which the values of any `strength` sources meet in every combination,
/// beginning with the given ones.
public func combinations<each Source: Collection>(
  of sources: repeat each Source, strength: Int, seeds: [(repeat (each Source).Element?)],
  excluding isExcluded: (@Sendable (repeat (each Source).Element) -> Bool)? = nil,
  reading positions: [Int] = [],
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> Combinations<(repeat (each Source).Element)>
where repeat (each Source).Element: Sendable & Equatable {
  let place = Place(path: filePath, line: line, column: column)
  return covering(
    "combinations", strength: strength, repeat SourceList(each sources),
    seeds: seedPositions(seeds, in: repeat SourceList(each sources), at: place),
    excluding: isExcluded, reading: positions, at: place)
}

/// Finds the positions of the values of seeds in their sources.
private func seedPositions<each Value: Sendable & Equatable>(
  _ seeds: [(repeat (each Value)?)], in sources: repeat SourceList<each Value>, at place: Place
) -> @Sendable () throws(UsageError) -> [[Int?]] {
  let values = (repeat (each sources).values)
  return { () throws(UsageError) in
    var rows: [[Int?]] = []
    for seed in seeds {
      var row: [Int?] = []
      for (value, values) in repeat (each seed, each values) {
        let position = value.flatMap { value in values.firstIndex(of: value) }
        if let value, position == nil {
          let known = values.prefix(10).map { CombinationNames.text(of: $0) }
          throw UsageError(
            "Seed \(rows.count + 1) has \u{201C}\(CombinationNames.text(of: value))\u{201D} for source "
              + "\(row.count + 1), which is not one of its values: "
              + (known + (values.count > 10 ? ["…"] : [])).joined(separator: ", ") + ".", at: place)
        }
        row.append(position)
      }
      rows.append(row)
    }
    return rows
  }
}

private func covering<each Value: Sendable>(
  _ name: String, strength: Int, _ sources: repeat SourceList<each Value>,
  seeds: @escaping @Sendable () throws(UsageError) -> [[Int?]] = { () in [] },
  excluding isExcluded: (@Sendable (repeat each Value) -> Bool)?, reading positions: [Int],
  at place: Place
) -> Combinations<(repeat each Value)> {
  var rows = Combinations(
    name, .covering(strength: strength), of: sourceValues(of: repeat each sources), at: place)
  rows.seeds = seeds
  guard let isExcluded else { return rows }
  let ofRow: @Sendable ((repeat each Value)) -> Bool = { row in isExcluded(repeat each row) }
  return rows.excluding(RowExclusion(reads: positions, isExcluded: ofRow, place: place))
}
