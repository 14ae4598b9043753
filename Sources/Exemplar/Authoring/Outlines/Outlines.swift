import ExemplarCore
import ExemplarRows

/// An outline over rows in code: one example per row.
///
/// ```swift
/// outline("adds VAT") { (net: Int, gross: Int) in
///   #expect(net.addingVAT(7) == gross)
/// } rows: {
///   row("books", 100, 107)
///   row("maps", 200, 214)
///   row("vouchers", 300, 300, traits: .skipped("not sold yet"))
/// }
/// ```
///
/// A row is an example of its own, at its own line. The body determines the types of the values, so
/// that the compiler reports a row that does not fit them, and rows can be abbreviated: `.eur`,
/// `nil`, `[]`.
///
/// Write the types of the parameters of the body. Among the rows, `let`, `if` and `for` are allowed.
public func outline<Values: Sendable>(
  _ name: String, _ traits: any ExampleTrait..., filePath: String = #filePath, line: Int = #line,
  column: Int = #column,
  @_inheritActorContext _ body: @escaping @Sendable (Values) async throws -> Void,
  @RowsBuilder<Values> rows: () -> [InlineRow<Values>]
) -> SpecNode {
  .made(name, traits, filePath, line, column) { _ in .outline(InlineRows.outline(rows(), body)) }
}

/// An outline over the rows of a source, each decoded as one value.
public func outline<Value: Decodable & SendableMetatype>(
  _ name: String, _ traits: any ExampleTrait..., from source: RowSource, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @_inheritActorContext _ body: @escaping @Sendable (Value) async throws -> Void
) -> SpecNode {
  .made(name, traits, filePath, line, column) { place in
    .outline(
      source.outline(for: DeclarationSite(fileID: fileID, place: place)) { row in
        let value = try row.decode(as: Value.self)
        try row.__read()
        try await body(value)
      })
  }
}

/// An outline over the rows of a source as they are.
public func outline(
  _ name: String, _ traits: any ExampleTrait..., from source: RowSource, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @_inheritActorContext _ body: @escaping @Sendable (Row) async throws -> Void
) -> SpecNode {
  .made(name, traits, filePath, line, column) { place in
    .outline(
      source.outline(for: DeclarationSite(fileID: fileID, place: place)) { row in
        try row.__read()
        try await body(row)
      })
  }
}

/// Explains the forms for several values of a row to callers that write a parameter for each column.
@available(
  *, unavailable,
  message: """
    in a closure, a row of a source is one value: { (row: Conversion) in … } with a Decodable type that has the columns \
    as properties, or { (row: Row) in … }. For a parameter per column, write a method: @Example(from: .csv) func \
    converts(isbn10: String, isbn13: String?).
    """
)
public func outline<First, Second, each Other>(
  _ name: String, _ traits: any ExampleTrait..., from source: RowSource,
  _ body: @escaping @Sendable (First, Second, repeat each Other) async throws -> Void
) -> SpecNode { .several([]) }
