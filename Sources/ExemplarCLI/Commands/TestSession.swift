import ExemplarCore
import ExemplarLog
import ExemplarReports
import ExemplarRows
import Foundation

/// One call of `exemplar test`, from the build to the exit status.
struct TestSession {
  let package: PackageArguments
  /// The options of the run that lines which run its examples again have too.
  let command: RunFacts.Command
  /// The only examples to run, if the run repeats failures of earlier ones.
  var rerun: RerunRequest?
  /// The examples to begin with.
  var first: RerunRequest?
  let environment: ToolEnvironment
  var options: RunOptions
  /// The quarantines of a list.
  let quarantine: QuarantineList
  /// The programs, as they answer what they hold before the run.
  let asked: AskedPrograms
  /// The measurement of the coverage, if it is wanted.
  let coverage: Coverage?
  /// The state that earlier runs of the package left.
  let state: PackageState
  let terminal: Terminal
  /// The tests, if they are built already.
  var built: PackageBuild.Products?
  /// Set while the tests are watched: receives the events and the built tests too.
  var watcher: WatchedRuns?
  let clock = EventClock()
  /// The facts about the run, once the tests are built.
  private let knownFacts = Locked<RunFacts?>(nil)

  /// The context of the reporters.
  var context: ReportContext {
    let invocation = package.invocation(command)
    var context = ReportContext(
      terminal, options.console, environment: environment.variables, clock, invocation
    ) { [store = package.store(command.platform)] in store.state.history() }
    context.facts = { [knownFacts] in
      knownFacts.withLock { $0?.shown(as: invocation) } ?? []
    }
    context.code = { [knownFacts] in knownFacts.withLock { $0?.code } }
    return context
  }

  /// Shows the examples that would run.
  func showPlan() async throws -> ExitStatus {
    var session = self
    let build = package.build(terminal)
    let others = try await otherTests(in: try await build.products())
    try await session.addUndecided(of: others)
    if let rerun = session.rerun, rerun.isEmpty {
      terminal.print(rerun.reasonIfEmpty + "\n")
      return .nothingRan
    }
    let run = ListingRun(
      build: build, options: try session.workerOptions(in: package.buildFolder), asked: asked,
      shard: options.shard, durations: options.durationFiles)
    return try await run.show(
      PlanListing(.tree, terminal: terminal, isVerbose: options.console.isVerbose),
      others.rerunning(session.rerunIDs))
  }

  /// Whether the console shows the run; otherwise a report in the standard output replaces it.
  var hasConsole: Bool {
    get throws { try !environment.reports().contains(where: \.replacesConsole) }
  }

  /// Builds the tests and runs them. Reports of an earlier run must not be mistaken for those of this one, whatever
  /// prevents it from running.
  func run() async throws -> ExitStatus {
    if let address = try environment.queue(), options.queue != nil {
      return try await runBatches(of: address)
    }
    CommandFiles.removeOld(coverage?.outputs ?? [])
    // Those that the worker writes are not written here.
    let requests = try environment.reports().filter { $0.customName == nil }
    let reports = RunReporters(
      try reporters(requests), stopsAtFailure: options.stopsAtFailure)
    if let watcher { reports.add(watcher, watcher.report) }
    do {
      return try await run(reports, addRecording(to: reports), hasConsole: hasConsole)
    } catch {
      if reports.isSilent { recordThatNothingBegan(error) }
      reports.finish(orIfSilent: .runDidNotBegin(error))
      throw error
    }
  }

  /// The record that the user wants, which is one of the reporters.
  func addRecording(to reports: RunReporters) throws -> RunLog? {
    guard let path = environment.recording else { return nil }
    let recording = try RunLog(
      URL(fileURLWithPath: path), clock, output: options.recordedOutput)
    reports.add(recording, recording.report)
    return recording
  }

  /// Records a run that did not begin: the last run is not the one before it.
  private func recordThatNothingBegan(_ error: any Error) {
    guard (error as? ExitStatus) != .fine, let record = newRecord() else { return }
    defer { record.close() }
    guard let log = newLog(of: record) else { return }
    log.begin(RunFacts(command: command, package: package.name), nil)
    for event in [Event].runDidNotBegin(error) { log.report(event) }
    log.finish()
  }

  private func run(
    _ reports: RunReporters, _ recording: RunLog?, hasConsole: Bool
  ) async throws -> ExitStatus {
    if let rerun, rerun.ids.isEmpty, rerun.decided == nil { return nothingRan(rerun, reports) }
    let tests = try await buildTests()
    var session = self
    try await session.addUndecided(of: tests.others)
    if let rerun = session.rerun, rerun.isEmpty { return nothingRan(rerun, reports) }
    session.announceOutstanding()
    return try await session.run(tests, reports, recording, hasConsole: hasConsole)
  }

  private func run(
    _ tests: BuiltTests, _ reports: RunReporters, _ recording: RunLog?, hasConsole: Bool
  ) async throws -> ExitStatus {
    let record = options.isListing ? nil : newRecord()
    defer { record?.close() }
    let prepared = try await prepare(tests, record)
    let (programs, packageReports) = (prepared.programs, prepared.packageReports)
    if let log = packageReports?.log { reports.add(log, log.report) }
    if let quarantine = prepared.findings.quarantine { reports.add(quarantine, quarantine.report) }
    var foreign = prepared.foreign
    // Without specs to run, there is no process that all of them could be in.
    let reason = programs.chosen.isEmpty ? nil : reasonForOneProcess(prepared.worker)
    if let reason, !options.isListing, !options.console.isQuiet {
      let place = programs.chosen.count == 1 ? "in one process" : "in one process of each program"
      Terminal.write(
        "Everything runs \(place) (\(reason)), so a crash ends the run.\n", toError: true)
    }
    var console = context
    if record == nil { (console.rerunFailed, console.rerunCause) = (nil, nil) }
    let plan = try await listedPlan(of: programs, beside: foreign?.tests ?? [], recording)
    defer { plan?.remove() }
    var facts = prepared.facts
    facts.shard = options.shard
    facts.planDigest = plan?.recorded.digest
    knownFacts.withLock { [facts] in $0 = facts }
    let (logs, results) = beginLogs(recording, record, facts, plan?.recorded, foreign, reports)
    if let plan, let shard = options.shard {
      if let events = plan.emptiness(options) {
        terminal.print(shard.emptiness(of: plan.recorded.examples.count) + "\n")
        reports.finish(orIfSilent: events)
        return reports.isComplete && terminal.isComplete ? .fine : .failed
      }
      foreign = foreign?.keeping(plan.tests)
    }
    let settings = settings(plan?.programs ?? programs.chosen, leftOut: programs.examplesLeftOut)
    console.isLongestFirst = reason == nil && settings.durationClasses.values.contains { $0 > 0 }
    var status = try await TestRun(
      settings: settings, usesWorkers: reason == nil, reports: reports,
      console: hasConsole ? console : nil,
      terminal: terminal, findings: prepared.findings, logs: logs, others: foreign
    ).run()
    if let packageReports {
      status = try await packageReports.write(after: status) { terminal.print($0) }
    }
    let print: (String) -> Void =
      hasConsole ? { terminal.print($0) } : { Terminal.write($0, toError: true) }
    guard let coverage, let profiles = prepared.profiles else {
      return rest(after: status, results, print)
    }
    return rest(
      after: await coverage.report(
        profiles, of: tests.programs, sources: tests.products.targets.code, after: status,
        print: print),
      results, print)
  }

  /// The programs with the tests of the package, as they were just built.
  struct BuiltTests {
    let products: PackageBuild.Products
    /// The tests that are not examples.
    let others: ForeignTestRun
    var programs: [URL] { products.programs }
    let code: (commit: String?, changes: String?)
    let sources: String?
    /// The options of the build.
    let options: [String]
  }

  /// Builds the tests.
  func buildTests() async throws -> BuiltTests {
    Interruption.patience.withLock { $0 = max($0, options.grace) }
    let isSilent = try options.console.isQuiet || !hasConsole
    var build = package.build(
      terminal, isSilent: isSilent, measuringCoverage: coverage != nil)
    if watcher != nil { build.errorLimit = 20 }
    async let sweep: Void = WorkerFolder.sweep()
    async let code = RunFacts.code(of: package.path)
    let products = if let built { built } else { try await build.products() }
    await sweep
    let others = try await otherTests(in: products)
    if options.pool != nil, ConcurrencyPool.needsLibrary,
      let program = products.programs.first(where: { !others.programsOfSpecs.contains($0) })
    {
      throw UsageError(
        "\(environment.name(of: .pool)) has no effect on \(program.lastPathComponent), which does not contain Exemplar. Add "
          + "Exemplar to the dependencies of a test target, or leave the option out.")
    }
    watcher?.built = products
    watcher?.programsOfSpecs = others.programsOfSpecs
    watcher?.testModules = Set(others.all.map(\.id.components[0]))
    // The build may have written Package.resolved.
    return BuiltTests(
      products: products, others: others, code: await code,
      sources: SourceDigest(ofPackage: package.path).text,
      options: build.arguments)
  }

  /// The facts about a run that are known before it begins.
  struct Preparation {
    /// The tests that run beside the specs, if some do.
    var foreign: ForeignTestRun?
    let findings: SourceFindings
    /// The folder for the profiles of the coverage.
    let profiles: WorkerFolder?
    let programs: TestPrograms
    let worker: [EnvironmentOption: String]
    /// The reports that code of the package defines, if no program can write them during the run.
    let packageReports: PackageReports?
    let facts: RunFacts
  }

  /// Finds the programs and the other tests that run.
  ///
  /// - Parameter record: The record of the run, whose folder has the list of the examples that run again.
  func prepare(_ tests: BuiltTests, _ record: RunFolder?) async throws -> Preparation {
    let others = tests.others.rerunning(rerunIDs)
    var foreign: ForeignTestRun? = others
    // A selection suppresses findings outside it.
    let isWhole =
      !options.selection.asksForAPart && !options.isListing && options.checkedFiles.isEmpty
      && rerun == nil
    let profiles = try coverage?.begin()
    let findingsOfList =
      quarantine.isEmpty
      ? nil
      : QuarantineFindings(
        quarantine,
        isWhole: isWhole && options.shard == nil && options.queue == nil && options.failFast == nil
          && command.specs != true, isStrict: options.isStrict)
    let findings = SourceFindings(isStrict: options.isStrict, quarantine: findingsOfList) {
      isWhole ? PackageSources(tests.products.targets).unrunSpecs : []
    }
    var worker = try workerOptions(in: record?.folder ?? package.buildFolder)
    // None of several programs could write a report of the whole run.
    let ownReports =
      (tests.programs.count > 1 || others.programsOfSpecs.isEmpty) && !options.isListing
      ? worker.removeValue(forKey: .report) : nil
    let programs = try await TestPrograms(
      others.programsOfSpecs, options: worker, foreign: others.besideSpecs, by: asked)
    let packageReports =
      try ownReports == nil
      ? nil
      : PackageReports(
        environment.reports(), of: programs.asked, in: package.path, timeout: options.timeout, clock
      )
    if programs.isMissingSomething { foreign = nil }
    var facts = RunFacts(
      command: command, package: package.name, worker: worker, build: tests.options)
    (facts.commit, facts.changes) = tests.code
    facts.sources = tests.sources
    facts.isRerun = rerun == nil ? nil : true
    facts.build = RunFacts.build(of: tests.programs)
    return Preparation(
      foreign: foreign, findings: findings, profiles: profiles, programs: programs, worker: worker,
      packageReports: packageReports, facts: facts)
  }

  /// The settings of the workers that run programs.
  func settings(_ programs: [TestProgram], leftOut: Int) -> PoolSettings {
    let jobs = options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    return PoolSettings(
      programs: programs, leftOut: leftOut, directory: package.path, run: options, jobs: jobs,
      // A single process runs the specs in the order of the seed, so nothing waits for the last
      // one.
      durationClasses: jobs > 1 && options.order == .random ? state.durationClasses : [:],
      asked: asked,
      durations: state.durations,
      first: Set((first?.ids ?? []).map { ExampleID(text: $0).spec }), clock: clock,
      print: { [options, terminal] bytes in if !options.isListing { terminal.print(bytes) } })
  }

  /// Begins the logs of a run: the one that the user wants, and the one among the records of the package, with the
  /// results.
  func beginLogs(
    _ recording: RunLog?, _ record: RunFolder?, _ facts: RunFacts, _ plan: RecordedPlan?,
    _ foreign: ForeignTestRun?, _ reports: RunReporters
  ) -> ([RunLog], RunResultsReport) {
    var logs = [recording].compactMap(\.self)
    let log = record.flatMap(newLog)
    if let log {
      logs.append(log)
      reports.add(log, log.report)
    }
    // The status depends on the outstanding examples, even if they cannot be recorded.
    let results = RunResultsReport(
      of: log == nil ? nil : record?.folder, in: package.store(command.platform), since: state,
      foreign: command.specs == true ? nil : foreign?.tests, scope: scope(facts), code: facts.code)
    if !options.isListing { reports.add(results, results.report) }
    for log in logs { log.begin(facts, plan) }
    return (logs, results)
  }

  /// The plan, if the run is recorded or divided. A record may lack the plan, if a row source ends the process that lists
  /// it; a shard cannot.
  private func listedPlan(
    of programs: TestPrograms, beside tests: [ForeignTest], _ recording: RunLog?
  ) async throws -> ListedPlan? {
    guard recording != nil || options.shard != nil, !programs.isMissingSomething,
      !options.isListing
    else { return nil }
    do {
      return try await ListedPlan(
        of: programs.chosen, beside: tests, options.shard, durations: options.durationFiles,
        by: asked)
    } catch ExitStatus.didNotFinish where options.shard == nil {
      Terminal.warn("The record has no plan, since it could not be listed.")
      return nil
    }
  }

  /// Why one process of a program runs all of its specs, if it does: lists, checks, and reports that the process with
  /// the specs writes need one process that sees everything.
  private func reasonForOneProcess(_ worker: [EnvironmentOption: String]) -> String? {
    if options.isListing { return environment.name(of: .list) }
    if options.isInProcess { return environment.name(of: .inProcess) }
    return options.checkedFiles.isEmpty && worker[.report] == nil
      ? nil : "a report of the package's own sees it from inside"
  }

  /// The tests that are not examples, and run beside the specs unless the user leaves them out.
  private func otherTests(in products: PackageBuild.Products) async throws -> ForeignTestRun {
    try await .listing(
      products, in: package.path, options, specsOnly: command.specs == true,
      quarantine: quarantine,
      output: { [terminal] in terminal.print($0) })
  }

  /// The ids of the only examples and tests that run again; `nil` for all.
  private var rerunIDs: Set<ExampleID>? { rerun.map { Set($0.ids.map { ExampleID(text: $0) }) } }

  /// The options of a worker.
  ///
  /// - Parameter folder: The location of its rerun list.
  private func workerOptions(in folder: URL) throws -> [EnvironmentOption: String] {
    var options = environment.worker
    // The disk of the records may be full.
    func list(_ request: RerunRequest) throws -> String {
      try (try? request.list(in: folder)) ?? request.list(in: package.buildFolder)
    }
    options[.rerun] = try rerun.map(list)
    options[.first] = try first.flatMap { $0.ids.isEmpty ? nil : try list($0) }
    return options
  }

  /// The log among the records.
  private func newLog(of record: RunFolder) -> RunLog? {
    unlessImpossible {
      try RunLog(record.log, clock, output: options.recordedOutput, isRequired: false)
    }
  }

  /// The record of the run.
  func newRecord() -> RunFolder? { unlessImpossible { try RunFolder(in: package.records) } }

  /// Makes a part of the record. Prints a warning if that is impossible.
  private func unlessImpossible<Value>(_ make: () throws -> Value) -> Value? {
    do {
      return try make()
    } catch {
      Terminal.warn(RunStore.problem(error))
      return nil
    }
  }

  /// The reporters that were requested here and in the environment.
  func reporters(_ requests: [ReportRequest]) throws -> [any Reporter] {
    try ReportRequest.reporters(for: requests + environment.streamRequests, context)
  }
}
