import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// A run of specs, in several processes or in one, and of the other tests, with its reporters and the live view.
struct TestRun {
  let settings: PoolSettings
  /// Whether the specs have processes of their own. Otherwise one process of each program runs everything without
  /// orders.
  let usesWorkers: Bool
  let reports: RunReporters
  /// The context of the console; `nil` if a report replaces it.
  let console: ReportContext?
  let terminal: Terminal
  let findings: SourceFindings
  /// The logs of the run: among the records of the package, and where the user wants it.
  let logs: [RunLog]
  /// The tests that run after the specs.
  let others: ForeignTestRun?
  /// Returns events as they are reported.
  let correct: @Sendable (EventBatch) -> EventBatch

  /// Runs it to its end. A result that could not be printed is not a success.
  func run() async throws -> ExitStatus {
    let live = console == nil ? nil : LiveView(terminal)
    if var console {
      console.print = { [terminal] in terminal.print($0.utf8) }
      let reporter = ConsoleReporter(console)
      reports.add(reporter, isLive: true, reporter.report)
    }
    if let live { reports.add(live, isLive: true, live.report) }
    let merger = Locked(
      StreamMerger(findings: findings.wait(atEnd:)) { [reports, correct] in
        reports.report(correct($0))
      })
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
    guard let others, !others.tests.isEmpty else { return await runSpecs(settings, merger) }
    let tests = OtherTests(others, settings, merger, announce: announce)
    settings.betweenRepetitions = { repetition in
      try await tests.run(in: repetition)
      return !tests.isEnough
    }
    var result = await runSpecs(settings, merger)
    if result.error != nil { return result }
    do {
      var repetition = result.repetition
      if tests.last < repetition { try await tests.run(in: repetition) }
      let isWithoutSpecs = settings.programs.isEmpty || result.exit?.isWithoutSpecs == true
      while isWithoutSpecs, repetition < settings.run.repetitions, !tests.isEnough {
        repetition += 1
        try await tests.run(in: repetition)
      }
    } catch {
      result.error = error
    }
    return result
  }

  /// Reports that tests run again, since the process that ran them has exited.
  private var announce: @Sendable (String) -> Void {
    if console?.console.isQuiet != false { return { _ in } }
    return { [terminal] in terminal.print(terminal.style.yellow($0) + "\n") }
  }

  /// Lists the specs and the other tests.
  private func listAll(
    _ settings: PoolSettings, _ merger: Locked<StreamMerger>
  ) async -> WorkerPool.Result {
    var result = WorkerPool.Result()
    do {
      let tests = try others?.listed(in: settings.run.shard, settings.run.durationFiles)
      let stream = others?.tests.isEmpty == false ? merger.withLock { $0.open() } : nil
      result = await runSpecs(settings, merger)
      guard let stream, !Interruption.isRequested else { return result }
      merger.withLock { merger in
        for test in tests ?? [] { merger.receive(.exampleListed(test), of: stream) }
        merger.receive(.runEnded(ForeignTestRun.endOfList), of: stream)
      }
    } catch {
      result.error = result.error ?? error
    }
    return result
  }

  private func runSpecs(
    _ settings: PoolSettings, _ merger: Locked<StreamMerger>
  ) async -> WorkerPool.Result {
    var result = WorkerPool.Result()
    if settings.programs.isEmpty { return result }
    if usesWorkers { return await WorkerPool(settings, merger).run() }
    do {
      result = try await ProgramSequence(settings, merger).run()
      result.repetition = settings.run.repetitions
    } catch {
      result.error = error
    }
    return result
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
          + (await findings.text(relativeTo: ReportContext.directory)))
      return .nothingRan
    }
    // Output that is shown immediately is above.
    let isShown = !usesWorkers || settings.run.showOutput == .always
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

/// The tests that are not examples, in each repetition of a run.
private final class OtherTests: Sendable {
  private let tests: ForeignTestRun
  private let settings: PoolSettings
  private let merger: Locked<StreamMerger>
  private let stream: StreamMerger.Stream
  private let announce: @Sendable (String) -> Void
  private let state = Locked(0)

  /// The last repetition in which they ran.
  var last: Int { state.withLock { $0 } }

  init(
    _ tests: ForeignTestRun, _ settings: PoolSettings, _ merger: Locked<StreamMerger>,
    announce: @escaping @Sendable (String) -> Void
  ) {
    (self.tests, self.settings, self.merger) = (tests, settings, merger)
    self.announce = announce
    // The run does not end before they have ended.
    stream = merger.withLock { [settings] in
      $0.open(announcing: tests.beginning(1, of: settings.run.repetitions))
    }
  }

  /// Whether no further repetition shall begin.
  var isEnough: Bool {
    Interruption.isRequested
      || settings.run.stopsAtFailure && merger.withLock { $0.end()?.isSuccess } != true
  }

  /// Runs them in a repetition, whose specs have finished.
  func run(in repetition: Int) async throws {
    state.withLock { $0 = repetition }
    if Interruption.isRequested { return }
    let begin = EventLog.now
    let start = tests.beginning(repetition, of: settings.run.repetitions)
    merger.withLock { $0.receive(.runStarted(start), of: stream) }
    let failed = merger.withLock { $0.counts.failed }
    var left = tests.tests.count
    if merger.withLock({ $0.counts.isFocused }) {
      // A focus leaves them out.
      left = 0
    } else if settings.run.failFast.map({ failed < $0 }) ?? true {
      left = try await tests.run(
        .init(
          options: settings.run, durations: settings.durations, jobs: settings.jobs,
          failedBefore: failed, watch: settings.watch, announce: announce
        ) { [settings, merger, stream] event, number in
          merger.withLock { merger in
            settings.clock.withOrigin(worker: number) { merger.receive(event, of: stream) }
          }
        })
    }
    if Interruption.isRequested { return }
    merger.withLock { merger in
      var end = merger.counts
      (end.duration, end.finished, end.notReached) = (EventLog.now - begin, true, left)
      merger.receive(.runEnded(end), of: stream)
    }
  }
}
