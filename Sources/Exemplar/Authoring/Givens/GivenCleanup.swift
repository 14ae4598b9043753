import ExemplarCore

/// The cleanup of a given's value at the end of the example.
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
