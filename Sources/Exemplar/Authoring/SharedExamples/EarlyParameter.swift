import Dispatch
import ExemplarCore
import Foundation

/// Creates the asynchronous parameter of shared examples for code that reads it outside an example.
///
/// That error has been reported, and the other examples must still run, so the thread waits for the value. It
/// waits for up to 10 s, since the value may need that very thread. If there is no value, the process ends, with
/// a message.
///
/// - Parameters:
///   - name: The name of the shared examples.
///   - place: The including line.
func earlyParameter<Value>(
  of name: String, at place: Place, _ make: @escaping @Sendable () async throws -> Value
) -> Value {
  let result = Locked<Result<Value, any Error>?>(nil)
  let isMade = DispatchSemaphore(value: 0)
  let work: @Sendable () async -> Void = {
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
  _ = isMade.wait(timeout: .now() + 10)
  let problem =
    "The parameter of \u{201C}\(name)\u{201D}, which is made asynchronously at \(place), was read where "
    + "no example runs. Read it in an example or in a hook around each example."
  switch result.withLock({ $0 }) {
  case .success(let value): return value
  case .failure(let error): fatalError("\(problem) Making it threw an error: \(error)")
  case nil: fatalError("\(problem) It could not be made in time.")
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private final class ThreadPerJob: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
