import ExemplarCombinations
import ExemplarCore

/// An outline over combinations of values: one example per row, named by its values.
///
/// ```swift
/// outline("ships", over: pairwise(Currency.allCases, [1, 10, 1000], [true, false])) {
///   currency, quantity, isGift in
///   #expect(Parcel(quantity, isGift: isGift).price(in: currency) > 0)
/// }
/// ```
public func outline<Values>(
  _ name: String, _ traits: any ExampleTrait..., over rows: Combinations<Values>,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @_inheritActorContext _ body: @escaping @Sendable (Values) async throws -> Void
) -> SpecNode {
  .made(name, traits, filePath, line, column) {
    .outline(rows.outline(at: $0, body))
  }
}

/// An outline over collections side by side: one example per row, named by its values.
///
/// If the collections differ in length, the rows that there are run, and the outline fails.
public func outline<First: Collection & Sendable, Second: Collection & Sendable>(
  _ name: String, _ traits: any ExampleTrait..., over rows: Zip2Sequence<First, Second>,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @_inheritActorContext
  _ body: @escaping @Sendable ((First.Element, Second.Element)) async throws -> Void
) -> SpecNode
where
  First.Element: Sendable, Second.Element: Sendable, First.Iterator: SendableMetatype,
  Second.Iterator: SendableMetatype
{
  .made(name, traits, filePath, line, column) {
    .outline(InlineRows.outline(rows, at: $0, body))
  }
}
