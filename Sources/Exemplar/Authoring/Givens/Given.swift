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
  private let place: Place
  private let maker: GivenMaker<Value>

  /// Creates a given.
  ///
  /// `make` creates the value when an example first uses it. `cleanup` receives the value after the example has
  /// finished, as one of its cleanups; it does not run if the value was never created.
  public init(
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ make: @escaping @Sendable () -> Value,
    cleanup: (@Sendable (Value) async throws -> Void)? = nil
  ) {
    place = Place(path: filePath, line: line, column: column)
    maker = GivenMaker(make: make, cleanup: GivenCleanup(place, cleanup))
  }

  /// Reads the value of the example that is running.
  ///
  /// Outside an example there is no value to read: an issue is recorded at the caller's line, and a
  /// new value is made.
  public func callAsFunction(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Value {
    let location = SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    return box(GivenUse(location: location)).value
  }

  /// The value of the example that is running; it can be changed in place.
  public var value: Value {
    get { box(declaration).value }
    nonmutating _modify { yield &box(declaration).value }
  }

  /// Redefines the value for the surrounding group and the groups in it.
  ///
  /// In the closure, the given itself is the value that is being replaced.
  public func override(
    filePath: String = #filePath, line: Int = #line,
    _ make: @escaping @Sendable () -> Value,
    cleanup: (@Sendable (Value) async throws -> Void)? = nil
  ) -> SpecNode {
    let place = Place(path: filePath, line: line)
    let maker = GivenMaker(make: make, cleanup: GivenCleanup(place, cleanup))
    return SpecNode.made("override", at: place, content: .override(Override(key, maker: maker)))
  }

  private var declaration: GivenUse {
    let location = SourceLocation(
      fileID: "Given/\(place.fileName)", filePath: place.path, line: place.line,
      column: place.column)
    return GivenUse(location: location, isDeclaration: true)
  }

  private func box(_ use: GivenUse) -> GivenBox<Value> {
    guard let storage = GivenStorage<Value>.current(for: key, use) else {
      return GivenBox(maker.make())
    }
    let level = GivenLevel.current(of: key) ?? storage.makers.count
    if level < 0 || GivenLevel.isCircle(key) {
      ExampleScope.current?.record(ExemplarCore.Issue(GivenLevel.circle, at: place))
    }
    // There is no value, and a read cannot fail. The issue above has named the example.
    guard level >= 0 else { fatalError("\(GivenLevel.circle) It is declared at \(place)") }
    let overriding = level == 0 ? nil : storage.makers[level - 1] as? GivenMaker<Value>
    let maker = overriding ?? maker
    return storage.slot(level).box {
      let box = GivenBox(GivenLevel.making(key, at: level) { maker.make() })
      maker.cleanup?.register(for: box)
      return box
    }
  }
}

extension Given {
  /// Fills in a value that was made for the example that is running, before anything could read one.
  func fill(with value: Value) {
    let declaration = declaration
    let storage = GivenStorage<Value>.current(for: key, declaration)
    _ = storage?.slot(0).box { GivenBox(value) }
  }
}

private struct GivenMaker<Value>: Sendable {
  let make: @Sendable () -> Value
  let cleanup: GivenCleanup<Value>?
}
