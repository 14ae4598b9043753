import ExemplarCore

// The short forms: `f` in front focuses, `x` in front skips.

/// A focused group: only what is focused runs.
@_disfavoredOverload
public func fdescribe(
  _ name: String, _ traits: any ExampleTrait..., filePath: String = #filePath, line: Int = #line,
  column: Int = #column, @SpecBuilder _ content: () -> SpecNode
) -> SpecNode {
  group(name, traits + [.focused], filePath, line, column, content)
}

/// A focused group: only what is focused runs.
public func fcontext(
  _ name: String, _ traits: any ExampleTrait..., filePath: String = #filePath, line: Int = #line,
  column: Int = #column, @SpecBuilder _ content: () -> SpecNode
) -> SpecNode {
  group(name, traits + [.focused], filePath, line, column, content)
}

/// A focused example: only what is focused runs.
public func fit(
  _ name: String, _ traits: any ExampleTrait..., filePath: String = #filePath, line: Int = #line,
  column: Int = #column, @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  .made(name, traits + [.focused], filePath, line, column) { _ in .example(body) }
}

/// A group that does not run.
@_disfavoredOverload
public func xdescribe(
  _ name: String, _ traits: any ExampleTrait..., filePath: String = #filePath, line: Int = #line,
  column: Int = #column, @SpecBuilder _ content: () -> SpecNode
) -> SpecNode {
  group(name, traits + [.skipped("marked with xdescribe")], filePath, line, column, content)
}

/// A group that does not run.
public func xcontext(
  _ name: String, _ traits: any ExampleTrait..., filePath: String = #filePath, line: Int = #line,
  column: Int = #column, @SpecBuilder _ content: () -> SpecNode
) -> SpecNode {
  group(name, traits + [.skipped("marked with xcontext")], filePath, line, column, content)
}

/// An example that does not run.
public func xit(
  _ name: String, _ traits: any ExampleTrait..., filePath: String = #filePath, line: Int = #line,
  column: Int = #column, @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  .made(name, traits + [.skipped("marked with xit")], filePath, line, column) { _ in
    .example(body)
  }
}
