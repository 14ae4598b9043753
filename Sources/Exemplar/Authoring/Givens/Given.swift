import ExemplarCore
import Testing

/// A value that is created for each example: on first use, and kept until the example ends.
///
/// ```swift
/// let shelf = Given { Shelf(capacity: 3) }
/// beforeEach { shelf.value.add("Emma") }
/// it("holds a book") { #expect(shelf().count == 1) }
/// ```
///
/// The value need not be `Sendable`: it belongs to the example. For values that are created
/// asynchronously, or whose creation can fail, see ``AsyncGiven``.
///
/// A given that reads itself while it is being created has no value, and a read cannot throw: the
/// example fails and the process ends, with a message that names the given.
public struct Given<Value>: Sendable {
  private let key = GivenKey()
  private let maker: GivenMaker<Value, @Sendable () -> Value>

  /// Creates a given.
  ///
  /// `make` creates the value when an example first uses it. `cleanup` receives the value after the example has
  /// finished, as one of its cleanups; it does not run if the value was never created.
  public init(
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ make: @escaping @Sendable () -> Value,
    cleanup: (@Sendable (Value) async throws -> Void)? = nil
  ) {
    maker = GivenMaker(
      place: Place(path: filePath, line: line, column: column), make: make, cleanup: cleanup)
  }

  /// Reads the value of the example that is running.
  ///
  /// Outside an example there is no value to read: an issue is recorded at the caller's line, and a
  /// new value is made.
  public func callAsFunction(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Value {
    box(at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)).value
  }

  /// The value of the example that is running; it can be changed in place.
  public var value: Value {
    get { box().value }
    nonmutating _modify { yield &box().value }
  }

  /// Redefines the value for the surrounding group and the groups in it.
  ///
  /// In the closure, the given itself is the value that is being replaced.
  public func override(
    filePath: String = #filePath, line: Int = #line,
    _ make: @escaping @Sendable () -> Value,
    cleanup: (@Sendable (Value) async throws -> Void)? = nil
  ) -> SpecNode {
    GivenMaker(place: Place(path: filePath, line: line), make: make, cleanup: cleanup)
      .override(key)
  }

  /// Fills in a value that was made for the example that is running, before anything could read one.
  func fill(with value: Value) {
    _ = maker.read(key, at: nil)?.storage.cells[0].box { GivenBox(value) }
  }

  private func box(at caller: SourceLocation? = nil) -> GivenBox<Value> {
    guard let read = maker.read(key, at: caller) else { return GivenBox(maker.make()) }
    if read.isCircle {
      ExampleScope.current?.record(ExemplarCore.Issue(GivenLevel.circle, at: maker.place))
    }
    // There is no value, and a read cannot fail. The issue above has named the example.
    guard read.level >= 0 else {
      fatalError("\(GivenLevel.circle) It is declared at \(maker.place)")
    }
    return read.storage.cells[read.level].box {
      read.maker.box(GivenLevel.making(key, at: read.level) { read.maker.make() })
    }
  }
}
