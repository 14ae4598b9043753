import Foundation

/// What `body` gives on a thread of its own.
///
/// There are as many threads for all tests together as the machine has cores. Work that takes long
/// and waits for nothing would keep them from tests that are about time.
func onItsOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try body() }) }.start()
  }
}
