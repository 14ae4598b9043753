import ExemplarCore

// The short forms of inclusions: `f` in front focuses, `x` in front skips.

/// Focuses shared examples without a parameter.
public func fitBehavesLike(
  _ shared: SharedExamples<Void>, _ traits: any ExampleTrait..., fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @SpecBuilder with customization: () -> SpecNode = { .several([]) }
) -> SpecNode {
  inclusion(
    of: shared, traits + [.focused], .ready {}, customization, fileID, filePath, line, column)
}

/// Focuses shared examples with their parameter.
@_disfavoredOverload
public func fitBehavesLike<Parameter>(
  _ shared: SharedExamples<Parameter>, _ traits: any ExampleTrait..., fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ parameter: @escaping @Sendable () -> Parameter,
  @SpecBuilder with customization: () -> SpecNode = { .several([]) }
) -> SpecNode {
  inclusion(
    of: shared, traits + [.focused], .ready(parameter), customization, fileID, filePath, line,
    column)
}

/// Focuses shared examples whose parameter is made asynchronously, or may fail to be made.
@_disfavoredOverload
public func fitBehavesLike<Parameter>(
  _ shared: SharedExamples<Parameter>, _ traits: any ExampleTrait..., fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ parameter: @escaping @Sendable () async throws -> Parameter,
  @SpecBuilder with customization: () -> SpecNode = { .several([]) }
) -> SpecNode {
  inclusion(
    of: shared, traits + [.focused], .later(parameter), customization, fileID, filePath, line,
    column)
}

/// Skips shared examples without a parameter.
public func xitBehavesLike(
  _ shared: SharedExamples<Void>, _ traits: any ExampleTrait..., fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @SpecBuilder with customization: () -> SpecNode = { .several([]) }
) -> SpecNode {
  inclusion(
    of: shared, traits + [.skipped("marked with xitBehavesLike")], .ready {}, customization, fileID,
    filePath, line, column)
}

/// Skips shared examples with their parameter.
@_disfavoredOverload
public func xitBehavesLike<Parameter>(
  _ shared: SharedExamples<Parameter>, _ traits: any ExampleTrait..., fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ parameter: @escaping @Sendable () async throws -> Parameter,
  @SpecBuilder with customization: () -> SpecNode = { .several([]) }
) -> SpecNode {
  inclusion(
    of: shared, traits + [.skipped("marked with xitBehavesLike")], .later(parameter), customization,
    fileID, filePath, line, column)
}
