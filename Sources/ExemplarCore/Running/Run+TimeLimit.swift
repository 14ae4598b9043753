extension Run {
  /// Runs `work`, and cancels it and records an issue when the example, which began at `start`, takes
  /// longer than `limit`. Work that begins after that has as much time again.
  ///
  /// Cancellation is cooperative: code that neither suspends nor looks at `Task.isCancelled` goes
  /// on, and the run waits for it. Only a host with processes of its own can end it.
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
    return await withTaskGroup(of: Finish<Result>.self) { tasks in
      tasks.addTask { .work(await work()) }
      tasks.addTask {
        do {
          try await Task.sleep(for: allowed)
          return .limit
        } catch {
          return .canceled
        }
      }
      var result: Result?
      var isOver = false
      while let finish = await tasks.next() {
        switch finish {
        case .work(let finished):
          // Work that blocks all threads keeps the timer from ever running.
          if !isOver, configuration.now() - begin > allowed.seconds { tell(limit, in: scope) }
          isOver = true
          result = finished
          tasks.cancelAll()
        case .limit where !isOver:
          isOver = true
          tell(limit, in: scope)
          tasks.cancelAll()
        case .limit, .canceled: break
        }
      }
      // The group is over only when the work is, so there is a result.
      return result!
    }
  }

  private func tell(_ limit: Duration, in scope: ExampleScope) {
    scope.record(
      Issue(
        "The time limit of \(limit.seconds.formattedSeconds) was exceeded.",
        at: scope.thrownErrorPlace))
  }

  private enum Finish<Result: Sendable>: Sendable {
    case work(Result)
    case limit
    case canceled
  }
}
