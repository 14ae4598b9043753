extension Run {
  /// Runs `work`. If the example, which began at `start`, takes longer than `limit`, cancels the
  /// work and records an issue. Work that begins after that receives the same time again.
  ///
  /// Cancellation is cooperative: code that neither suspends nor checks `Task.isCancelled`
  /// continues, and the run waits for it. The issue is reported when the limit is exceeded, not
  /// when the code returns. Only a host with separate processes can terminate it.
  func limited<Result: Sendable>(
    to limit: Duration?, since start: Double, in scope: ExampleScope,
    _ work: @escaping @Sendable () async -> Result
  ) async -> Result {
    guard let limit else {
      // A task of its own, so that code that cancels its task cancels nothing but itself.
      async let result = work()
      return await result
    }
    let begin = configuration.now()
    let left = limit - .seconds(begin - start)
    let allowed = left > .zero ? left : limit
    let limited = LimitedWork()
    return await withTaskGroup(of: Result?.self) { tasks in
      tasks.addTask { await limited.run(work) }
      watch(&tasks) {
        guard await self.configuration.alarm(allowed), limited.exceed() else { return }
        self.reportTimeLimit(limit, in: scope, cause: .timeLimit)
        limited.cancel()
      }
      var result: Result?
      while let finished = await tasks.next() {
        guard let finished else { continue }
        // If no timer fired, the clock still decides.
        if limited.finish(), configuration.now() - begin > allowed.seconds {
          reportTimeLimit(limit, in: scope)
        }
        result = finished
        tasks.cancelAll()
      }
      // The group finishes only after the work, so there is a result.
      return result!
    }
  }

  /// Starts what waits for the limit, where that is possible on a thread that no body can block.
  private func watch<Result: Sendable>(
    _ tasks: inout TaskGroup<Result?>, _ wait: @escaping @Sendable () async -> Void
  ) {
    #if !canImport(WinSDK)
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
        tasks.addTask(executorPreference: Watchdog.shared) {
          await wait()
          return nil
        }
        return
      }
    #endif
    tasks.addTask {
      await wait()
      return nil
    }
  }

  private func reportTimeLimit(_ limit: Duration, in scope: ExampleScope, cause: Issue.Cause? = nil)
  {
    scope.record(
      Issue(
        "The time limit of \(limit.seconds.formattedSeconds) was exceeded.",
        at: scope.thrownErrorPlace, cause: cause))
  }
}

/// Work with a limit: whether it finished first or exceeded the limit first.
private final class LimitedWork: Sendable {
  private struct State: @unchecked Sendable {
    var isDecided = false
    /// The task that works. It is there for as long as the work is, which makes it safe to keep.
    var task: UnsafeCurrentTask?
    var isCanceled = false
  }
  private let state = Locked(State())

  func run<Result: Sendable>(_ work: @Sendable () async -> Result) async -> Result {
    withUnsafeCurrentTask { task in
      state.withLock { state in
        state.task = task
        // It may have waited for a thread for longer than it may take.
        if state.isCanceled { task?.cancel() }
      }
    }
    let result = await work()
    state.withLock { $0.task = nil }
    return result
  }

  /// Whether the limit comes first.
  func exceed() -> Bool { decide() }

  /// Whether the end of the work comes first.
  func finish() -> Bool { decide() }

  private func decide() -> Bool {
    state.withLock { state in
      defer { state.isDecided = true }
      return !state.isDecided
    }
  }

  /// Cancels the work, at once: a body that blocks may look whether it is canceled.
  func cancel() {
    state.withLock { state in
      state.isCanceled = true
      state.task?.cancel()
    }
  }
}
