import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// A run that several processes share, with its reporters and the live line.
struct SharedRun {
  let settings: PoolSettings
  let reporters: [any Reporter]
  /// Whether the run is shown for people; not where a report stands in for that.
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

  /// Runs it to its end. What could not be printed is no success: nobody has read it.
  func run() async -> ExitStatus {
    let status = await runWorkers()
    return status == .fine && !terminal.isComplete ? .failed : status
  }

  private func runWorkers() async -> ExitStatus {
    let console = ConsoleReporter(
      on: terminal, verbose: settings.run.isVerbose, rerun: rerun, rerunFailed: rerunFailed)
    let log = log.map { TimedLog($0, self.settings.clock) }
    let all = reporters + (hasConsole ? [console] : []) + [log].compactMap { $0 }
    let live = LiveView(terminal)
    let stream = Locked(RunStream(stopsAtFailure: settings.run.stopsAtFailure))
    let held = HeldEnd { event in
      for event in findings.adding(to: event) {
        stream.withLock { $0.note(event) }
        if hasConsole { live.note(event) }
        for reporter in all { reporter.report(event) }
      }
    }
    let report: @Sendable (Event) -> Void = { held.note($0) }
    var settings = settings
    // Whoever reads the log of a run that is cut short learns how far it had come.
    settings.watch = { [hasConsole] running, worker in
      if hasConsole { live.note(running: running, ofWorker: worker) }
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
        plain, log: nil, watch: { [settings] in settings.watch($0, 0) }, report
      ) { [settings] sink in await WorkerPool(settings, sink: sink).run() }
    } catch {
      await held.release()
      live.stop()
      all.forEach { $0.finish() }
      Terminal.write("error: The tests could not be run: \(error)\n", toError: true)
      return .couldNotStart
    }
    let badEnd = result.badEnd.flatMap {
      BrokenRun.issue(afterRun: ProcessEnd($0.way, lastOutput: $0.lastOutput))
    }
    let isTold = await held.release(badEnd ?? result.trouble.map { Issue($0) })
    live.stop()
    noteDurations(result.durations)
    if let error = result.error {
      all.forEach { $0.finish() }
      Terminal.write("error: The tests could not be run: \(error)\n", toError: true)
      return .couldNotStart
    }
    let seen = stream.withLock { $0 }
    if Interruption.isRequested, seen.isCut {
      all.forEach { $0.finish() }
      terminal.print("The run was interrupted.\n")
      return .interrupted
    }
    // Without specs, the other tests are the run.
    if let death = result.earlyDeath, plain == nil || death.hasBegun || !death.status.isWithoutTests
    {
      return await end(death, seen, all, hasTrouble: result.trouble != nil)
    }
    all.forEach { $0.finish() }
    if let trouble = result.trouble { Terminal.write("error: \(trouble)\n", toError: true) }
    guard seen.isComplete else { return .didNotFinish }
    let status = seen.status ?? .fine
    if hasConsole, let note = seen.noteOnRepetitions { terminal.print(note) }
    if let end = result.badEnd, !isTold {
      // What is shown as it comes stands above.
      let isShown = end.lastOutput.isEmpty || settings.run.showOutput == .always
      let told = ProcessEnd(end.way, lastOutput: isShown ? "" : end.lastOutput)
      if let issue = BrokenRun.issue(afterRun: told) { terminal.print(issue.message + "\n") }
    }
    let verdict = result.badEnd?.way.verdict(orElse: status) ?? status
    // A report that somebody waits for and that is not whole is no success.
    let isWhole = result.trouble == nil && all.allSatisfy(\.isComplete)
    return verdict == .fine && !isWhole ? .failed : verdict
  }

  /// The end of a run that never began: a process ended while it made its specs and planned them, or it has
  /// none.
  private func end(
    _ death: WorkerPool.EarlyDeath, _ seen: RunStream, _ all: [any Reporter], hasTrouble: Bool
  ) async -> ExitStatus {
    let isWithoutTests = death.status.isWithoutTests && !seen.hasStarted && !hasTrouble
    if !isWithoutTests {
      let found = seen.hasStarted ? await findings.issues.map(Event.issueRecorded) : []
      let broken = BrokenRun(
        running: [], end: ProcessEnd(death.status.way, lastOutput: death.lastOutput))
      for event in found + broken.events { all.forEach { $0.report(event) } }
    }
    all.forEach { $0.finish() }
    guard isWithoutTests else { return .didNotFinish }
    terminal.print(
      NothingToRun.nothingDiscovered.message + "\n"
        + (await findings.text(relativeTo: FileManager.default.currentDirectoryPath)))
    return .nothingRan
  }
}
