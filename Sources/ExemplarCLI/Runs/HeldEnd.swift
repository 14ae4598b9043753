import ExemplarCore
import ExemplarLog
import Foundation

/// Withholds the end of a run until the exits of its processes are known: a process that fails
/// after its examples have finished fails the run in every report, not only in the exit status.
final class HeldEnd: Sendable {
  private let held = Locked<RunSummary?>(nil)
  private let start = Locked<RunStarted?>(nil)
  private let sink: EventSink

  init(_ sink: EventSink) {
    self.sink = sink
  }

  func note(_ event: Event) {
    switch event {
    case .runEnded(let summary):
      tell()
      held.withLock { $0 = summary }
    case .runStarted(let start):
      tell()
      self.start.withLock { $0 = start }
      sink(event)
    default:
      held.withLock { $0?.count(event) }
      sink(event)
    }
  }

  func note(_ rows: PassedRows) {
    held.withLock { $0?.count(rows) }
    sink(rows)
  }

  /// Reports the end, on a thread of its own: the receiver may wait, which a task must not.
  ///
  /// - Parameter trouble: An issue that fails a run that would otherwise be a success.
  /// - Returns: Whether the end was reported.
  @discardableResult
  func release(_ trouble: Issue? = nil) async -> Bool {
    let issue = trouble ?? lackOfRepetitions
    let isTold = await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in continuation.resume(returning: tell(issue)) }
    }
    return isTold && trouble != nil
  }

  /// The issue of a success that lacks further repetitions.
  private var lackOfRepetitions: Issue? {
    guard let start = start.withLock({ $0 }), start.repetition < start.repetitions else {
      return nil
    }
    return Issue(
      "The run ended after repetition \(start.repetition) of \(start.repetitions).",
      cause: .endOfProcess)
  }

  @discardableResult
  private func tell(_ trouble: Issue? = nil) -> Bool {
    let end = held.withLock { held -> RunSummary? in
      defer { held = nil }
      return held
    }
    guard var summary = end else { return false }
    let issue = summary.isSuccess ? trouble : nil
    if let issue {
      let event = Event.issueRecorded(IssueRecorded(id: nil, issue: issue))
      summary.count(event)
      sink(event)
    }
    sink(.runEnded(summary))
    return issue != nil
  }
}
