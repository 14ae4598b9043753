import ExemplarCore
import ExemplarRows

// Older spellings, from when `rows:` accepted every value. Other former arguments have no overload,
// since more overloads make the compiler's messages about rows worse.

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

/// An outline over the values of an array.
@available(
  *, deprecated, renamed: "outline(_:_:over:named:filePath:line:column:_:)",
  message: "values that are no rows follow 'over:'"
)
@_disfavoredOverload
public func outline<Value: Sendable>(
  _ name: String, _ traits: any ExampleTrait..., rows values: [Value],
  named rowName: (@Sendable (Value) -> String)? = nil, filePath: String = #filePath,
  line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable (Value) async throws -> Void
) -> SpecNode {
  let place = Place(path: filePath, line: line, column: column)
  return SpecNode.made(
    name, at: place, traits: traits,
    content: .outline(InlineRows.outline({ values }, named: rowName, at: place, body)))
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

/// The rows of an outline follow its body, which determines their types.
@available(
  *, unavailable, message: "the rows come last: 'outline(…) { values in … } rows: { row(…) … }'"
)
@_disfavoredOverload
public func outline<Values: Sendable>(
  _ name: String, _ traits: any ExampleTrait...,
  @RowsBuilder<Values> rows: () -> [InlineRow<Values>],
  _ body: @escaping @Sendable (Values) async throws -> Void
) -> SpecNode {
  fatalError()
}
