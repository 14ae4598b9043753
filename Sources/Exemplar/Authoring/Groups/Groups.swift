import ExemplarCore

/// A group: what is described, and under which circumstances.
///
/// Building it runs the builder and nothing else; the bodies of examples and hooks run when a host
/// runs the spec. Groups can be nested 1,024 deep; deeper ones are one failing example.
@_disfavoredOverload
public func describe(
  _ name: String, _ traits: any ExampleTrait..., filePath: String = #filePath, line: Int = #line,
  column: Int = #column, @SpecBuilder _ content: () -> SpecNode
) -> SpecNode {
  group(name, traits, filePath, line, column, content)
}

/// A group for circumstances that its examples share; the same as
/// ``describe(_:_:filePath:line:column:_:)``.
public func context(
  _ name: String, _ traits: any ExampleTrait..., filePath: String = #filePath, line: Int = #line,
  column: Int = #column, @SpecBuilder _ content: () -> SpecNode
) -> SpecNode {
  group(name, traits, filePath, line, column, content)
}

/// An example: one thing that runs and passes or fails.
public func it(
  _ name: String, _ traits: any ExampleTrait..., filePath: String = #filePath, line: Int = #line,
  column: Int = #column, @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  .made(name, traits, filePath, line, column) { _ in .example(body) }
}

/// An example without a name; it is named by its position in the group, `#2`.
public func it(
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  .made("", [], filePath, line, column) { _ in .example(body) }
}

/// An example that is not written yet. It is reported, and neither passes nor fails.
public func pending(
  _ name: String, _ reason: String? = nil, filePath: String = #filePath, line: Int = #line,
  column: Int = #column
) -> SpecNode {
  .made(name, [], filePath, line, column) { _ in .pending(reason: reason) }
}

func group(
  _ name: String, _ traits: [any ExampleTrait], _ filePath: String, _ line: Int, _ column: Int,
  _ content: () -> SpecNode
) -> SpecNode {
  group(name, traits, filePath, line, column, built: { GroupContent.build(content) })
}

/// A group of the given traits, whose content is built by `build`.
func group(
  _ name: String, _ traits: [any ExampleTrait], _ filePath: String, _ line: Int, _ column: Int,
  built build: () -> SpecNode
) -> SpecNode {
  let place = Place(path: filePath, line: line, column: column)
  if GroupContent.isTooDeep { return .nestedTooDeeply(at: place) }
  // In a program, that may be before any run: a global is made when the program begins.
  let node = ExitGuard.whileMaking(name, at: place, build)
  return SpecNode.made(name, at: place, traits: traits, content: .group([node]))
}
