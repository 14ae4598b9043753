// Running: a plan in, events out.
//
// A run knows the lifecycle of groups and examples and nothing of hosts and formats. Everything
// that happens is told to one sink, one event at a time.

/// Runs a plan.
public struct Run: Sendable {
  let plan: Plan
  let configuration: RunConfiguration
  let progress: Progress

  public init(_ plan: Plan, _ configuration: RunConfiguration = RunConfiguration()) {
    self.plan = plan
    self.configuration = configuration
    progress = Progress(failFast: configuration.failFast)
  }

  /// Runs the plan and tells every event to `sink`, one at a time, in the order in which they
  /// happen. `sink` must not record issues or run anything itself.
  @discardableResult
  public func callAsFunction(_ sink: @escaping @Sendable (Event) -> Void) async -> RunSummary {
    progress.begin(sink)
    let start = configuration.now()
    progress.tell(
      .runStarted(
        RunStarted(
          seed: plan.options.seed, order: plan.options.order,
          specs: plan.runGroups.joined().count { $0.isActive }, examples: plan.runnable,
          repetition: configuration.repetition, repetitions: configuration.repetitions,
          notSelected: plan.notSelected, focused: plan.focused)))
    for issue in plan.issues { progress.tell(.issueRecorded(issue)) }
    for issue in configuration.hostIssues {
      progress.tell(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
    }
    for group in plan.runGroups { await run(specs: group) }
    await configuration.settle()
    var summary = progress.summary(seed: plan.options.seed, order: plan.options.order)
    summary.nothingRan = plan.nothingToRun?.message
    summary.duration = configuration.now() - start
    summary.notReached = max(0, plan.runnable - progress.reached)
    summary.finished = !Task.isCancelled
    summary.isFocusRefused = summary.isFocused && !configuration.allowsFocus
    progress.tell(.runEnded(summary))
    return summary
  }

  /// Records an issue of which nobody knows the example, because the task that recorded it was not
  /// started by one: on the example that is running, if only one is, else on the run.
  public func record(_ issue: Issue) {
    progress.record(issue)
  }
}

/// What a run has told so far, and whether it is to stop.
final class Progress: Sendable {
  private struct State {
    var sink: (@Sendable (Event) -> Void)?
    var summary = RunSummary(seed: 0)
    var reached = 0
    var isStopped = false
    var running: [ObjectIdentifier: ExampleScope] = [:]
  }
  private let state = Locked(State())
  private let failFast: Int?

  init(failFast: Int?) {
    self.failFast = failFast
  }

  func begin(_ sink: @escaping @Sendable (Event) -> Void) {
    state.withLock { $0 = State(sink: sink) }
  }

  /// Tells `event` to the sink; events come to it one at a time.
  func tell(_ event: Event) {
    state.withLock { state in
      if case .runEnded = event {} else { state.summary.count(event) }
      if let failFast, state.summary.failed >= failFast { state.isStopped = true }
      state.sink?(event)
    }
  }

  /// Notes that an attempt of an example runs.
  func begin(_ scope: ExampleScope) {
    state.withLock { $0.running[ObjectIdentifier(scope)] = scope }
  }

  /// Notes that an attempt of an example is over.
  func end(_ scope: ExampleScope) {
    _ = state.withLock { $0.running.removeValue(forKey: ObjectIdentifier(scope)) }
    scope.end()
  }

  func record(_ issue: Issue) {
    let running = state.withLock { $0.running.values.map(\.self) }
    if running.count == 1, let scope = running.first {
      scope.record(issue)
    } else {
      var issue = issue
      let names = running.map { "\n  \($0.info.id)" }.sorted().joined()
      if !running.isEmpty {
        issue.message +=
          "\nThis was recorded in a task that belongs to no example, while these ran:\(names)"
      }
      tell(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
    }
  }

  /// Notes that a planned example was reached.
  func reach() { state.withLock { $0.reached += 1 } }

  var reached: Int { state.withLock { $0.reached } }

  /// Whether no further example is to begin.
  var stopped: Bool { Task.isCancelled || state.withLock { $0.isStopped } }

  func summary(seed: UInt64, order: Order) -> RunSummary {
    var summary = state.withLock { $0.summary }
    summary.seed = seed
    summary.order = order
    return summary
  }
}
