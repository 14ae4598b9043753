import ExemplarCore
import ExemplarRows

/// An outline over named rows: one example per row.
///
/// ```swift
/// outline("adds VAT", rows: ["books": (100, 107), "maps": (200, 214)]) { net, gross in
///   #expect(net.addingVAT(7) == gross)
/// }
/// ```
public func outline<Values: Sendable>(
  _ name: String, _ traits: any ExampleTrait..., rows: KeyValuePairs<String, Values>,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable (Values) async throws -> Void
) -> SpecNode {
  let place = Place(path: filePath, line: line, column: column)
  return SpecNode.made(
    name, at: place, traits: traits,
    content: .outline(InlineRows.outline(rows, at: [place], body)))
}

/// An outline over the rows of a source, each decoded as one value.
public func outline<Value: Decodable & SendableMetatype>(
  _ name: String, _ traits: any ExampleTrait..., from source: RowSource, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable (Value) async throws -> Void
) -> SpecNode {
  let place = Place(path: filePath, line: line, column: column)
  let site = DeclarationSite(fileID: fileID, place: place)
  return SpecNode.made(
    name, at: place, traits: traits,
    content: .outline(
      source.outline(for: site) { row in
        let value = try row.decode(as: Value.self)
        try row.__read()
        try await body(value)
      }))
}

/// An outline over the rows of a source as they are.
public func outline(
  _ name: String, _ traits: any ExampleTrait..., from source: RowSource, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable (Row) async throws -> Void
) -> SpecNode {
  let place = Place(path: filePath, line: line, column: column)
  let site = DeclarationSite(fileID: fileID, place: place)
  return SpecNode.made(
    name, at: place, traits: traits,
    content: .outline(
      source.outline(for: site) { row in
        try row.__read()
        try await body(row)
      }))
}
