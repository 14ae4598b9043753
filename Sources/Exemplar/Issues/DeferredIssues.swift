import ExemplarCore

/// Issues that are deferred, because the code that recorded them will be tried again, or because they decide whether it
/// has succeeded.
package final class DeferredIssues: Sendable {
  @TaskLocal package static var current: DeferredIssues?
  private let held = Locked((issues: [ExemplarCore.Issue](), isClosed: false))

  /// Receives each issue at once: the code may end its process.
  private let observe: @Sendable (ExemplarCore.Issue) -> Void

  package init(observe: @escaping @Sendable (ExemplarCore.Issue) -> Void = { _ in }) {
    self.observe = observe
  }

  /// Withholds an issue. Returns `false` if the attempt has finished, so that a late issue is not
  /// lost.
  func hold(_ issue: ExemplarCore.Issue) -> Bool {
    var issue = issue
    issue.labels = Labels.current
    let isHeld = held.withLock { held in
      if !held.isClosed { held.issues.append(issue) }
      return !held.isClosed
    }
    if isHeld { observe(issue) }
    return isHeld
  }

  /// Ends the attempt, and returns the issues that it recorded.
  package func close() -> [ExemplarCore.Issue] {
    held.withLock { held in
      held.isClosed = true
      return held.issues
    }
  }
}
