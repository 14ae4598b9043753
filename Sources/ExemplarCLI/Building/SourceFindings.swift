import ExemplarCore
import Foundation

/// The findings of a run that come from its sources, which are scanned while the run is in
/// progress.
final class SourceFindings: Sendable {
  private let found: Task<[IssueRecorded], Never>

  /// - Parameters:
  ///   - isStrict: Whether it fails the run; else it is a warning.
  ///   - look: Looks for it.
  init(isStrict: Bool, _ look: @escaping @Sendable () async -> [Issue] = { [] }) {
    found = Task {
      await look().map { issue in
        var issue = issue
        issue.isWarning = !isStrict
        return IssueRecorded(id: nil, issue: issue)
      }
    }
  }

  /// The findings, once they are known.
  var issues: [IssueRecorded] { get async { await found.value } }

  /// The same for a thread of its own, which waits until it is known.
  private var issuesForThread: [IssueRecorded] {
    let (isKnown, issues) = (DispatchSemaphore(value: 0), Locked([IssueRecorded]()))
    Task {
      let found = await found.value
      issues.withLock { $0 = found }
      isKnown.signal()
    }
    isKnown.wait()
    return issues.withLock { $0 }
  }

  /// The findings as text, for a run without events.
  func text(relativeTo directory: String) async -> String {
    await issues.map { record in
      let place = record.issue.place.map { "\n  at \($0.relative(to: directory))" } ?? ""
      return record.issue.message + place + "\n"
    }.joined()
  }

  /// Emits an event, and before the end of a run the findings: it waits for them, on a thread that may wait.
  func precede(_ event: Event, _ emit: (Event) -> Void) {
    guard case .runEnded(var summary) = event else { return emit(event) }
    let events = issuesForThread.map(Event.issueRecorded)
    events.forEach { summary.count($0) }
    events.forEach(emit)
    emit(.runEnded(summary))
  }
}
