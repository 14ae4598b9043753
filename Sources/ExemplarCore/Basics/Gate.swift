/// Something for which tasks wait until it has happened.
package final class Gate: Sendable {
  /// The tasks that wait; `nil` once it is open.
  private let waiting = Locked<[CheckedContinuation<Void, Never>]?>([])

  package init() {}

  package func open() {
    let waiting = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    waiting?.forEach { $0.resume() }
  }

  package func wait() async {
    await withCheckedContinuation { continuation in
      let isWaiting = waiting.withLock { $0?.append(continuation) } != nil
      if !isWaiting { continuation.resume() }
    }
  }
}
