import ExemplarCore

/// Issues that are deferred, because the code that recorded them will be tried again.
package final class DeferredIssues: Sendable {
  @TaskLocal package static var current: DeferredIssues?
  private let held = Locked((issues: [ExemplarCore.Issue](), isClosed: false))

  package init() {}

  /// Withholds an issue. Returns `false` if the attempt has finished, so that a late issue is not
  /// lost.
  func hold(_ issue: ExemplarCore.Issue) -> Bool {
    var issue = issue
    issue.labels = Labels.current
    return held.withLock { held in
      if !held.isClosed { held.issues.append(issue) }
      return !held.isClosed
    }
  }

  /// Ends the attempt, and returns the issues that it recorded.
  package func close() -> [ExemplarCore.Issue] {
    held.withLock { held in
      held.isClosed = true
      return held.issues
    }
  }
}
