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
  package let progress: Progress

  /// Shared hooks that have begun: the groups around examples inside of them, and the function that ends them.
  typealias BegunHooks = (inner: EnclosingGroups, end: @Sendable () async -> Void)

  /// The shared hooks that have begun and not ended, in the order in which they began.
  let openHooks = Locked([(id: ExampleID, begun: Task<BegunHooks, Never>)]())

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
}
