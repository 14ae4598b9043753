import ExemplarCore
import Testing

/// A value that is created for each example by code that suspends or can fail.
///
/// ```swift
/// let catalog = AsyncGiven { try await Catalog.open(at: url) } cleanup: { await $0.close() }
/// it("knows Emma") { try await #expect(catalog().contains("Emma")) }
/// ```
///
/// It is a type of its own because a `Given` is read without `try` and `await`.
public struct AsyncGiven<Value>: Sendable {
  private let key = GivenKey()
  private let maker: GivenMaker<Value, @Sendable () async throws -> Value>

  /// Creates a given.
  ///
  /// `make` creates the value when an example first uses it. `cleanup` receives the value after the example has
  /// finished, as one of its cleanups; it does not run if the value was never created.
  public init(
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ make: @escaping @Sendable () async throws -> Value,
    cleanup: (@Sendable (Value) async throws -> Void)? = nil
  ) {
    maker = GivenMaker(
      place: Place(path: filePath, line: line, column: column), make: make, cleanup: cleanup)
  }

  /// Reads the value of the running example. Throws the error of its creation; the next read then
  /// tries again.
  public func callAsFunction(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async throws -> Value {
    let caller = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let read = maker.read(key, at: caller) else { return try await maker.make() }
    guard !read.isCircle else { throw UsageError(GivenLevel.circle, at: maker.place) }
    return try await read.storage.cells[read.level].asyncBox {
      read.maker.box(
        try await GivenLevel.making(key, at: read.level) { try await read.maker.make() })
    }.value
  }

  /// Redefines the value for the surrounding group and the groups in it.
  ///
  /// In the closure, the given itself is the value that is being replaced.
  public func override(
    filePath: String = #filePath, line: Int = #line,
    _ make: @escaping @Sendable () async throws -> Value,
    cleanup: (@Sendable (Value) async throws -> Void)? = nil
  ) -> SpecNode {
    GivenMaker(place: Place(path: filePath, line: line), make: make, cleanup: cleanup)
      .override(key)
  }
}
