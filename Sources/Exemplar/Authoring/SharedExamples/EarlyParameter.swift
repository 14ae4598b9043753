import Dispatch
import ExemplarCore
import Foundation

/// The parameter of shared examples that is created asynchronously, for code that reads it outside
/// an example, where it cannot have been created. The error has been reported, and the other
/// examples must still run: so the thread waits for the value.
struct EarlyParameter<Value> {
  /// The name of the shared examples.
  let name: String
  /// The including line.
  let place: Place
  let make: @Sendable () async throws -> Value

  /// How long the thread waits. A value may need that very thread, and then there will be none.
  private static var patience: DispatchTimeInterval { .seconds(10) }

  /// The value. Without one nothing can go on, so if it cannot be made, the process ends, with a message.
  func value() -> Value {
    let result = Locked<Result<Value, any Error>?>(nil)
    let isMade = DispatchSemaphore(value: 0)
    let work: @Sendable () async -> Void = { [make] in
      do {
        let value = try await make()
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      isMade.signal()
    }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
      // This thread may be the last of those that run tasks.
      Task(executorPreference: ThreadPerJob()) { await work() }
    } else {
      Task { await work() }
    }
    _ = isMade.wait(timeout: .now() + Self.patience)
    switch result.withLock({ $0 }) {
    case .success(let value): return value
    case .failure(let error): fatalError("\(problem) Making it threw an error: \(error)")
    case nil: fatalError("\(problem) It could not be made in time.")
    }
  }

  private var problem: String {
    "The parameter of \u{201C}\(name)\u{201D}, which is made asynchronously at \(place), was read where "
      + "no example runs. Read it in an example or in a hook around each example."
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private final class ThreadPerJob: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
