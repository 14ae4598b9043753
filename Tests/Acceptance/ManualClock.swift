import ExemplarCore

/// A clock for time limits, on which no time passes until somebody says so: what is tested with it does not
/// depend on how fast the machine is.
final class ManualClock: Sendable {
  private struct State {
    var waiting: [(limit: Duration, continuation: CheckedContinuation<Bool, Never>)] = []
  }
  private let state = Locked(State())

  /// Runs `body`, whose runs measure their time limits with this clock.
  func measure<Result: Sendable>(_ body: @Sendable () async -> Result) async -> Result {
    let clock = RunConfiguration.Clock(now: { 0 }, alarm: { await self.wait(for: $0) })
    return await RunConfiguration.$clockOfTask.withValue(clock, operation: body)
  }

  /// Lets the time limit pass that is being waited for, then goes on for as long as the task may; a task
  /// whose limit has passed is canceled.
  func exceedLimit() async throws {
    while true {
      let last = state.withLock { $0.waiting.popLast() }
      if let last {
        last.continuation.resume(returning: true)
        break
      }
      await Task.yield()
    }
    while true { try await Task.sleep(for: .seconds(1)) }
  }

  private func wait(for limit: Duration) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCanceled = state.withLock { state in
          if Task.isCancelled { return true }
          state.waiting.append((limit, continuation))
          return false
        }
        if isCanceled { continuation.resume(returning: false) }
      }
    } onCancel: {
      // Examples follow one another, so what waits is canceled only when its example is over.
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      for alarm in waiting { alarm.continuation.resume(returning: false) }
    }
  }
}
