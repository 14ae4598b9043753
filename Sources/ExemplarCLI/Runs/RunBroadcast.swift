import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The way of the events of a run from the workers to the reporters and the live view, in stages: the end is withheld
/// (`DeferredRunEnd`), findings in sources precede it (`SourceFindings`), and the result is derived (`RunProgress`).
final class RunBroadcast: Sendable {
  private let reports: RunReporters
  private let live: LiveView?
  private let findings: SourceFindings
  private let deferred: Locked<DeferredRunEnd>
  private let derived: Locked<RunProgress>

  /// - Parameters:
  ///   - findings: The issues to report before the end.
  ///   - terminal: The terminal that shows the progress; `nil` if a report replaces it.
  ///   - others: How many suites and tests other than specs run.
  ///   - stopsAtFailure: Whether a failing repetition is the last one.
  init(
    _ reports: RunReporters, _ findings: SourceFindings, shownOn terminal: Terminal?,
    others: (suites: Int, tests: Int) = (0, 0), stopsAtFailure: Bool
  ) {
    live = terminal.map { LiveView($0) }
    (self.reports, self.findings) = (reports, findings)
    deferred = Locked(DeferredRunEnd(others: others))
    derived = Locked(RunProgress(stopsAtFailure: stopsAtFailure))
  }

  /// Receives the events of the specs and of the other tests.
  var sink: EventSink {
    { [self] batch in deferred.withLock { $0.receive(batch, emit) } }
  }

  @Sendable private func emit(_ batch: EventBatch) {
    // Findings in sources and the result of the run do not depend on passed rows.
    guard case .event(let event) = batch else { return pass(batch) }
    findings.precede(event) { event in
      derived.withLock { $0.record(event) }
      pass(.event(event))
    }
  }

  private func pass(_ batch: EventBatch) {
    live?.receive(batch)
    reports.report(batch)
  }

  /// Notes what a worker is running.
  func receive(running examples: [RunningExample], ofWorker worker: Int) {
    live?.receive(running: examples, ofWorker: worker)
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

  /// Reports the end of the run and removes the live view; on a thread of its own, since a reporter may wait, which a
  /// task must not.
  ///
  /// - Parameter issue: An issue that fails a run which would otherwise be a success.
  /// - Returns: Whether the issue was reported.
  @discardableResult
  func end(_ issue: Issue?) async -> Bool {
    defer { live?.stop() }
    return await withCheckedContinuation { continuation in
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
