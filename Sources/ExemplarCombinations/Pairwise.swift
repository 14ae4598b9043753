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
/// Pairs that only excluded rows could hold need not be covered; which these are is decided by
/// search. If that takes too long because a rule may look at any of many sources, say which it looks
/// at: `reading: [0, 2]`.
///
/// - Parameters:
///   - isExcluded: Whether to leave a row out. It gives equal answers for equal values.
///   - positions: The sources whose values `isExcluded` looks at, counted from 0; all of them if
///     none are given.
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
/// - Parameter seeds: Rows to include in any case. What they cover need not be covered again; `nil`
///   stands for any value.
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
    seeds: known(seeds, in: repeat SourceList(each sources), at: place),
    excluding: isExcluded, reading: positions, at: place)
}

/// A small set of rows in which the values of any `strength` sources meet in every combination.
///
/// ```swift
/// combinations(of: currencies, quantities, [true, false], countries, strength: 3)
/// ```
///
/// - Parameters:
///   - strength: How many sources have all their values combined: 2 as in `pairwise`, 3 for triples.
///     At least 1; if it is at least the number of sources, every row is given.
///   - isExcluded: Whether to leave a row out.
///   - positions: The sources whose values `isExcluded` looks at, counted from 0.
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
    seeds: known(seeds, in: repeat SourceList(each sources), at: place),
    excluding: isExcluded, reading: positions, at: place)
}

/// What finds the values of seeds among the values of their sources.
private func known<each Value: Sendable & Equatable>(
  _ seeds: [(repeat (each Value)?)], in sources: repeat SourceList<each Value>, at place: Place
) -> @Sendable () throws(AuthoringMistake) -> [[Int?]] {
  let values = (repeat (each sources).values)
  return { () throws(AuthoringMistake) in
    var rows: [[Int?]] = []
    for (index, seed) in seeds.enumerated() {
      var row: [Int?] = []
      var mistake: AuthoringMistake?
      for (value, values) in repeat (each seed, each values) {
        let position = value.flatMap { value in values.firstIndex(of: value) }
        if let value, position == nil, mistake == nil {
          mistake = .unknownSeed(
            index, RowNames.text(of: value), source: row.count,
            values: values.map { RowNames.text(of: $0) }, at: place)
        }
        row.append(position)
      }
      if let mistake { throw mistake }
      rows.append(row)
    }
    return rows
  }
}

/// Combinations of few rows.
private func covering<each Value: Sendable>(
  _ name: String, strength: Int, _ sources: repeat SourceList<each Value>,
  seeds: @escaping @Sendable () throws(AuthoringMistake) -> [[Int?]] = { () in [] },
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
