import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// A run of specs, in several processes or in one, and of the other tests, with its reporters and the live view.
struct TestRun {
  let settings: PoolSettings
  /// Whether the specs have processes of their own. Otherwise one process of each program runs everything without
  /// orders.
  let isShared: Bool
  let reports: RunReporters
  /// The context of the console; `nil` if a report replaces it.
  let console: ReportContext?
  let terminal: Terminal
  let findings: SourceFindings
  /// The logs of the run: among the records of the package, and where the user wants it.
  let logs: [RunLog]
  /// The tests that run after the specs.
  let others: ForeignTestRun?

  /// Runs it to its end. A result that could not be printed is not a success.
  func run() async throws -> ExitStatus {
    let live = console == nil ? nil : LiveView(terminal)
    if var console {
      console.print = { [terminal] in terminal.print($0.utf8) }
      reports.add(ConsoleReporter(console), isLive: true)
    }
    if let live { reports.add(live, isLive: true) }
    let merger = Locked(StreamMerger(findings: findings.wait, reports.report))
    if let others {
      merger.withLock {
        $0.testsLeftOut = others.leftOut
        $0.testsNotSelected = others.all.count - others.tests.count - others.leftOut
      }
    }
    let result = await runAll(merger, live)
    let status = await end(result, merger, live)
    return status == .fine && !terminal.isComplete ? .failed : status
  }

  private func runAll(
    _ merger: Locked<StreamMerger>, _ live: LiveView?
  ) async -> WorkerPool.Result {
    var settings = settings
    // The log of an interrupted run shows how far it had come.
    settings.watch = { [logs] running, worker in
      live?.receive(running: running, ofWorker: worker)
      for log in logs { log.follow(running, ofWorker: worker) }
    }
    if console?.console.isQuiet == false {
      settings.recordSlow = { [terminal] example, seconds in
        let limit = example.limit.map { " of \($0.seconds.formattedSeconds)" } ?? ""
        let line = "slow: \(example.id.heading) · \(seconds.formattedSeconds)\(limit)"
        terminal.print(terminal.style.yellow(line) + "\n")
      }
    }
    if console != nil, settings.run.console.isVerbose {
      settings.recordFixture = { [terminal] name, seconds in
        terminal.print(
          "started the fixture \u{201C}\(name)\u{201D} · \(seconds.formattedSeconds)\n")
      }
    }
    if settings.run.isListing { return await listAll(settings, merger) }
    // The run does not end before the other tests have ended.
    let tests = others?.tests.isEmpty == false ? others : nil
    let start = tests.map(\.beginning)
    let stream = start.map { start in merger.withLock { $0.open(announcing: start) } }
    var result = WorkerPool.Result()
    do {
      result = try await runSpecs(settings, merger)
    } catch {
      result.error = error
      return result
    }
    guard let tests, let start, let stream, !Interruption.isRequested else { return result }
    let begin = EventLog.now
    merger.withLock { $0.receive(.runStarted(start), of: stream) }
    do {
      if !merger.withLock({ $0.counts.isFocused }) {
        try await tests.run(watch: { [settings] in settings.watch($0, 0) }) { event in
          merger.withLock { $0.receive(event, of: stream) }
        }
      }
    } catch {
      result.error = result.error ?? error
    }
    if Interruption.isRequested { return result }
    merger.withLock { merger in
      var end = merger.counts
      (end.duration, end.finished) = (EventLog.now - begin, true)
      merger.receive(.runEnded(end), of: stream)
    }
    return result
  }

  /// Lists the specs and the other tests.
  private func listAll(
    _ settings: PoolSettings, _ merger: Locked<StreamMerger>
  ) async -> WorkerPool.Result {
    var result = WorkerPool.Result()
    do {
      let (shard, durations) = (settings.run.shard, settings.run.durationFiles)
      let tests = try ShardAssignment.ofTests(others?.tests ?? [], shard, durations)
      let stream = tests.isEmpty ? nil : merger.withLock { $0.open() }
      result = try await runSpecs(settings, merger)
      guard let stream, !Interruption.isRequested else { return result }
      merger.withLock { merger in
        for var test in tests where test.shard == shard?.number {
          test.shard = nil
          merger.receive(.exampleListed(test), of: stream)
        }
        var end = RunSummary(seed: 0, order: .defined)
        end.finished = true
        merger.receive(.runEnded(end), of: stream)
      }
    } catch {
      result.error = result.error ?? error
    }
    return result
  }

  private func runSpecs(
    _ settings: PoolSettings, _ merger: Locked<StreamMerger>
  ) async throws -> WorkerPool.Result {
    if settings.programs.isEmpty { return WorkerPool.Result() }
    return isShared
      ? await WorkerPool(settings, merger).run()
      : try await ProgramSequence(settings, merger).run()
  }

  /// Reports the end of everything.
  private func end(
    _ result: WorkerPool.Result, _ merger: Locked<StreamMerger>, _ live: LiveView?
  ) async -> ExitStatus {
    let (exit, trouble) = (result.exit, result.trouble)
    let reason = result.error.map { "The tests could not be run: \($0)" }
    let isWithoutSpecs =
      (settings.programs.isEmpty || exit?.isWithoutSpecs == true) && trouble == nil
    // A process that should have planned another repetition leaves the end of the previous one.
    let exitIssue = exit?.isEarly == true ? exit?.issue : exit?.issueAfterRun()
    let issue = (isWithoutSpecs ? nil : exitIssue) ?? (trouble ?? reason).map { Issue($0) }
    let isReported = await onOwnThread {
      merger.withLock { merger in
        defer { merger.finish() }
        return merger.fail(with: issue ?? merger.lackOfRepetitions) && issue != nil
      }
    }
    live?.finish()
    if let error = result.error, let reason {
      reports.finish(orIfSilent: .runDidNotBegin(error))
      Terminal.error(reason)
      return .couldNotStart
    }
    let progress = reports.progress
    if Interruption.isRequested, progress.isCut {
      reports.finish(orIfSilent: .runDidNotBegin(ExitStatus.interrupted))
      terminal.print("The run was interrupted.\n")
      return .interrupted
    }
    if progress.summary == nil, !isWithoutSpecs, let exit {
      for issue in progress.hasStarted ? await findings.issues : [] {
        reports.report(.issueRecorded(issue))
      }
      // Readers of the log derive these from the exit.
      for log in logs { log.finish() }
      exit.events.forEach(reports.report)
    }
    if let exit, !isWithoutSpecs, progress.summary == nil || !exit.isSuccess {
      for log in logs { log.finish(exit) }
    }
    let reasonIfNothing = others?.reasonIfNothing ?? NothingToRun.noTests
    reports.finish(orIfSilent: .nothingRan(reasonIfNothing))
    if let trouble { Terminal.error(trouble) }
    if progress.summary == nil, isWithoutSpecs, !progress.hasStarted {
      terminal.print(
        reasonIfNothing + "\n"
          + (await findings.text(relativeTo: FileManager.default.currentDirectoryPath)))
      return .nothingRan
    }
    // Output that is shown immediately is above.
    let isShown = !isShared || settings.run.showOutput == .always
    if let exit, progress.summary != nil, !isReported,
      let issue = exit.issueAfterRun(withOutput: !isShown), !isWithoutSpecs
    {
      terminal.print(issue.message + "\n")
    }
    return progress.exitStatus(
      isWithoutSpecs ? [] : [exit].compactMap(\.self),
      isWhole: trouble == nil && reports.isComplete)
  }
}
