import ExemplarCore
import ExemplarRows

// Spellings of before, when `rows:` took everything that has values.

/// An outline over rows in an array.
@available(
  *, deprecated, message: "write the rows last: 'outline(…) { values in … } rows: { row(…) … }'"
)
@_disfavoredOverload
public func outline<Values: Sendable>(
  _ name: String, _ traits: any ExampleTrait..., rows: [InlineRow<Values>],
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable (Values) async throws -> Void
) -> SpecNode {
  SpecNode.made(
    name, at: Place(path: filePath, line: line, column: column), traits: traits,
    content: .outline(InlineRows.outline(rows, body)))
}

/// An outline over the values of a sequence.
@available(
  *, deprecated, renamed: "outline(_:_:over:named:filePath:line:column:_:)",
  message: "values that are no rows follow 'over:'"
)
@_disfavoredOverload
public func outline<Values: Sequence & Sendable>(
  _ name: String, _ traits: any ExampleTrait..., rows values: Values,
  named rowName: (@Sendable (Values.Element) -> String)? = nil, filePath: String = #filePath,
  line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable (Values.Element) async throws -> Void
) -> SpecNode where Values.Element: Sendable, Values.Iterator: SendableMetatype {
  let place = Place(path: filePath, line: line, column: column)
  return SpecNode.made(
    name, at: place, traits: traits,
    content: .outline(InlineRows.outline({ values }, named: rowName, at: place, body)))
}

/// An outline over the cases of an enumeration.
@available(
  *, deprecated, renamed: "outline(_:_:over:filePath:line:column:_:)",
  message: "values that are no rows follow 'over:'"
)
@_disfavoredOverload
public func outline<Value: CaseIterable & Sendable>(
  _ name: String, _ traits: any ExampleTrait..., rows cases: Value.Type,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable (Value) async throws -> Void
) -> SpecNode where Value.AllCases: SendableMetatype, Value.AllCases.Iterator: SendableMetatype {
  let place = Place(path: filePath, line: line, column: column)
  return SpecNode.made(
    name, at: place, traits: traits,
    content: .outline(
      InlineRows.outline({ Value.allCases }, named: { "\($0)" }, at: place, body)))
}

/// An outline over combinations of values.
@available(
  *, deprecated, renamed: "outline(_:_:over:filePath:line:column:_:)",
  message: "values that are no rows follow 'over:'"
)
@_disfavoredOverload
public func outline<Values>(
  _ name: String, _ traits: any ExampleTrait..., rows: Combinations<Values>,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable (Values) async throws -> Void
) -> SpecNode {
  let place = Place(path: filePath, line: line, column: column)
  return SpecNode.made(
    name, at: place, traits: traits, content: .outline(rows.outline(at: place, body)))
}

/// An outline over collections side by side.
@available(
  *, deprecated, renamed: "outline(_:_:over:filePath:line:column:_:)",
  message: "values that are no rows follow 'over:'"
)
@_disfavoredOverload
public func outline<First: Collection & Sendable, Second: Collection & Sendable>(
  _ name: String, _ traits: any ExampleTrait..., rows: Zip2Sequence<First, Second>,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable ((First.Element, Second.Element)) async throws -> Void
) -> SpecNode
where
  First.Element: Sendable, Second.Element: Sendable, First.Iterator: SendableMetatype,
  Second.Iterator: SendableMetatype
{
  let place = Place(path: filePath, line: line, column: column)
  return SpecNode.made(
    name, at: place, traits: traits,
    content: .outline(InlineRows.outline(rows, at: place, body)))
}
