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
