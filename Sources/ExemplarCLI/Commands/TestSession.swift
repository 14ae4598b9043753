import ExemplarCore
import ExemplarLog
import ExemplarReports
import ExemplarRows
import Foundation

/// One call of `exemplar test`, from the build to the exit status.
struct TestSession {
  let package: PackageArguments
  /// Where the tests come from, unless they are those of an archive.
  let source: TestSource
  /// The options of the run that lines which run its examples again have too.
  let command: RunFacts.Command
  /// The only examples to run, if the run repeats failures of earlier ones.
  var rerun: RerunRequest?
  /// The examples to begin with.
  var first: RerunRequest?
  /// The commit whose changes the run concerns, if the user names one.
  let since: ChangeArguments
  /// The examples that the changes concern, once they are known.
  var concern: Concern?
  let environment: ToolEnvironment
  var options: RunOptions
  /// The quarantines of a list.
  var quarantine = QuarantineList()
  /// The programs, as they answer what they hold before the run.
  let asked: AskedPrograms
  /// The measurement of the coverage, if it is wanted.
  var coverage: Coverage?
  /// The run that the user compares this one with.
  var baseline: Baseline?
  /// The state that earlier runs of the package left, which is read while the tests are built.
  let earlier: EarlierRuns
  var state: PackageState { earlier.state }
  let terminal: Terminal
  /// The consoles whose verdict waits for the exit status.
  var verdicts = PendingVerdicts()
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
    context.verdicts = verdicts
    return context
  }

  /// Shows the examples that would run.
  ///
  /// - Parameters:
  ///   - form: The form of the list. Nothing else is on the standard output unless people read it.
  ///   - listsLeftOut: Whether examples that a selection leaves out are in it.
  func showPlan(
    as form: PlanListing.Form = .tree, listsLeftOut: Bool = false
  ) async throws -> ExitStatus {
    let changes = try await since.changes(in: package, environment)
    let build = package.build(terminal, source, isSilent: form != .tree)
    let (products, lists) = try await self.products(of: build)
    let others = try await otherTests(in: products, lists)
    let session = try await narrowed(by: changes, in: products, others)
    let listing = PlanListing(form, terminal: terminal, isVerbose: options.console.isVerbose)
    if let concern = session.concern {
      if build.isSilent {
        Terminal.write(concern.line, toError: true)
      } else {
        terminal.print(concern.line)
      }
      if concern.isNone {
        listing.finish()
        return .fine
      }
    }
    if let rerun = session.rerun, rerun.isEmpty {
      terminal.print(rerun.reasonIfEmpty + "\n")
      return .nothingRan
    }
    let folder = try WorkerFolder()
    defer { folder.remove() }
    var worker = try session.workerOptions(in: folder.url)
    if listsLeftOut, session.rerun == nil { worker[.leftOut] = "1" }
    let run = ListingRun(
      build: build, options: worker, asked: asked, shard: options.shard,
      durations: options.durationFiles)
    return try await run.show(listing, others.rerunning(session.rerunIDs))
  }

  /// The session of only what is outstanding, and what changes concern, if the user wants that.
  private func narrowed(
    by changes: GitChanges?, in products: PackageBuild.Products, _ others: ForeignTestRun
  ) async throws -> TestSession {
    var session = self
    try await session.addUndecided(of: others)
    try await session.leaveConcerned(by: changes, in: products, others)
    return session
  }

  /// Whether the console shows the run; otherwise a report in the standard output replaces it.
  var hasConsole: Bool {
    get throws { try !environment.reports().contains(where: \.replacesConsole) }
  }

  /// Builds the tests and runs them.
  func run() async throws -> ExitStatus {
    if let address = try environment.queue(), options.queue != nil {
      return try await runBatches(of: address)
    }
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
    let changes = try await since.changes(in: package, environment)
    let tests = try await buildTests()
    let session = try await narrowed(by: changes, in: tests.products, tests.others)
    if let rerun = session.rerun, rerun.isEmpty, session.concern?.isNone != true {
      return nothingRan(rerun, reports)
    }
    try session.announceConcern()
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
    if let record {
      console.showWhole = { [package, command] in
        package.invocation(command).report(package.name(ofLog: record.log), whole: $0)
      }
    } else {
      (console.rerunFailed, console.rerunCause) = (nil, nil)
    }
    let plan = try await listedPlan(of: programs, beside: foreign?.tests ?? [], recording)
    defer { plan?.remove() }
    var facts = prepared.facts
    facts.shard = options.shard
    facts.planDigest = plan?.recorded.digest
    knownFacts.withLock { [facts] in $0 = facts }
    let (logs, results) = beginLogs(recording, record, facts, plan?.recorded, foreign, reports)
    if let concern, concern.isNone {
      let hasSpecs = !tests.others.programsOfSpecs.isEmpty
      return end(reports, "none concerns the changes", hasSpecs: hasSpecs, without: concern.all)
    }
    let log = record?.log.path ?? environment.recording
    prepared.findings.atEnd.withLock {
      $0 = { [package] end in
        [
          results.vanished(atEnd: end, in: log),
          ObsoleteValues.issue(of: results, atEnd: end, in: PackageRoot(package.path)),
        ].compactMap(\.self)
      }
    }
    if let plan, let shard = options.shard {
      if plan.isEmptyShard {
        let count = plan.recorded.examples.count
        terminal.print(shard.emptiness(of: count) + "\n")
        let reason = "shard \(shard.number) of \(shard.count) is empty"
        return end(reports, reason, hasSpecs: plan.hasSpecs, without: count)
      }
      foreign = foreign?.keeping(plan.tests)
    }
    let settings = settings(plan?.programs ?? programs.chosen, leftOut: programs.examplesLeftOut)
    console.isLongestFirst = reason == nil && settings.durationClasses.values.contains { $0 > 0 }
    var status = try await TestRun(
      settings: settings, usesWorkers: reason == nil, reports: reports,
      console: hasConsole ? console : nil,
      terminal: terminal, findings: prepared.findings, logs: logs, others: foreign,
      correct: advice(facts).corrected
    ).run()
    if let packageReports {
      status = try await packageReports.write(after: status) { terminal.print($0) }
    }
    let print: (String) -> Void =
      hasConsole ? { terminal.print($0) } : { Terminal.write($0, toError: true) }
    if let coverage, let profiles = prepared.profiles {
      let problem = await coverage.report(
        profiles, of: tests.programs, sources: tests.products.targets.code, after: status,
        print: print)
      if let problem {
        Terminal.error(problem)
        verdicts.reasons.append(problem)
        if status == .fine { status = .failed }
      }
    }
    return rest(after: status, results, print)
  }

  /// Ends a run in which everything was left out, as it should be.
  ///
  /// - Parameters:
  ///   - reason: The reason, for the last line.
  ///   - count: How many examples were left out.
  private func end(
    _ reports: RunReporters, _ reason: String, hasSpecs: Bool, without count: Int
  ) -> ExitStatus {
    verdicts.result = "no example: \(reason)"
    reports.finish(orIfSilent: .emptyRun(options, hasSpecs: hasSpecs, notSelected: count))
    return reports.isComplete && terminal.isComplete ? .fine : .failed
  }

  /// The programs with the tests of the package, as they were just built.
  struct BuiltTests {
    let products: PackageBuild.Products
    /// The tests that are not examples.
    let others: ForeignTestRun
    var programs: [URL] { products.programs }
    let code: (commit: String?, changes: String?)
    let sources: String?
    /// The options of the build, and its date.
    let options: [String]
    let date: Double?
  }

  /// Builds the tests, while the programs of an earlier build list those that are not examples.
  private func products(
    of build: PackageBuild
  ) async throws -> (PackageBuild.Products, ForeignTestLists?) {
    async let lists = ForeignTestLists(build.productsBefore, in: package.path, options)
    do {
      return (try await build.products(), await lists)
    } catch {
      await lists?.end()
      throw error
    }
  }

  /// Builds the tests.
  func buildTests() async throws -> BuiltTests {
    Interruption.patience.withLock { $0 = max($0, options.grace) }
    let isSilent = try options.console.isQuiet || !hasConsole
    var build = package.build(
      terminal, source, isSilent: isSilent, measuringCoverage: coverage != nil)
    build.isBrief = try options.console.isQuiet && hasConsole
    if watcher != nil { build.errorLimit = 20 }
    async let sweep: Void = WorkerFolder.sweep()
    async let code = package.code
    async let _ = earlier.state
    let (products, lists) =
      if let built { (built, ForeignTestLists?.none) } else { try await self.products(of: build) }
    await sweep
    // Processes that only list tests would write their profiles into the folder of the package.
    if coverage != nil { setenv("LLVM_PROFILE_FILE", "/dev/null", 1) }
    let others = try await otherTests(in: products, lists)
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
    let manifest = package.archived?.archive.manifest
    return BuiltTests(
      products: products, others: others, code: await code,
      sources: built == nil ? products.sources : products.digest(ofPackage: package.path).text,
      options: manifest?.buildOptions ?? build.arguments,
      date: manifest?.build ?? RunFacts.build(of: products.programs))
  }

  /// The advice about the values of a run.
  func advice(_ facts: RunFacts) -> ReviewAdvice {
    ReviewAdvice(
      root: package.archived == nil ? PackageRoot(package.path) : nil,
      isOfKnownCode: facts.sources != nil)
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
    facts.isRerun = rerun == nil || rerun?.isOfChanges == true ? nil : true
    facts.changedSince = concern?.ids == nil ? nil : concern?.base
    facts.build = tests.date
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
      foreign: command.specs == true ? nil : foreign?.tests, scope: scope(facts), facts: facts,
      baseline: baseline ?? Baseline(in: state, of: facts, records: package.records))
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
  ///
  /// - Parameter lists: Lists that were begun before the programs were built.
  private func otherTests(
    in products: PackageBuild.Products, _ lists: ForeignTestLists?
  ) async throws -> ForeignTestRun {
    try await .listing(
      products, lists, in: package.path, options, specsOnly: command.specs == true,
      quarantine: quarantine,
      output: { [terminal, isQuiet = options.console.isQuiet] in
        terminal.print(isQuiet ? QuietOutput.lines($0) : $0)
      })
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
  func newRecord() -> RunFolder? {
    unlessImpossible { try RunFolder(in: package.records, keeping: state.baselines) }
  }

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
