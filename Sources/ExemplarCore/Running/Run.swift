// Running: executes a plan and emits events.
//
// A run implements the lifecycle of groups and examples, and does not depend on hosts and formats.
// All events go to one sink, one at a time.

/// Runs a plan.
///
/// It is a class, since every step passes it on, and a large value would be copied each time.
package final class Run: Sendable {
  let plan: Plan
  let configuration: RunConfiguration
  let progress: Progress
  /// The number of the part that runs, and the outlines of its spec whose rows other processes may run.
  let current = Locked<(part: Int, shareable: Set<ExampleID>)>((0, []))

  /// The shared hooks that have begun and not ended, in the order in which they began.
  let openHooks = Locked([(id: ExampleID, begun: Task<BegunGroup, Never>)]())

  package init(_ plan: Plan, _ configuration: RunConfiguration = RunConfiguration()) {
    self.plan = plan
    self.configuration = configuration
    progress = Progress(
      isStrict: plan.options.isStrict, failFast: configuration.failFast,
      follow: configuration.follow, slots: configuration.slots)
  }
}

extension Run {
  /// The time since another, in seconds: a whole number of nanoseconds, which every report can give back.
  func elapsed(since start: Double) -> Double {
    ((configuration.now() - start) * 1e9).rounded() / 1e9
  }

  /// From now on, no further example begins.
  package func stop() { progress.stop() }

  /// The examples that are running, and the groups whose hooks are, for people, sorted.
  package var running: [RunningCode] { progress.running }

  /// The number of the event that the sink is handling; `nil` if it is handling none.
  package var emission: Int? { progress.emission }

  /// Records an issue whose example is unknown; see ``Progress/record(_:)``.
  @discardableResult
  package func record(_ issue: Issue) -> Bool { progress.record(issue) }

  /// Records an issue whose run is unknown; see ``Progress/record(_:besides:running:)``.
  package func record(_ issue: Issue, besides others: Int, running: [String]) -> Bool {
    progress.record(issue, besides: others, running: running)
  }

  /// Records an issue that belongs to no example.
  package func fail(with issue: Issue) { progress.fail(with: issue) }
}
