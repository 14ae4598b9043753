import ExemplarCore
import ExemplarLog
import ExemplarReports

/// A run while it goes on: who hears of it, and what is known of it so far.
struct ToldRun: Sendable {
  private let reports: RunReporters
  private let live: LiveView?
  private let stream: Locked<RunStream>
  private let held: HeldEnd

  /// - Parameters:
  ///   - findings: What is told before the end.
  ///   - terminal: Where the run is shown while it goes on; `nil` where a report stands in for that.
  ///   - stopsAtFailure: Whether a failing repetition is the last one.
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
        // What is found in sources and what a run has come to say nothing of rows.
        live?.note(rows)
        reports.report(rows)
      })
  }

  /// Is told the run.
  var sink: EventSink { EventSink({ held.note($0) }, rows: { held.note($0) }) }

  /// Notes what a worker is running.
  func note(running examples: [RunningExample], ofWorker worker: Int) {
    live?.note(running: examples, ofWorker: worker)
  }

  /// What has been told of it.
  var seen: RunStream { stream.withLock { $0 } }

  /// Nothing more is told: tells its end, and shows nothing more of it.
  ///
  /// - Parameter trouble: What fails a run that would be a success without it.
  /// - Returns: Whether that was told.
  @discardableResult
  func end(_ trouble: Issue?) async -> Bool {
    defer { live?.stop() }
    return await held.release(trouble)
  }

  /// Says why its tests could not be run, here and in the reports.
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
