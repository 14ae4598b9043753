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
  let openHooks = Locked([OpenHooks]())

  package init(_ plan: Plan, _ configuration: RunConfiguration = RunConfiguration()) {
    self.plan = plan
    self.configuration = configuration
    progress = Progress(failFast: configuration.failFast, follow: configuration.follow)
  }

  /// From now on, no further example begins.
  package func stop() { progress.stop() }

  /// The examples that are running, and the groups whose hooks are, for people, sorted.
  package var running: [RunningCode] { progress.running }

  /// The number of the event that the sink is handling; `nil` if it is handling none.
  package var emission: Int? { progress.emission }

  /// Records an issue whose example is unknown, because no example started its task: on the example
  /// that is running, if only one is, else on the run.
  ///
  /// - Returns: Whether the run was still in progress.
  @discardableResult
  package func record(_ issue: Issue) -> Bool {
    progress.record(issue)
  }

  /// Records an issue that belongs to no example.
  package func fail(with issue: Issue) {
    progress.emit(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
  }

  /// Records an issue whose run is unknown: it may belong to this one or to one of `others` in
  /// progress, in which `running` is running, and fails them all.
  ///
  /// - Returns: Whether the run was still in progress.
  package func record(_ issue: Issue, besides others: Int, running: [String]) -> Bool {
    var issue = issue
    let names = running.sorted().map { "\n  \($0)" }.joined()
    issue.message +=
      "\nThis was recorded in a task that belongs to no example, while \(others + 1) runs were going "
      + "on: each of them fails, since any of them may have caused it."
      + (names.isEmpty ? "" : " These ran:\(names)")
    return progress.emit(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
  }
}
