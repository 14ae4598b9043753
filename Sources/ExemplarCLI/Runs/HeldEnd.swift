import ExemplarCore
import ExemplarLog
import Foundation

/// Holds the end of a run back until it is known how its processes ended: one that ends badly after its examples
/// were over fails the run in every report, and not in the exit status alone.
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

  /// Tells the end, on a thread of its own: whoever is told may wait, which a task must not.
  ///
  /// - Parameter trouble: What fails a run that would be a success without it.
  /// - Returns: Whether that was told.
  @discardableResult
  func release(_ trouble: Issue? = nil) async -> Bool {
    let issue = trouble ?? lackOfRepetitions
    let isTold = await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in continuation.resume(returning: tell(issue)) }
    }
    return isTold && trouble != nil
  }

  /// What is wrong with a success after which more repetitions were to come.
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
