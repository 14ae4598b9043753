import ExemplarCore

/// What a given does with its value when the example is over.
struct GivenCleanup<Value>: Sendable {
  private let place: Place
  private let body: @Sendable (Value) async throws -> Void

  init?(_ place: Place, _ body: (@Sendable (Value) async throws -> Void)?) {
    guard let body else { return nil }
    self.place = place
    self.body = body
  }

  /// Cleans up after the value in `box`, as it is then.
  func register(for box: GivenBox<Value>) {
    ExampleScope.current?.cleanUp(at: place) { [body] in try await body(box.value) }
  }
}
