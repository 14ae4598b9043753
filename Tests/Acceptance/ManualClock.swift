import ExemplarCore

/// A clock for time limits, on which no time passes until somebody says so: what is tested with it does not
/// depend on how fast the machine is.
final class ManualClock: Sendable {
  /// The alarms that are set.
  private let alarms = Locked([@Sendable () -> Void]())

  /// Runs `body`, whose runs measure their time limits with this clock.
  func measure<Result: Sendable>(_ body: @Sendable () async -> Result) async -> Result {
    await RunConfiguration.$clockOfTask.withValue(
      (
        now: { 0 },
        alarm: { _, ring in
          self.alarms.withLock { $0.append(ring) }
          // Examples follow one another, so an alarm is canceled only after its example.
          return { self.alarms.withLock { $0 = [] } }
        }
      ), operation: body)
  }

  /// Lets the time limit pass that is being waited for, then goes on for as long as the task may; a task
  /// whose limit has passed is canceled.
  func exceedLimit() async throws {
    while true {
      if let ring = alarms.withLock({ $0.popLast() }) {
        ring()
        break
      }
      await Task.yield()
    }
    while true { try await Task.sleep(for: .seconds(1)) }
  }
}
