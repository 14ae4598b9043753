import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import Subprocess

/// One run of a worker, with its reporters and the live line.
struct TestSession {
  let worker: WorkerProcess
  /// Where its log is kept; `nil` if it is not.
  let log: URL?
  /// Receives its output.
  let output: @Sendable (Data) -> Void
  /// The tests that run beside the specs, and where their log is written.
  var plain: PlainTestRun?
  var plainLog: URL?
  let reports: RunReporters
  /// Whether the console shows the run; not if a report replaces it.
  let hasConsole: Bool
  let terminal: Terminal
  let verbose: Bool
  let stopsAtFailure: Bool
  let findings: SourceFindings
  let rerun: @Sendable ([ExampleID], UInt64?) -> String
  var rerunFailed: (@Sendable (UInt64?) -> String)?
  /// Is set to when each event happened.
  let clock: EventClock

  /// Runs it to its end. A result that could not be printed is not a success.
  func run() async throws -> ExitStatus {
    let status = try await runWorker()
    return status == .fine && !terminal.isComplete ? .failed : status
  }

  private func runWorker() async throws -> ExitStatus {
    if hasConsole {
      reports.add(
        console: ConsoleReporter(
          on: terminal, verbose: verbose, rerun: rerun, rerunFailed: rerunFailed))
    }
    let told = ToldRun(
      reports, findings, shownOn: hasConsole ? terminal : nil, stopsAtFailure: stopsAtFailure)
    let end: WorkerProcess.End
    do {
      let watch: @Sendable (Int, [RunningExample]) -> Void = { number, running in
        told.note(running: running, ofWorker: number)
      }
      end = try await PlainTestRun.run(
        plain, log: plainLog, watch: { watch(0, $0) }, told.sink,
        hasBroken: { $0.log.exists || !$0.status.isWithoutTests }
      ) { sink in
        try await worker.runAlone(output: output, watch: { watch(1, $0) }, clock: clock, sink)
      }
    } catch {
      return await told.end(error)
    }
    await told.end(BrokenRun.issue(afterRun: end.processEnd) ?? end.log.trouble.map { Issue($0) })
    let seen = told.seen
    if Interruption.isRequested, seen.isCut {
      reports.finish(orIfSilent: .runDidNotBegin(ExitStatus.interrupted))
      terminal.print("The run was interrupted.\n")
      note(end, [])
      return .interrupted
    }
    let found = await findings.issues
    // A process that has a log has begun with specs.
    let isWithoutTests =
      !seen.hasStarted && !end.log.exists && end.status.isWithoutTests
      && end.log.trouble == nil
    if seen.summary == nil, !isWithoutTests {
      let broken = BrokenRun(running: end.log.running, end: end.processEnd)
      let events = (seen.hasStarted ? found.map(Event.issueRecorded) : []) + broken.events
      events.forEach { reports.report($0) }
    }
    reports.finish(orIfSilent: .nothingRan(NothingToRun.nothingDiscovered.message))
    note(end, found)
    if let trouble = end.log.trouble { Terminal.write("error: \(trouble)\n", toError: true) }
    if let summary = seen.summary {
      if seen.isListing { return summary.nothingRan == nil ? .fine : .nothingRan }
      let status = seen.status ?? (seen.isComplete ? ExitStatus(summary) : .didNotFinish)
      if !seen.isComplete { terminal.print("The process ended before all repetitions.\n") }
      let verdict = end.status.way.verdict(orElse: status)
      // An incomplete report is not a success.
      let isWhole = end.log.trouble == nil && reports.isComplete
      return verdict == .fine && !isWhole ? .failed : verdict
    }
    if isWithoutTests {
      terminal.print(
        NothingToRun.nothingDiscovered.message + "\n"
          + (await findings.text(relativeTo: FileManager.default.currentDirectoryPath)))
      return .nothingRan
    }
    return .didNotFinish
  }

  /// Notes in the log what only this process knows, for those who read it later.
  private func note(_ end: WorkerProcess.End, _ found: [IssueRecorded]) {
    guard end.log.exists, let log else { return }
    do {
      try EventLogWriter.note(end.processEnd, found, inLogAt: log.path)
    } catch {
      Terminal.write("warning: The run could not be recorded: \(error)\n", toError: true)
    }
  }
}
