import ExemplarCore

/// Runs once, before the first of the group's examples that are going to run.
public func beforeAll(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  hook(.beforeAll, filePath, line) { _ in try await body() }
}

/// Runs once, before the first of the group's examples that are going to run.
public func beforeAll(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable (ExampleInfo) async throws -> Void
) -> SpecNode {
  hook(.beforeAll, filePath, line, body)
}

/// Runs before each example of the group and of the groups in it; outer ones first.
public func beforeEach(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  hook(.beforeEach, filePath, line) { _ in try await body() }
}

/// Runs before each example of the group and of the groups in it. Receives the example.
public func beforeEach(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable (ExampleInfo) async throws -> Void
) -> SpecNode {
  hook(.beforeEach, filePath, line, body)
}

/// Runs after each example of the group and of the groups in it, even if the example failed; inner
/// ones first, and in a group the last declared first.
public func afterEach(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  hook(.afterEach, filePath, line) { _ in try await body() }
}

/// Runs after each example of the group and of the groups in it. Receives the example.
public func afterEach(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable (ExampleInfo) async throws -> Void
) -> SpecNode {
  hook(.afterEach, filePath, line, body)
}

/// Runs once, after the last example of the group, even if something failed.
public func afterAll(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  hook(.afterAll, filePath, line) { _ in try await body() }
}

/// Runs once, after the last example of the group. Receives the group.
public func afterAll(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable (ExampleInfo) async throws -> Void
) -> SpecNode {
  hook(.afterAll, filePath, line, body)
}

private func hook(
  _ moment: Hook.Moment, _ filePath: String, _ line: Int,
  _ body: @escaping @Sendable (ExampleInfo) async throws -> Void
) -> SpecNode {
  let place = Place(path: filePath, line: line)
  return SpecNode.made(moment.rawValue, at: place, content: .hook(Hook(moment, body: body)))
}
