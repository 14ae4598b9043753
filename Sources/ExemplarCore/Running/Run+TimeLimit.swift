extension Run {
  /// Runs `work`, and cancels it and records an issue when it takes longer than `limit`.
  ///
  /// Cancellation is cooperative: code that neither suspends nor looks at `Task.isCancelled` goes
  /// on, and the run waits for it. Only a host with processes of its own can end it.
  func limited(
    to limit: Duration?, in scope: ExampleScope,
    _ work: @escaping @Sendable () async -> String?
  ) async -> String? {
    guard let limit else { return await work() }
    return await withTaskGroup(of: Finish.self) { tasks in
      tasks.addTask { .work(await work()) }
      tasks.addTask {
        do {
          try await Task.sleep(for: limit)
          return .limit
        } catch {
          return .canceled
        }
      }
      var result: String?
      while let finish = await tasks.next() {
        switch finish {
        case .work(let reason):
          result = reason
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
      return result
    }
  }

  private enum Finish: Sendable {
    case work(String?)
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
