import Foundation

/// Calls a closure on a thread of its own, since it may wait, which a task must not.
func onOwnThread<Value: Sendable, Failure>(
  _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(returning: Result { () throws(Failure) in try body() })
    }
  }.get()
}
