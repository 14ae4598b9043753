/// The cleanups that were registered for an example or for a group.
package final class Cleanups: Sendable {
  /// A closure of the author, and its location.
  struct Cleanup: Sendable {
    var place: Place
    var body: @Sendable () async throws -> Void
  }
  private let state = Locked((waiting: [Cleanup](), isClosed: false))

  /// Registers `cleanup`; `false` if nothing would run it any more.
  func add(_ cleanup: Cleanup) -> Bool {
    state.withLock { state in
      if !state.isClosed { state.waiting.append(cleanup) }
      return !state.isClosed
    }
  }

  /// Removes what was registered last, to be run. When nothing is left, nothing can be registered any more.
  ///
  /// - Parameter count: How many of the first ones stay, if another part of the example runs those.
  func popLast(above count: Int? = nil) -> Cleanup? {
    state.withLock { state in
      if let count, state.waiting.count <= count { return nil }
      let last = state.waiting.popLast()
      state.isClosed = last == nil
      return last
    }
  }

  var count: Int { state.withLock { $0.waiting.count } }
  var isEmpty: Bool { count == 0 }
}
