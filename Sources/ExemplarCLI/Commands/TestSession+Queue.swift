import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// A run whose examples come from a queue that several machines share.
extension TestSession {
  /// Builds the tests and runs batches of a queue until all examples of the run have results. One machine reports them.
  /// A machine that cannot take part to the end fails, in its reports too.
  func runBatches(of address: QueueAddress) async throws -> ExitStatus {
    // Those that cannot be written fail before anything runs.
    _ = try openReports()
    // Another machine may write them.
    CommandFiles.removeOld(try environment.outputs())
    do {
      return try await runOrThrow(address)
    } catch {
      let (reports, _) = try openReports()
      let known: (any Error)? =
        Interruption.isRequested
        ? ExitStatus.interrupted : error as? ExitStatus ?? error as? BuildFailure
      reports.finish(orIfSilent: known.map { .runDidNotBegin($0) } ?? .runDidNotBegin("\(error)"))
      if let known { throw known }
      Terminal.error(error)
      throw ExitStatus.didNotFinish
    }
  }

  private func runOrThrow(_ address: QueueAddress) async throws -> ExitStatus {
    let built = try await buildTests()
    let prepared = try await prepare(built, nil)
    let programs = prepared.programs
    guard !programs.isMissingSomething,
      case let plan = try await ListedPlan(
        of: programs.chosen, beside: prepared.foreign?.tests ?? [], nil, isQueued: true,
        durations: [], by: asked), !plan.recorded.examples.isEmpty
    else {
      // Each machine reports the reason.
      var session = self
      (session.options.queue, session.built) = (nil, built.products)
      return try await session.run()
    }
    defer { plan.remove() }
    var facts = prepared.facts
    facts.planDigest = plan.recorded.digest
    let hasConsole = try hasConsole
    let run = QueueRun(
      queue: queue(address), address: address, plan: plan.recorded, facts: facts,
      isQuiet: options.console.isQuiet,
      print: { [terminal] text in
        if hasConsole { terminal.print(text) } else { Terminal.write(text, toError: true) }
      },
      conclude: { [verdicts] counts in
        verdicts.result = "the run of all machines: \(counts)"
        if !hasConsole { Terminal.write("The run of all machines: \(counts)\n", toError: true) }
      })
    return try await run.run(by: recordedDurations) { units in
      try await runBatch(units, of: plan, prepared, facts)
    } report: { results in
      try report(results, plan.recorded, facts, prepared.foreign)
    }
  }

  private func queue(_ address: QueueAddress) -> any TestQueue {
    #if Queue
      RedisQueue(address)
    #else
      preconditionFailure("The command line refuses a queue without the trait.")
    #endif
  }

  /// The durations in the records that the user names, or in the last run of the package here.
  private func recordedDurations() -> RecordedDurations {
    var durations = RecordedDurations()
    let last = RunFolder.latestLogs(in: package.records).map(\.path)
    for path in options.durationFiles.isEmpty ? last : options.durationFiles {
      // The files of the user have been read before.
      try? durations.add(logAt: path)
    }
    return durations
  }

  // MARK: Batches

  /// Runs units, and returns the log of their run.
  private func runBatch(
    _ units: [Int], of plan: ListedPlan, _ prepared: Preparation, _ facts: RunFacts
  ) async throws -> QueueRun.BatchResult {
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let share = try plan.share(of: units)
    let file = folder.url.appendingPathComponent("batch.\(RunFolder.fileExtension)")
    let log = try RunLog(file, clock, output: options.recordedOutput)
    log.begin(facts, nil)
    let reports = RunReporters()
    reports.add(log, log.report)
    let status = try await TestRun(
      settings: settings(share.programs, leftOut: prepared.programs.examplesLeftOut),
      usesWorkers: true, reports: reports, console: nil, terminal: terminal,
      findings: prepared.findings, logs: [log], others: prepared.foreign?.keeping(share.tests),
      correct: advice(facts).corrected
    ).run()
    // Processes cannot be started here; they can on other machines.
    if status == .couldNotStart { throw status }
    return QueueRun.BatchResult(
      log: try Data(contentsOf: file), summary: reports.progress.summary, status: status)
  }

  // MARK: Reports

  /// The reporters, with the record that the user wants.
  private func openReports() throws -> (RunReporters, RunLog?) {
    let reports = RunReporters(try reporters(environment.reports()))
    let recording = try addRecording(to: reports)
    if try hasConsole {
      let reporter = ConsoleReporter(context)
      reports.add(reporter, isLive: true, reporter.report)
    }
    return (reports, recording)
  }

  private func report(
    _ results: QueueResults, _ plan: RecordedPlan, _ facts: RunFacts, _ foreign: ForeignTestRun?
  ) throws -> QueueVerdict {
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let report = try QueueReport(results, of: plan, in: folder.url)
    let (reports, recording) = try openReports()
    let record = report.problems.isEmpty ? newRecord() : nil
    defer { record?.close() }
    // The record has the plan of a whole run, without units.
    var whole = plan
    for index in whole.examples.indices { whole.examples[index].shard = 0 }
    var facts = facts
    facts.planDigest = whole.digest
    _ = beginLogs(recording, record, facts, whole, foreign, reports)
    let baseline = baseline ?? Baseline(in: state, of: facts, records: package.records)
    return try report.show(
      reports, clock,
      findings: report.runs.findings(facts, since: baseline, in: PackageRoot(package.path)))
  }
}
