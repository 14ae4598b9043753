import ExemplarCombinations
import ExemplarCore

// Outlines over any sequence: its values are taken one by one, while the outline runs.

/// An outline over the values of a sequence: one example per value.
///
/// ```swift
/// outline("has a price", over: books, named: \.title) { book in #expect(book.price > 0) }
/// ```
///
/// Write a sequence that can be iterated only once, or is not `Sendable`, as a closure that creates it. `named` returns
/// the name of a row, which is unique in its outline; without it, a row is named by its position, and by its name if the
/// values are the cases of an enumeration.
@_disfavoredOverload
public func outline<Values: Sequence & Sendable>(
  _ name: String, _ traits: any ExampleTrait..., over values: Values,
  named rowName: (@Sendable (Values.Element) -> String)? = nil, filePath: String = #filePath,
  line: Int = #line, column: Int = #column,
  @_inheritActorContext _ body: @escaping @Sendable (Values.Element) async throws -> Void
) -> SpecNode where Values.Element: Sendable, Values.Iterator: SendableMetatype {
  .made(name, traits, filePath, line, column) {
    .outline(InlineRows.outline({ values }, named: rowName, at: $0, body))
  }
}

/// An outline over the cases of an enumeration, whose rows are named as the cases.
public func outline<Value: CaseIterable & Sendable>(
  _ name: String, _ traits: any ExampleTrait..., over cases: Value.Type,
  filePath: String = #filePath,
  line: Int = #line, column: Int = #column,
  @_inheritActorContext _ body: @escaping @Sendable (Value) async throws -> Void
) -> SpecNode where Value.AllCases: SendableMetatype, Value.AllCases.Iterator: SendableMetatype {
  .made(name, traits, filePath, line, column) {
    .outline(InlineRows.outline({ Value.allCases }, named: { "\($0)" }, at: $0, body))
  }
}

/// An outline over the values of a sequence that is created when the outline runs, and again each
/// time its values are read.
///
/// ```swift
/// outline("is in the shop", over: { try await catalog.titles() }) { title in … }
/// ```
///
/// An error that the closure or the sequence throws is one failing example, after those that ran.
public func outline<Values: Sequence & SendableMetatype>(
  _ name: String, _ traits: any ExampleTrait...,
  over values: @escaping @Sendable () async throws -> Values,
  named rowName: (@Sendable (Values.Element) -> String)? = nil, filePath: String = #filePath,
  line: Int = #line, column: Int = #column,
  @_inheritActorContext _ body: @escaping @Sendable (Values.Element) async throws -> Void
) -> SpecNode where Values.Element: Sendable, Values.Iterator: SendableMetatype {
  .made(name, traits, filePath, line, column) {
    .outline(InlineRows.outline(values, named: rowName, at: $0, body))
  }
}

/// An outline over the values of an asynchronous sequence that is created when the outline runs,
/// and again each time its values are read.
@_disfavoredOverload
public func outline<Values: AsyncSequence & SendableMetatype>(
  _ name: String, _ traits: any ExampleTrait...,
  over values: @escaping @Sendable () async throws -> Values,
  named rowName: (@Sendable (Values.Element) -> String)? = nil, filePath: String = #filePath,
  line: Int = #line, column: Int = #column,
  @_inheritActorContext _ body: @escaping @Sendable (Values.Element) async throws -> Void
) -> SpecNode where Values.Element: Sendable, Values.AsyncIterator: SendableMetatype {
  .made(name, traits, filePath, line, column) {
    .outline(InlineRows.outline(over: values, named: rowName, at: $0, body))
  }
}

/// An outline over the values of an asynchronous sequence.
///
/// The sequence must give its values again each time it is walked over, unlike an `AsyncStream`:
/// for one that does not, give a closure that makes it.
@_disfavoredOverload
public func outline<Values: AsyncSequence & Sendable>(
  _ name: String, _ traits: any ExampleTrait..., over values: Values,
  named rowName: (@Sendable (Values.Element) -> String)? = nil, filePath: String = #filePath,
  line: Int = #line, column: Int = #column,
  @_inheritActorContext _ body: @escaping @Sendable (Values.Element) async throws -> Void
) -> SpecNode where Values.Element: Sendable, Values.AsyncIterator: SendableMetatype {
  .made(name, traits, filePath, line, column) {
    .outline(InlineRows.outline(over: { values }, named: rowName, at: $0, body))
  }
}

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
    .outline(
      Combinations(rows, at: $0)?.outline(at: $0, body)
        ?? InlineRows.outline({ rows }, named: nil, at: $0, body))
  }
}
