/// A value behind a lock of its own.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = Lock()
  /// Apart, since each access to a stored property looks for other accesses, which the lock keeps away.
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  package init(_ value: Value) { self.value.initialize(to: value) }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Calls `body` with the value, while no other call does.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value.pointee)
  }
}
