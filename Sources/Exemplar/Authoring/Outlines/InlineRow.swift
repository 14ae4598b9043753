import ExemplarCore

/// A row in code with traits of its own, which knows its line.
public struct InlineRow<Values: Sendable>: Sendable {
  let name: String
  let values: Values
  let traits: [any ExampleTrait]
  let place: Place
}

/// A row in code with traits of its own.
///
/// ```swift
/// outline("adds VAT", rows: [
///   row("books", (100, 107)),
///   row("maps", (200, 214), .focused),
///   row("vouchers", (300, 300), .skipped("not sold yet")),
/// ]) { net, gross in … }
/// ```
public func row<Values: Sendable>(
  _ name: String, _ values: Values, _ traits: any ExampleTrait..., filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) -> InlineRow<Values> {
  InlineRow(
    name: name, values: values, traits: traits,
    place: Place(path: filePath, line: line, column: column))
}

/// An outline over rows with traits of their own.
public func outline<Values: Sendable>(
  _ name: String, _ traits: any ExampleTrait..., rows: [InlineRow<Values>],
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable (Values) async throws -> Void
) -> SpecNode {
  SpecNode.made(
    name, at: Place(path: filePath, line: line, column: column), traits: traits,
    content: .outline(InlineRows.outline(rows, body)))
}
