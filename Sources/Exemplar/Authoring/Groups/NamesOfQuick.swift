import ExemplarCore

// Names of Quick and Kiwi, and one of the C library, that mean something else here or nothing. The compiler explains
// each where it is used.

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

/// Explains what replaces Kiwi's `sharedExamplesFor`.
@available(
  *, unavailable,
  message: """
    it is sharedExamples here, with a parameter that has a type: sharedExamples("a ship") { (ship: Given<Ship>) in … }
    """
)
public func sharedExamplesFor<Data, Content>(
  _ name: String, _ content: @escaping (Data) -> Content
) -> SpecNode {
  .several([])
}

/// Explains what replaces a pause of a fixed length, for which the compiler would name the function of C.
@available(
  *, unavailable,
  message: """
    a pause makes a test slow and may still be too short: try await eventually { … } waits for a condition. \
    For a pause, write try await Task.sleep(for: .seconds(1)).
    """
)
public func wait(_ seconds: Double) {}
