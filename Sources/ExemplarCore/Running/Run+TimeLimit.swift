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
    guard let limit else { return await work() }
    let rest = limit - .seconds(configuration.now() - start)
    return await withTaskGroup(of: Finish<Result>.self) { tasks in
      tasks.addTask { .work(await work()) }
      tasks.addTask {
        do {
          try await Task.sleep(for: rest > .zero ? rest : limit)
          return .limit
        } catch {
          return .canceled
        }
      }
      var result: Result?
      while let finish = await tasks.next() {
        switch finish {
        case .work(let finished):
          result = finished
          tasks.cancelAll()
        case .limit:
          scope.record(
            Issue(
              "The time limit of \(limit.seconds.formattedSeconds) was exceeded.",
              at: scope.thrownErrorPlace))
          tasks.cancelAll()
        case .canceled: break
        }
      }
      // The group is over only when the work is, so there is a result.
      return result!
    }
  }

  private enum Finish<Result: Sendable>: Sendable {
    case work(Result)
    case limit
    case canceled
  }
}

extension Double {
  /// Seconds as people read them: `0.25 s`, `3 s`, `2 min 5 s`.
  public var formattedSeconds: String {
    if self >= 60 {
      let whole = Int(self)
      return "\(whole / 60) min \(whole % 60) s"
    }
    if self >= 10 { return "\((self * 10).rounded() / 10) s".replacingTrailingZero }
    if self >= 0.001 { return "\((self * 1000).rounded() / 1000) s".replacingTrailingZero }
    return self == 0 ? "0 s" : "under 1 ms"
  }
}

extension String {
  fileprivate var replacingTrailingZero: String {
    hasSuffix(".0 s") ? dropLast(4) + " s" : self
  }
}
