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
    var endWatch: @Sendable () -> Void = {}
    let result = await cancelable(work) { cancel in
      endWatch = watch(limit, since: start, in: scope, cancel)
    }
    endWatch()
    return result
  }

  /// Runs `work` in a task that can be canceled at once, even while it blocks its thread: it may look whether it is.
  ///
  /// - Parameter begin: Receives the function that cancels the task.
  func cancelable<Result: Sendable>(
    _ work: @escaping @Sendable () async -> Result,
    _ begin: (_ cancel: @escaping @Sendable () -> Void) -> Void
  ) async -> Result {
    let task = Task { await work() }
    begin { task.cancel() }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Watches that the work that begins now does not exceed `limit`, until the returned closure is called.
  ///
  /// - Parameter cancel: Cancels the work.
  func watch(
    _ limit: Duration, since start: Double, in scope: ExampleScope,
    _ cancel: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let begin = configuration.now()
    let left = limit - .seconds(begin - start)
    let allowed = left > .zero ? left : limit
    // Whether it is decided which came first, the end of the work or the limit.
    let isDecided = Locked(false)
    let explained = scope.explained
    let alarm = Locked<(cancel: @Sendable () -> Void, counted: Double)>(({}, 0))
    @Sendable func ring() {
      // Explaining a failure is not the work of the example. Looking again soon costs little.
      let isPostponed = alarm.withLock { alarm in
        let rest = scope.explained - explained - alarm.counted
        guard rest > 0.001 else { return false }
        alarm.counted += min(rest, 0.1)
        alarm.cancel = configuration.alarm(.seconds(min(rest, 0.1)), ring)
        return true
      }
      if isPostponed { return }
      let isExceeded = isDecided.withLock { isDecided in
        defer { isDecided = true }
        // The work does not return before this is reported.
        if !isDecided { self.reportTimeLimit(limit, in: scope, cause: .timeLimit) }
        return !isDecided
      }
      if isExceeded { cancel() }
    }
    alarm.withLock { $0.cancel = configuration.alarm(allowed, ring) }
    return {
      let isExceeded = isDecided.withLock { isDecided in
        defer { isDecided = true }
        return isDecided
      }
      // If no timer fired, the clock still decides.
      let time = self.configuration.now() - begin - (scope.explained - explained)
      if !isExceeded, time > allowed.seconds { self.reportTimeLimit(limit, in: scope) }
      alarm.withLock { $0.cancel() }
    }
  }

  private func reportTimeLimit(_ limit: Duration, in scope: ExampleScope, cause: Issue.Cause? = nil)
  {
    scope.record(
      Issue(
        "The time limit of \(limit.seconds.formattedSeconds) was exceeded.",
        at: scope.thrownErrorPlace, cause: cause))
    scope.keep(CancellationError())
  }
}
