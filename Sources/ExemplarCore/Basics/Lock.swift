#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(WinSDK)
  import WinSDK
#endif

/// A lock by itself, for many objects of which one is used at a time, as a rule: a lock for each would
/// take longer to make than to use.
///
/// The standard library's `Mutex` would do, but it needs newer Apple systems than the tests of a
/// package may be built for; this can go when those are the oldest supported.
package final class Lock: @unchecked Sendable {
  #if canImport(WinSDK)
    private let mutex = UnsafeMutablePointer<SRWLOCK>.allocate(capacity: 1)
  #else
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  #endif

  package init() {
    #if canImport(WinSDK)
      mutex.initialize(to: SRWLOCK())
    #else
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    #endif
  }

  deinit {
    #if !canImport(WinSDK)
      pthread_mutex_destroy(mutex)
    #endif
    mutex.deallocate()
  }

  /// Waits until the lock is free, and acquires it.
  package func lock() {
    #if canImport(WinSDK)
      AcquireSRWLockExclusive(mutex)
    #else
      pthread_mutex_lock(mutex)
    #endif
  }

  /// Acquires the lock if it is free. Returns whether it did.
  package func lockIfFree() -> Bool {
    #if canImport(WinSDK)
      TryAcquireSRWLockExclusive(mutex) != 0
    #else
      pthread_mutex_trylock(mutex) == 0
    #endif
  }

  package func unlock() {
    #if canImport(WinSDK)
      ReleaseSRWLockExclusive(mutex)
    #else
      pthread_mutex_unlock(mutex)
    #endif
  }
}

/// A value behind a lock of its own.
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock = Lock()
  /// Apart, since each access to a stored property looks for other accesses, which the lock keeps away.
  @usableFromInline let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  package init(_ value: Value) { self.value.initialize(to: value) }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Calls `body` with the value, while no other call does.
  @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows
    -> Result
  {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value.pointee)
  }
}
