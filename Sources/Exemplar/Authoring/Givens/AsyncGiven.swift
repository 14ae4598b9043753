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
  private let place: Place
  private let maker: AsyncGivenMaker<Value>

  /// Creates a given.
  ///
  /// `make` creates the value when an example first uses it. `cleanup` receives the value after the example has
  /// finished, as one of its cleanups; it does not run if the value was never created.
  public init(
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ make: @escaping @Sendable () async throws -> Value,
    cleanup: (@Sendable (Value) async throws -> Void)? = nil
  ) {
    place = Place(path: filePath, line: line, column: column)
    maker = AsyncGivenMaker(make: make, cleanup: GivenCleanup(place, cleanup))
  }

  /// Reads the value of the running example. Throws the error of its creation; the next read then
  /// tries again.
  public func callAsFunction(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async throws -> Value {
    let caller = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let storage = GivenStorage<Value>.current(for: key, GivenUse(location: caller)) else {
      return try await maker.make()
    }
    let level = GivenLevel.current(of: key) ?? storage.makers.count
    guard level >= 0, !GivenLevel.isCircle(key) else {
      throw UsageError(GivenLevel.circle, at: place)
    }
    let overriding = level == 0 ? nil : storage.makers[level - 1] as? AsyncGivenMaker<Value>
    let maker = overriding ?? maker
    return try await storage.slot(level).asyncBox {
      let box = GivenBox(try await GivenLevel.making(key, at: level) { try await maker.make() })
      maker.cleanup?.register(for: box)
      return box
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
    let place = Place(path: filePath, line: line)
    let maker = AsyncGivenMaker(make: make, cleanup: GivenCleanup(place, cleanup))
    return SpecNode.made("override", at: place, content: .override(Override(key, maker: maker)))
  }
}

private struct AsyncGivenMaker<Value>: Sendable {
  let make: @Sendable () async throws -> Value
  let cleanup: GivenCleanup<Value>?
}
