import ExemplarCore

/// Every combination of the values of the sources, the last one changing fastest.
///
/// ```swift
/// outline("prices", rows: product(Currency.allCases, 1...1000, [true, false])) {
///   currency, quantity, isGift in …
/// }
/// ```
///
/// The rows are made one by one: a product of a million rows takes no more memory than its sources.
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
/// outline("adds VAT", rows: zip([100, 200], [107, 214])) { net, gross in … }
/// ```
///
/// All sources have the same number of values: if they do not, no value is dropped silently: the
/// outline fails and says which source is shorter.
@_disfavoredOverload
public func zip<each Source: Collection>(
  _ sources: repeat each Source, filePath: String = #filePath, line: Int = #line,
  column: Int = #column
) -> Combinations<(repeat (each Source).Element)> where repeat (each Source).Element: Sendable {
  Combinations(
    "zip", .zip, of: sourceValues(of: repeat SourceList(each sources)),
    at: Place(path: filePath, line: line, column: column))
}
