import Foundation
import Testing

/// Runs a test on threads of its own. Long computations would otherwise occupy the few threads that all other
/// tests share.
public struct Apart: TestTrait, SuiteTrait, TestScoping {
  public let isRecursive = true

  private final class Threads: TaskExecutor {
    private let queue = DispatchQueue(label: "Apart", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private static let threads = Threads()

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.threads) { try await body() }
  }
}

extension Trait where Self == Apart {
  /// Runs the test on threads of its own.
  public static var apart: Apart { Apart() }
}
