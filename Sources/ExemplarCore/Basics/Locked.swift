#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(WinSDK)
  import WinSDK
#endif

/// A value behind a lock.
///
/// The standard library's `Mutex` would do, but it needs newer Apple systems than the tests of a
/// package may be built for; this can go when those are the oldest supported.
package final class Locked<Value>: @unchecked Sendable {
  #if canImport(WinSDK)
    private let lock = UnsafeMutablePointer<SRWLOCK>.allocate(capacity: 1)
  #else
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  #endif
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    #if canImport(WinSDK)
      lock.initialize(to: SRWLOCK())
    #else
      lock.initialize(to: pthread_mutex_t())
      pthread_mutex_init(lock, nil)
    #endif
  }

  deinit {
    #if !canImport(WinSDK)
      pthread_mutex_destroy(lock)
    #endif
    lock.deallocate()
  }

  /// Calls `body` with the value, while no other call does.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    #if canImport(WinSDK)
      AcquireSRWLockExclusive(lock)
      defer { ReleaseSRWLockExclusive(lock) }
    #else
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
    #endif
    return try body(&value)
  }

  /// Calls `body` with the value, if no other call does; `nil` otherwise, since the other may wait
  /// for the caller of this one.
  package func withLockIfFree<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result? {
    #if canImport(WinSDK)
      guard TryAcquireSRWLockExclusive(lock) != 0 else { return nil }
      defer { ReleaseSRWLockExclusive(lock) }
    #else
      guard pthread_mutex_trylock(lock) == 0 else { return nil }
      defer { pthread_mutex_unlock(lock) }
    #endif
    return try body(&value)
  }
}
