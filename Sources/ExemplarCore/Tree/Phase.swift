/// The phase in which an issue was recorded.
public enum Phase: String, Sendable, Hashable {
  /// Finding, loading or planning, before anything ran.
  case planning
  /// A hook before all examples of a group.
  case beforeAll
  /// A hook before each example.
  case beforeEach
  /// The body of an example.
  case body
  /// A hook after each example.
  case afterEach
  /// A hook after all examples of a group.
  case afterAll
  /// A cleanup of an example or a group.
  case cleanup
}
