import ExemplarCore
import Testing

/// A value that each example gets anew: made on first use, kept until the example ends.
///
/// ```swift
/// let shelf = Given { Shelf(capacity: 3) }
/// beforeEach { shelf.value.add("Emma") }
/// it("holds a book") { #expect(shelf().count == 1) }
/// ```
///
/// The value need not be `Sendable`: it belongs to the example. For values that are made
/// asynchronously, or whose making can fail, see ``AsyncGiven``.
///
/// A given that needs itself to be made can have no value, and a read cannot fail: it ends the
/// process, with a message that names the given.
public struct Given<Value>: Sendable {
  private let key = GivenKey()
  private let place: Place
  private let make: @Sendable () -> Value

  public init(
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ make: @escaping @Sendable () -> Value
  ) {
    place = Place(path: filePath, line: line, column: column)
    self.make = make
  }

  /// Reads the value of the example that is running.
  ///
  /// Outside an example there is no value to read: an issue is recorded at the caller's line, and a
  /// new value is made.
  public func callAsFunction(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Value {
    box(
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    ).value
  }

  /// The value of the example that is running; it can be changed in place.
  public var value: Value {
    get { box(declaration).value }
    nonmutating _modify { yield &box(declaration).value }
  }

  /// Defines the value anew for the group in which this stands, and the groups in it.
  public func override(
    filePath: String = #filePath, line: Int = #line,
    _ make: @escaping @Sendable () -> Value
  ) -> SpecNode {
    SpecNode(
      "override", at: Place(path: filePath, line: line),
      content: .override(Override(key, maker: GivenMaker(make: make))))
  }

  private var declaration: SourceLocation {
    SourceLocation(
      fileID: "Given/\(place.fileName)", filePath: place.path, line: place.line,
      column: place.column)
  }

  private func box(_ caller: SourceLocation) -> GivenBox<Value> {
    guard let storage = GivenStorage<Value>.current(for: key, caller) else {
      return GivenBox(make())
    }
    let level = GivenLevel.current(of: key) ?? storage.makers.count
    guard level >= 0 else {
      fatalError("A given uses itself while it is being made: \(place)")
    }
    let maker = level == 0 ? nil : storage.makers[level - 1] as? GivenMaker<Value>
    return storage.slot(level).box {
      GivenLevel.$levels.withValue(GivenLevel.making(key, at: level)) { (maker?.make ?? make)() }
    }
  }
}

/// A value that each example gets anew, and whose making suspends or can fail.
///
/// ```swift
/// let catalog = AsyncGiven { try await Catalog.open(at: url) }
/// it("knows Emma") { #expect(try await catalog().contains("Emma")) }
/// ```
///
/// It is a type of its own because a `Given` is read without `try` and `await`.
public struct AsyncGiven<Value>: Sendable {
  private let key = GivenKey()
  private let place: Place
  private let make: @Sendable () async throws -> Value

  public init(
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ make: @escaping @Sendable () async throws -> Value
  ) {
    place = Place(path: filePath, line: line, column: column)
    self.make = make
  }

  /// Reads the value of the example that is running. Throws what making it throws.
  public func callAsFunction(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async throws -> Value {
    let caller = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let storage = GivenStorage<Value>.current(for: key, caller) else {
      return try await make()
    }
    let level = GivenLevel.current(of: key) ?? storage.makers.count
    guard level >= 0 else {
      throw AuthoringMistake("A given uses itself while it is being made.", at: place)
    }
    let maker = level == 0 ? nil : storage.makers[level - 1] as? AsyncGivenMaker<Value>
    return try await storage.slot(level).asyncBox {
      try await GivenLevel.$levels.withValue(GivenLevel.making(key, at: level)) {
        try await (maker?.make ?? make)()
      }
    }.value
  }

  /// Defines the value anew for the group in which this stands, and the groups in it.
  public func override(
    filePath: String = #filePath, line: Int = #line,
    _ make: @escaping @Sendable () async throws -> Value
  ) -> SpecNode {
    SpecNode(
      "override", at: Place(path: filePath, line: line),
      content: .override(Override(key, maker: AsyncGivenMaker(make: make))))
  }
}

private struct GivenMaker<Value>: Sendable { let make: @Sendable () -> Value }
private struct AsyncGivenMaker<Value>: Sendable { let make: @Sendable () async throws -> Value }
