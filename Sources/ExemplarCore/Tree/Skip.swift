/// Ends an example while it runs and reports it as skipped.
///
/// ```swift
/// it("reads the shelf's camera") {
///   guard let camera = Camera.default else { throw Skip("no camera here") }
///   #expect(camera.reads("Emma"))
/// }
/// ```
public struct Skip: Error, Sendable, Hashable {
  /// Why.
  public var reason: String

  /// Creates an error that skips the running example for this reason.
  public init(_ reason: String) {
    self.reason = reason
  }
}
