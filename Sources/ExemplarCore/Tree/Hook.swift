/// Code around the examples of a group.
package struct Hook: Sendable {
  /// When a hook runs.
  package enum Moment: String, Sendable, Hashable, Codable {
    /// Once, around the `beforeAll` hooks, the examples and the `afterAll` hooks of the group.
    case aroundAll
    /// Once, before the first example of the group.
    case beforeAll
    /// Before the `beforeEach` hooks of a group of shared examples: makes their parameter, where
    /// that suspends or can fail.
    case parameter
    /// Around each example of the group and of the groups in it, with the hooks in the group.
    case aroundEach
    /// Before each example of the group and of the groups in it.
    case beforeEach
    /// After each example of the group and of the groups in it.
    case afterEach
    /// Once, after the last example of the group.
    case afterAll
  }

  package var moment: Moment
  /// The closure that runs. It receives the facts about the example, or for group hooks the group,
  /// that it surrounds. A hook around examples also receives the function that runs them.
  package var body: Body
  /// Where it is written, once it is part of a tree.
  var place: Place?

  package typealias Body =
    @Sendable (ExampleInfo, _ surrounded: @escaping @Sendable () async throws -> Void) async throws
    -> Void

  package init(_ moment: Moment, around body: @escaping Body) {
    self.moment = moment
    self.body = body
  }

  package init(
    _ moment: Moment, body: @escaping @Sendable (ExampleInfo) async throws -> Void
  ) {
    self.init(moment, around: { info, _ in try await body(info) })
  }
}
