import ExemplarCore
import ExemplarLog
import ExemplarReports

/// A run in progress: its reporters, and its state so far.
struct ToldRun: Sendable {
  private let reports: RunReporters
  private let live: LiveView?
  private let stream: Locked<RunStream>
  private let held: HeldEnd

  /// - Parameters: - findings: The issues to report before the end. - terminal: The terminal that
  ///   shows the progress; `nil` if a report replaces it. - stopsAtFailure: Whether a failing
  ///   repetition is the last one.
  init(
    _ reports: RunReporters, _ findings: SourceFindings, shownOn terminal: Terminal?,
    stopsAtFailure: Bool
  ) {
    let live = terminal.map { LiveView($0) }
    let stream = Locked(RunStream(stopsAtFailure: stopsAtFailure))
    (self.reports, self.live, self.stream) = (reports, live, stream)
    held = HeldEnd(
      EventSink { event in
        findings.tell(event) { event in
          stream.withLock { $0.note(event) }
          live?.note(event)
          reports.report(event)
        }
      } rows: { rows in
        // Findings in sources and the result of the run do not depend on rows.
        live?.note(rows)
        reports.report(rows)
      })
  }

  /// Receives the events of the run.
  var sink: EventSink { EventSink({ held.note($0) }, rows: { held.note($0) }) }

  /// Notes what a worker is running.
  func note(running examples: [RunningExample], ofWorker worker: Int) {
    live?.note(running: examples, ofWorker: worker)
  }

  /// The reported events.
  var seen: RunStream { stream.withLock { $0 } }

  /// Ends the reports: reports the end of the run and removes the live view.
  ///
  /// - Parameter trouble: An issue that fails a run that would otherwise be a success.
  /// - Returns: Whether the end was reported.
  @discardableResult
  func end(_ trouble: Issue?) async -> Bool {
    defer { live?.stop() }
    return await held.release(trouble)
  }

  /// Reports, here and in the reports, why the tests could not be run.
  func couldNotStart(_ error: any Error) -> ExitStatus {
    reports.finish(orIfSilent: .runDidNotBegin(error))
    Terminal.write("error: \(Self.reason(error))\n", toError: true)
    return .couldNotStart
  }

  /// The same of one that may have begun.
  func end(_ error: any Error) async -> ExitStatus {
    await end(Issue(Self.reason(error)))
    return couldNotStart(error)
  }

  /// Why its tests could not be run, in words.
  static func reason(_ error: any Error) -> String { "The tests could not be run: \(error)" }
}
