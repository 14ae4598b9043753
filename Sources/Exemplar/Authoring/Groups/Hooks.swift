import ExemplarCore

/// Runs once, before the first of the group's examples that are going to run.
public func beforeAll(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  hook(.beforeAll, filePath, line) { _, _ in try await body() }
}

/// Runs once, before the first of the group's examples that are going to run.
public func beforeAll(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable (ExampleInfo) async throws -> Void
) -> SpecNode {
  hook(.beforeAll, filePath, line) { info, _ in try await body(info) }
}

/// Runs before each example of the group and of the groups in it; outer ones first.
public func beforeEach(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  hook(.beforeEach, filePath, line) { _, _ in try await body() }
}

/// Runs before each example of the group and of the groups in it. Receives the example.
public func beforeEach(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable (ExampleInfo) async throws -> Void
) -> SpecNode {
  hook(.beforeEach, filePath, line) { info, _ in try await body(info) }
}

/// Runs after each example of the group and of the groups in it, even if the example failed; inner
/// ones first, and in a group the last declared first.
public func afterEach(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  hook(.afterEach, filePath, line) { _, _ in try await body() }
}

/// Runs after each example of the group and of the groups in it. Receives the example.
public func afterEach(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable (ExampleInfo) async throws -> Void
) -> SpecNode {
  hook(.afterEach, filePath, line) { info, _ in try await body(info) }
}

/// Runs once, after the last example of the group, even if something failed.
public func afterAll(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) -> SpecNode {
  hook(.afterAll, filePath, line) { _, _ in try await body() }
}

/// Runs once, after the last example of the group. Receives the group.
public func afterAll(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body: @escaping @Sendable (ExampleInfo) async throws -> Void
) -> SpecNode {
  hook(.afterAll, filePath, line) { info, _ in try await body(info) }
}

/// Runs around each example of the group and of the groups in it.
///
/// ```swift
/// aroundEach { example in
///   let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
///   try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
///   defer { try? FileManager.default.removeItem(at: folder) }
///   try await example()
/// }
/// ```
///
/// The hook must call the function that it receives, once, and wait for it. That runs the other hooks around each
/// example of the group, the groups in it, the body, and what these register to clean up. Task-local values that the hook
/// sets apply to all of them. Of several hooks, the first one is the outermost.
///
/// The call throws the error that ended the example, a `Skip` if the example was skipped, and a `CancellationError`
/// if it exceeded its time limit or a failing hook kept it from running. The failure is recorded in any case, so the
/// hook may ignore that error or throw it on. Failed expectations throw nothing: `currentFailures()` returns them.
public func aroundEach(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body:
    @escaping @Sendable (
      _ example: @escaping @Sendable () async throws -> Void
    ) async throws -> Void
) -> SpecNode {
  hook(.aroundEach, filePath, line) { _, example in try await body(example) }
}

/// Runs around each example of the group and of the groups in it. Receives the facts about the example, and the
/// function that runs it.
public func aroundEach(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body:
    @escaping @Sendable (
      ExampleInfo, _ example: @escaping @Sendable () async throws -> Void
    ) async throws -> Void
) -> SpecNode {
  hook(.aroundEach, filePath, line, body)
}

/// Runs once, around the examples of the group that are going to run, and its `beforeAll` and `afterAll` hooks.
///
/// The hook must call the function that it receives, once, and wait for it. Task-local values that the hook sets apply to
/// all these examples and hooks. The call throws nothing because of an example that fails.
public func aroundAll(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body:
    @escaping @Sendable (
      _ examples: @escaping @Sendable () async throws -> Void
    ) async throws -> Void
) -> SpecNode {
  hook(.aroundAll, filePath, line) { _, examples in try await body(examples) }
}

/// Runs once, around the examples of the group. Receives the facts about the group, and the function that runs its
/// examples.
public func aroundAll(
  filePath: String = #filePath, line: Int = #line,
  @_inheritActorContext _ body:
    @escaping @Sendable (
      ExampleInfo, _ examples: @escaping @Sendable () async throws -> Void
    ) async throws -> Void
) -> SpecNode {
  hook(.aroundAll, filePath, line, body)
}

private func hook(
  _ moment: Hook.Moment, _ filePath: String, _ line: Int, _ body: @escaping Hook.Body
) -> SpecNode {
  let place = Place(path: filePath, line: line)
  return SpecNode.made(moment.rawValue, at: place, content: .hook(Hook(moment, around: body)))
}
