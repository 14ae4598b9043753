import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The way of the events of a run from the workers to the reporters, in stages: the end is withheld until everything
/// is known that belongs to the run (`DeferredRunEnd`), and the result is derived from what is emitted (`RunProgress`).
final class RunBroadcast: Sendable {
  private let reports: RunReporters
  private let deferred: Locked<DeferredRunEnd>
  private let derived: Locked<RunProgress>

  /// - Parameters:
  ///   - deferred: The stage that withholds the end.
  ///   - stopsAtFailure: Whether a failing repetition is the last one.
  init(_ reports: RunReporters, _ deferred: DeferredRunEnd, stopsAtFailure: Bool) {
    self.reports = reports
    self.deferred = Locked(deferred)
    derived = Locked(RunProgress(stopsAtFailure: stopsAtFailure))
  }

  /// Receives the events of the specs and of the other tests.
  var sink: EventSink {
    { [self] batch in deferred.withLock { $0.receive(batch, emit) } }
  }

  @Sendable private func emit(_ batch: EventBatch) {
    // The result does not depend on passed rows.
    if case .event(let event) = batch { derived.withLock { $0.record(event) } }
    reports.report(batch)
  }

  /// The result of the reported events.
  var progress: RunProgress { derived.withLock { $0 } }

  /// Begins and ends the other tests; see `DeferredRunEnd`.
  func beginOthers(isBroken: Bool) {
    deferred.withLock { $0.beginOthers(isBroken: isBroken, emit) }
  }

  func endOthers(isInterrupted: Bool) {
    deferred.withLock { $0.endOthers(isInterrupted: isInterrupted) }
  }

  /// Reports the end of the run, on a thread of its own, since a reporter may wait, which a task must not.
  ///
  /// - Parameter issue: An issue that fails a run which would otherwise be a success.
  /// - Returns: Whether the issue was reported.
  @discardableResult
  func end(_ issue: Issue?) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        let isReported = deferred.withLock { deferred in
          let lack = issue == nil ? deferred.lackOfRepetitions : nil
          return deferred.release(issue ?? lack, emit) && issue != nil
        }
        continuation.resume(returning: isReported)
      }
    }
  }
}
