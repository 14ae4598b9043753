import ExemplarCore

/// Counts how often something happens.
package struct Counter: Sendable {
  private let count = Locked(0)

  package init() {}

  package var value: Int { count.withLock { $0 } }

  /// Counts once more, and returns the new count.
  @discardableResult
  package func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
