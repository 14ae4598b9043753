import ExemplarCore

// Names of Quick without a counterpart of the same name. The compiler explains each where it is used.

/// Explains what replaces Quick's `justBeforeEach`.
@available(
  *, unavailable,
  message: """
    a Given is created on first use, after all beforeEach hooks: let subject = Given { … }. Inner groups change \
    the givens that it reads with override.
    """
)
public func justBeforeEach(_ body: @escaping @Sendable () async throws -> Void) -> SpecNode {
  .several([])
}

/// Explains what replaces Quick's `beforeSuite`.
@available(
  *, unavailable,
  message: """
    beforeAll runs once before the examples of its group. For all specs of the module, write it in a spec of its \
    own: @Spec let started = describe("started", .hooks(of: .module)) { beforeAll { … } }.
    """
)
public func beforeSuite(_ body: @escaping @Sendable () async throws -> Void) -> SpecNode {
  .several([])
}

/// Explains what replaces Quick's `afterSuite`.
@available(
  *, unavailable,
  message: """
    afterAll runs once after the examples of its group. For all specs of the module, write it in a spec of its \
    own: @Spec let started = describe("started", .hooks(of: .module)) { afterAll { … } }.
    """
)
public func afterSuite(_ body: @escaping @Sendable () async throws -> Void) -> SpecNode {
  .several([])
}
