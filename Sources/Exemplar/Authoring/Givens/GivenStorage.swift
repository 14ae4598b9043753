import ExemplarCore
import Testing

/// A definition of a given: its place, the closure that makes the value, and its cleanup.
struct GivenMaker<Value, Make: Sendable>: Sendable {
  let place: Place
  let make: Make
  let cleanup: (@Sendable (Value) async throws -> Void)?

  /// The node that replaces the value of a given by this one.
  func override(_ key: GivenKey) -> SpecNode {
    SpecNode.made("override", at: place, content: .override(Override(key, maker: self)))
  }

  /// Wraps a value that this definition has made. The cleanup receives it as it is at the end of the example.
  func box(_ value: Value) -> GivenBox<Value> {
    let box = GivenBox(value)
    if let cleanup {
      ExampleScope.current?.cleanUp(at: place) { try await cleanup(box.value) }
    }
    return box
  }

  /// Finds the definition that applies in the running example; this one is the outermost. Without an example,
  /// records an issue where the given is used and returns `nil`.
  ///
  /// `level` is the position of that definition, and `isCircle` states whether the given needs itself.
  ///
  /// - Parameter caller: The place of the read; `nil` if only the place of the given is known.
  func read(
    _ key: GivenKey, at caller: SourceLocation?
  ) -> (storage: GivenStorage<Value>, level: Int, maker: GivenMaker, isCircle: Bool)? {
    guard let storage = storage(of: key, caller) else { return nil }
    let level = GivenLevel.current(of: key) ?? storage.makers.count
    let overriding = level > 0 ? storage.makers[level - 1] as? GivenMaker : nil
    return (storage, level, overriding ?? self, level < 0 || GivenLevel.isCircle(key))
  }

  private func storage(of key: GivenKey, _ caller: SourceLocation?) -> GivenStorage<Value>? {
    var outside: String {
      (caller == nil ? "The value of the given that is declared here" : "A given")
        + " was used outside an example. Use it in the body of an example or in a hook around each "
        + "example."
    }
    guard let scope = ExampleScope.current else {
      let declaration = SourceLocation(
        fileID: "Given/\(place.fileName)", filePath: place.path, line: place.line,
        column: place.column)
      Testing.Issue.record(
        Comment(rawValue: outside), sourceLocation: caller ?? declaration)
      return nil
    }
    // A hook around all examples of a group belongs to none of them: no example would see its
    // changes to a value. A task that outlives its example would receive a value that is never
    // cleaned up.
    if scope.surroundsGroup || scope.isOver {
      let use = caller.map { Place(path: $0.filePath, line: $0.line, column: $0.column) }
      scope.record(ExemplarCore.Issue(outside, at: use ?? place))
      return nil
    }
    let held = scope.values.held(ObjectIdentifier(key)) {
      GivenStorage<Value>(makers: scope.makers(of: key))
    }
    return held as? GivenStorage<Value>
  }
}

/// The values of one given in one example: its own, and those that inner groups define.
final class GivenStorage<Value>: Sendable {
  let makers: [any Sendable]
  /// The places of the values by the levels of their definitions; the outermost definition has level 0.
  let cells: [GivenCell<Value>]

  init(makers: [any Sendable]) {
    self.makers = makers
    cells = (0...makers.count).map { _ in GivenCell() }
  }
}

extension GivenStorage: ValueHolder {
  var heldValues: [Any] { cells.compactMap(\.madeValue) }
}

/// Which definition of a given a read means: the innermost, or while that is being made, the one
/// around it. So an override can use the value that it overrides.
struct GivenLevel: Sendable {
  @TaskLocal private static var making = GivenLevel()
  private var levels: [GivenKey: Int] = [:]
  private var innermost: GivenKey?

  static func current(of key: GivenKey) -> Int? { making.levels[key] }

  /// Whether the given is read by another one that it needs itself: then it has no end.
  static func isCircle(_ key: GivenKey) -> Bool {
    making.levels[key] != nil && making.innermost != key
  }

  static let circle = "A given uses itself while it is being made."

  /// Makes the value of the definition at `level`.
  static func making<Value>(
    _ key: GivenKey, at level: Int, _ make: () throws -> Value
  ) rethrows -> Value {
    try $making.withValue(making.with(key, at: level)) { try make() }
  }

  static func making<Value>(
    _ key: GivenKey, at level: Int, _ make: () async throws -> Value
  ) async rethrows -> Value {
    try await $making.withValue(making.with(key, at: level)) { try await make() }
  }

  private func with(_ key: GivenKey, at level: Int) -> GivenLevel {
    GivenLevel(levels: levels.merging([key: level - 1]) { $1 }, innermost: key)
  }
}

/// A value that is created once, by its first user.
final class GivenCell<Value>: Sendable {
  private enum State {
    case empty
    /// The gate opens when that has ended.
    case making(Gate)
    case made(GivenBox<Value>)
  }
  private let state = Locked(State.empty)

  var madeValue: Value? {
    if case .made(let box) = state.withLock({ $0 }) { box.value } else { nil }
  }

  /// The value, made by `make` if it is not there. Other threads wait while it is being made.
  func box(_ make: () -> GivenBox<Value>) -> GivenBox<Value> {
    state.withLock { state in
      if case .made(let box) = state { return box }
      let box = make()
      state = .made(box)
      return box
    }
  }

  /// The value, made by `make` if it is not there. Other tasks wait while it is being made; if that
  /// fails, the next of them tries.
  func asyncBox(_ make: () async throws -> GivenBox<Value>) async throws -> GivenBox<Value> {
    lazy var gate = Gate()
    while true {
      let before = state.withLock { state in
        defer { if case .empty = state { state = .making(gate) } }
        return state
      }
      switch before {
      case .made(let box): return box
      case .making(let other): await other.wait()
      case .empty:
        defer { gate.open() }
        do {
          let box = try await make()
          state.withLock { $0 = .made(box) }
          return box
        } catch {
          state.withLock { $0 = .empty }
          throw error
        }
      }
    }
  }
}

/// One value, shared by all that read it. It belongs to the example, so only its code touches it.
final class GivenBox<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
