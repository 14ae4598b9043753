import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// A run that several processes share, with its reporters and the live line.
struct SharedRun {
  let settings: PoolSettings
  let reports: RunReporters
  /// Whether the console shows the run; not if a report replaces it.
  let hasConsole: Bool
  let terminal: Terminal
  let findings: SourceFindings
  /// Where the run is recorded.
  let log: EventLogWriter?
  /// Gets how many seconds each spec took.
  let noteDurations: @Sendable ([ExampleID: Double]) -> Void
  let rerun: @Sendable ([ExampleID], UInt64?) -> String
  var rerunFailed: (@Sendable (UInt64?) -> String)?
  /// The tests that run beside the specs.
  var plain: PlainTestRun?

  /// Runs it to its end. A result that could not be printed is not a success.
  func run() async -> ExitStatus {
    let status = await runWorkers()
    return status == .fine && !terminal.isComplete ? .failed : status
  }

  private func runWorkers() async -> ExitStatus {
    let log = log.map { TimedLog($0, self.settings.clock) }
    if let log { reports.add(log) }
    if hasConsole {
      reports.add(
        console: ConsoleReporter(
          on: terminal, verbose: settings.run.isVerbose, rerun: rerun, rerunFailed: rerunFailed))
    }
    let told = ToldRun(
      reports, findings, shownOn: hasConsole ? terminal : nil,
      stopsAtFailure: settings.run.stopsAtFailure)
    var settings = settings
    // The log of an interrupted run shows how far it had come.
    settings.watch = { running, worker in
      told.note(running: running, ofWorker: worker)
      for example in running {
        log?.writer.follow(
          ExampleStep(
            id: example.id, phase: example.phase, attempt: example.attempt,
            checkpoint: example.checkpoint))
      }
    }
    if hasConsole {
      settings.noteSlow = { [terminal] example, seconds in
        let limit = example.limit.map { " of \($0.seconds.formattedSeconds)" } ?? ""
        let line = "slow: \(example.id.heading) · \(seconds.formattedSeconds)\(limit)"
        terminal.print(terminal.style.yellow(line) + "\n")
      }
    }
    let result: WorkerPool.Result
    do {
      result = try await PlainTestRun.run(
        plain, log: nil, watch: { [settings] in settings.watch($0, 0) }, told.sink,
        hasBroken: { $0.error != nil || $0.earlyDeath?.isOfSpecs == true }
      ) { [settings] sink in
        settings.programs.isEmpty
          ? WorkerPool.Result() : await WorkerPool(settings, sink: sink).run()
      }
    } catch {
      return await told.end(error)
    }
    let badEnd = result.badEnd?.issue()
    let trouble = result.trouble ?? result.error.map { ToldRun.reason($0) }
    // A process that should have planned another repetition leaves the end of the previous one.
    let death = result.earlyDeath.flatMap { $0.isOfSpecs ? $0.broken.issue : nil }
    let isTold = await told.end(badEnd ?? trouble.map { Issue($0) } ?? death)
    noteDurations(result.durations)
    if let error = result.error { return told.couldNotStart(error) }
    let seen = told.seen
    if Interruption.isRequested, seen.isCut {
      reports.finish(orIfSilent: .runDidNotBegin(ExitStatus.interrupted))
      terminal.print("The run was interrupted.\n")
      return .interrupted
    }
    // Without specs, the other tests are the run.
    if let death = result.earlyDeath, plain?.tests.isEmpty != false || death.isOfSpecs {
      return await end(death, seen, isTold: isTold, hasTrouble: result.trouble != nil)
    }
    reports.finish()
    if let trouble = result.trouble { Terminal.write("error: \(trouble)\n", toError: true) }
    guard seen.isComplete else { return .didNotFinish }
    let status = seen.status ?? .fine
    if let end = result.badEnd, !isTold {
      // Output that is shown immediately is above.
      let issue = end.issue(withOutput: settings.run.showOutput != .always)
      if let issue { terminal.print(issue.message + "\n") }
    }
    let verdict = result.badEnd?.way.verdict(orElse: status) ?? status
    // An incomplete report is not a success.
    let isWhole = result.trouble == nil && reports.isComplete
    return verdict == .fine && !isWhole ? .failed : verdict
  }

  /// The end of a run that never began: a process ended while it made its specs and planned them, or it has
  /// none.
  private func end(
    _ death: WorkerPool.EarlyDeath, _ seen: RunStream, isTold: Bool, hasTrouble: Bool
  ) async -> ExitStatus {
    let isWithoutTests = !death.isOfSpecs && !seen.hasStarted && !hasTrouble
    if !isWithoutTests, !isTold {
      let found = seen.hasStarted ? await findings.issues.map(Event.issueRecorded) : []
      for event in found + death.broken.events { reports.report(event) }
    }
    reports.finish(orIfSilent: .nothingRan(NothingToRun.nothingDiscovered.message))
    guard isWithoutTests else { return .didNotFinish }
    terminal.print(
      NothingToRun.nothingDiscovered.message + "\n"
        + (await findings.text(relativeTo: FileManager.default.currentDirectoryPath)))
    return .nothingRan
  }
}

extension WorkerPool.EarlyDeath {
  fileprivate var broken: BrokenRun {
    BrokenRun(running: [], end: ProcessEnd(status.way, lastOutput: lastOutput), reason: reason)
  }
}

extension WorkerPool.BadEnd {
  /// The issue to report, with the last output of the process or without.
  fileprivate func issue(withOutput: Bool = true) -> Issue? {
    BrokenRun.issue(
      afterRun: ProcessEnd(way, lastOutput: withOutput ? lastOutput : ""), killedAfter: patience)
  }
}
