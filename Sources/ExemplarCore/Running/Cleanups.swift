/// What was registered to clean up after an example, or after a group.
public final class Cleanups: Sendable {
  /// A piece of the author's code, and where it stands.
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

  /// Takes what was registered last. When nothing is left, nothing can be registered any more.
  func takeLast() -> Cleanup? {
    state.withLock { state in
      let last = state.waiting.popLast()
      state.isClosed = last == nil
      return last
    }
  }

  var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }
}

extension ExampleScope {
  /// Runs `body` when the example and the hooks around it are over, or for a hook around all examples
  /// of a group, when that group is; what was registered last runs first.
  ///
  /// When the example is over already, nothing would run it: then an issue is recorded.
  public func cleanUp(at place: Place, _ body: @escaping @Sendable () async throws -> Void) {
    if !cleanups.add(Cleanups.Cleanup(place: place, body: body)) {
      record(Issue("This cleanup was registered too late: nothing runs it.", at: place))
    }
  }
}

extension Run {
  /// Runs what was registered in `scope`, the last first, whatever happens to the others; the reason
  /// if one of them threw a skip.
  @discardableResult
  func cleanUp(
    after scope: ExampleScope, limit: Duration? = nil, since start: Double = 0
  ) async -> String? {
    var skipReason: String?
    // A cleanup may register another one.
    while let cleanup = scope.cleanups.takeLast() {
      scope.phase = .cleanup
      // What comes after a time-out must not be canceled with it.
      let reason = await limited(to: limit, since: start, in: scope) {
        await attempt(in: scope, orElseAt: cleanup.place, cleanup.body)
      }
      skipReason = skipReason ?? reason
    }
    return skipReason
  }
}
