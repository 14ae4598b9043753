import ExemplarCore

/// Every combination of the values of the sources, the last one changing fastest.
///
/// ```swift
/// outline("prices", over: product(Currency.allCases, 1...1000, [true, false])) {
///   currency, quantity, isGift in …
/// }
/// ```
///
/// Each row is made when it runs: a product of a million rows takes no more memory than its sources.
public func product<each Source: Collection>(
  _ sources: repeat each Source, filePath: String = #filePath, line: Int = #line,
  column: Int = #column
) -> Combinations<(repeat (each Source).Element)> where repeat (each Source).Element: Sendable {
  Combinations(
    "product", .product, of: sourceValues(of: repeat SourceList(each sources)),
    at: Place(path: filePath, line: line, column: column))
}

/// The first values of all sources, then their second ones, …
///
/// ```swift
/// outline("adds VAT", over: zip([100, 200], [107, 214])) { net, gross in … }
/// ```
///
/// All sources must have the same number of values. Otherwise the rows of the shortest source run, and
/// the outline fails with an error that names this source.
@_disfavoredOverload
public func zip<each Source: Collection>(
  _ sources: repeat each Source, filePath: String = #filePath, line: Int = #line,
  column: Int = #column
) -> Combinations<(repeat (each Source).Element)> where repeat (each Source).Element: Sendable {
  Combinations(
    "zip", .zip, of: sourceValues(of: repeat SourceList(each sources)),
    at: Place(path: filePath, line: line, column: column))
}

/// A small set of rows in which every value of each source meets every value of each other source.
///
/// ```swift
/// pairwise(Currency.allCases, [1, 10, 1000], [true, false])
/// pairwise(currencies, quantities, [true, false], excluding: { currency, quantity, isGift in
///   currency == .yen && isGift
/// })
/// pairwise(Currency.allCases, [1, 10, 1000], [true, false], seeds: [(.eur, 1, nil)])
/// ```
///
/// Pairs that only excluded rows contain are left out. The search for such pairs can take too long if a
/// rule may read any of many sources; list those that it reads: `reading: [0, 2]`.
///
/// - Parameters:
///   - seeds: Rows to begin with, of values that are `Equatable`. Other rows need not repeat their pairs. `nil`
///     matches any value.
///   - isExcluded: Whether to leave a row out. It must return equal results for equal values.
///   - positions: The sources whose values `isExcluded` reads, counted from 0. Default: all.
public func pairwise<each Source: Collection>(
  _ sources: repeat each Source, seeds: [(repeat (each Source).Element?)] = [],
  excluding isExcluded: (@Sendable (repeat (each Source).Element) -> Bool)? = nil,
  reading positions: [Int] = [],
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> Combinations<(repeat (each Source).Element)> where repeat (each Source).Element: Sendable {
  covering(
    "pairwise", strength: 2, repeat SourceList(each sources), seeds: seeds,
    excluding: isExcluded, reading: positions, at: Place(path: filePath, line: line, column: column)
  )
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
///   - seeds: Rows to begin with, of values that are `Equatable`. Other rows need not repeat their pairs. `nil`
///     matches any value.
///   - isExcluded: Whether to leave a row out. It must return equal results for equal values.
///   - positions: The sources whose values `isExcluded` reads, counted from 0. Default: all.
public func combinations<each Source: Collection>(
  of sources: repeat each Source, strength: Int, seeds: [(repeat (each Source).Element?)] = [],
  excluding isExcluded: (@Sendable (repeat (each Source).Element) -> Bool)? = nil,
  reading positions: [Int] = [],
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> Combinations<(repeat (each Source).Element)> where repeat (each Source).Element: Sendable {
  covering(
    "combinations", strength: strength, repeat SourceList(each sources), seeds: seeds,
    excluding: isExcluded, reading: positions, at: Place(path: filePath, line: line, column: column)
  )
}

private func covering<each Value: Sendable>(
  _ name: String, strength: Int, _ sources: repeat SourceList<each Value>,
  seeds: [(repeat (each Value)?)], excluding isExcluded: (@Sendable (repeat each Value) -> Bool)?,
  reading positions: [Int], at place: Place
) -> Combinations<(repeat each Value)> {
  var rows = Combinations(
    name, .covering(strength: strength), of: sourceValues(of: repeat each sources), at: place)
  let values = (repeat (each sources).values)
  rows.seeds = { () throws(UsageError) in
    var rows: [[Int?]] = []
    for seed in seeds {
      var row: [Int?] = []
      for (value, values) in repeat (each seed, each values) {
        do throws(SeedProblem) {
          row.append(try position(of: value, in: values))
        } catch {
          throw UsageError(
            "Seed \(rows.count + 1) has \u{201C}\(CombinationNames.text(of: value))\u{201D} for source "
              + "\(row.count + 1), \(error.reason).", at: place)
        }
      }
      rows.append(row)
    }
    return rows
  }
  guard let isExcluded else { return rows }
  let ofRow: @Sendable ((repeat each Value)) -> Bool = { row in isExcluded(repeat each row) }
  return rows.excluding(reading: positions, at: place, ofRow)
}

private struct SeedProblem: Error {
  var reason: String
}

/// The position of the value of a seed in its source; `nil` for any.
private func position<Value>(of value: Value?, in values: [Value]) throws(SeedProblem) -> Int? {
  func equals<Wanted: Equatable>(_ wanted: Wanted, _ other: Value) -> Bool {
    other as? Wanted == wanted
  }
  guard let value else { return nil }
  guard let wanted = value as? any Equatable else {
    throw SeedProblem(reason: "whose values cannot be compared: \(Value.self) is not Equatable")
  }
  if let position = values.firstIndex(where: { equals(wanted, $0) }) { return position }
  let known = values.prefix(10).map { CombinationNames.text(of: $0) }
  throw SeedProblem(
    reason: "which is not one of its values: "
      + (known + (values.count > 10 ? ["…"] : [])).joined(separator: ", "))
}
