import Exemplar
import Foundation

// The main thread serves its run loop while the specs run.

extension MainThread {
  /// Ends the waiting.
  static func wake() { DispatchQueue.main.async {} }

  /// Calls `body` on the main thread, as XCTest calls what it calls.
  ///
  /// It is not a job of the main queue: code that runs the run loop again, as waiting for an
  /// expectation does, would keep other jobs of the queue from running.
  static func run(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      RunLoop.main.perform { continuation.resume(with: Result { try body() }) }
      wake()
    }
  }
}
