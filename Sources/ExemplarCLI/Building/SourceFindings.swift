import ExemplarCore
import Foundation

/// The findings of a run that come from its sources, which are scanned while the run is in
/// progress.
final class SourceFindings: Sendable {
  private let found: Task<[IssueRecorded], Never>
  /// Those about a list of quarantines, if the run has one.
  let quarantine: QuarantineFindings?

  /// - Parameters:
  ///   - isStrict: Whether it fails the run; else it is a warning.
  ///   - quarantine: Finds more in the events of the run.
  ///   - look: Looks for it.
  init(
    isStrict: Bool, quarantine: QuarantineFindings? = nil,
    _ look: @escaping @Sendable () async -> [Issue] = { [] }
  ) {
    self.quarantine = quarantine
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

  /// Finds more at the end of each run.
  let atEnd = Locked<@Sendable (RunSummary) -> [IssueRecorded]>({ _ in [] })

  /// Waits for the findings, on a thread that may wait.
  func wait(atEnd end: RunSummary) -> [IssueRecorded] {
    let (isKnown, issues) = (DispatchSemaphore(value: 0), Locked([IssueRecorded]()))
    Task {
      let found = await found.value
      issues.withLock { $0 = found }
      isKnown.signal()
    }
    isKnown.wait()
    return issues.withLock { $0 } + (quarantine?.issues ?? []) + atEnd.withLock { $0 }(end)
  }

  /// The findings as text, for a run without events.
  func text(relativeTo directory: String) async -> String {
    await issues.map { record in
      let place = record.issue.place.map { "\n  at \($0.relative(to: directory))" } ?? ""
      return record.issue.message + place + "\n"
    }.joined()
  }
}
