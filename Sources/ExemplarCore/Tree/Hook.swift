/// Code around the examples of a group.
package struct Hook: Sendable {
  /// When a hook runs.
  package enum Moment: String, Sendable, Hashable, Codable {
    /// Once, before the first example of the group.
    case beforeAll
    /// Before the `beforeEach` hooks of a group of shared examples: makes their parameter, where
    /// that suspends or can fail.
    case parameter
    /// Before each example of the group and of the groups in it.
    case beforeEach
    /// After each example of the group and of the groups in it.
    case afterEach
    /// Once, after the last example of the group.
    case afterAll
  }

  package var moment: Moment
  /// The closure that runs. It receives the facts about the example, or for group hooks the group,
  /// that it surrounds.
  package var body: @Sendable (ExampleInfo) async throws -> Void

  package init(
    _ moment: Moment, body: @escaping @Sendable (ExampleInfo) async throws -> Void
  ) {
    self.moment = moment
    self.body = body
  }
}
