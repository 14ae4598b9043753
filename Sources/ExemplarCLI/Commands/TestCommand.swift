import ArgumentParser
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// `exemplar test`: builds the tests of a package and runs its examples.
struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Builds the tests of a package and runs its examples.",
    discussion: """
      A PATH is an id as reports print it, the beginning of one, with or without its module; a glob; \
      File.swift or File.swift:42; data.json:14; or any part of a name. Options after -- go to \
      swift build.
      """)

  @Argument(help: "The examples to run; everything by default.")
  var paths: [String] = []

  @Option(help: ArgumentHelp("The folder of the package.", valueName: "folder"))
  var packagePath = "."

  @Option(
    help: ArgumentHelp(
      "The profile of \(ConfigurationFile.name) to use; the same as EXEMPLAR_PROFILE.",
      valueName: "name"))
  var profile: String?

  @Flag(help: "Runs the package's other tests too: those of Swift Testing and XCTest.")
  var all = false

  @Flag(
    help: "Runs only the selected examples that failed and have not passed since.")
  var onlyFailures = false

  @Flag(help: "Shows what would run, in its order, and runs nothing.")
  var dryRun = false

  // Their values stay text: they are read in one place, which environment variables and programs share.
  @OptionGroup var given: RunArguments

  /// The arguments after `--`.
  private var buildOptions: [String] { CommandLineParts.own.afterTerminator }

  func validate() throws {
    if packagePath.isEmpty {
      throw ValidationError("--package-path has an empty value. Give it one, or leave it out.")
    }
    if dryRun, given.values[.report] != nil {
      throw ValidationError(
        "--dry-run runs nothing, so there is nothing to report. Leave one of --dry-run and --report out."
      )
    }
    try checkingUsage {
      let environment = try environment
      try checkProcesses(try environment.options(), environment)
      _ = try environment.reports()
    }
  }

  func run() async throws {
    let terminal = Terminal(environment: ProcessInfo.processInfo.environment)
    Interruption.watch()
    let environment = try environment
    let outstanding = UnresolvedFailures(in: buildFolder)
    if dryRun { throw try await showPlan(environment, outstanding, terminal) }
    let clock = EventClock()
    // Those that the worker writes are not written here.
    let requests = try environment.reports().filter { $0.customName == nil }
    // Reports of an earlier run must not be mistaken for those of this one, whatever prevents it
    // from running.
    let reports = RunReporters(
      try reporters(requests, environment, terminal, clock, environment.options().isVerbose))
    do {
      throw try await runTests(
        environment, outstanding, terminal, reports, clock,
        hasConsole: !requests.contains(where: \.replacesConsole))
    } catch {
      if reports.isSilent { recordThatNothingBegan(error) }
      reports.finish(orIfSilent: .runDidNotBegin(error))
      throw error
    }
  }

  /// Records a run that did not begin: the last run is not the one before it.
  private func recordThatNothingBegan(_ error: any Error) {
    guard (error as? ExitStatus) != .fine, let record else { return }
    defer { record.close() }
    guard let log = try? EventLogWriter(path: record.log.path) else { return }
    for event in [Event].runDidNotBegin(error) { log.report(event) }
    log.finish()
  }

  /// Builds the tests and runs them.
  private func runTests(
    _ environment: ToolEnvironment, _ outstanding: UnresolvedFailures, _ terminal: Terminal,
    _ reports: RunReporters, _ clock: EventClock, hasConsole: Bool
  ) async throws -> ExitStatus {
    if onlyFailures, outstanding.ids.isEmpty {
      let reason =
        "Nothing that ran here has failed and not passed since, so nothing is run again."
      terminal.print(reason + "\n")
      reports.finish(orIfSilent: .nothingRan(reason))
      return .nothingRan
    }
    let options = try environment.options()
    Interruption.patience.withLock { $0 = max($0, options.grace) }
    let build = PackageBuild(
      packagePath: packagePath, arguments: buildOptions, terminal: terminal)
    async let order: Void = putInOrder()
    let built = try await build.testPrograms()
    await order
    var plain = try await plainTests(in: built, options, outstanding, terminal)
    // A selection suppresses findings outside it.
    let isWhole =
      !options.selection.asksForAPart && !options.isListing && options.checkedFiles.isEmpty
      && !onlyFailures
    let findings = SourceFindings(isStrict: options.isStrict) {
      guard isWhole else { return [] }
      return (try? await build.testSources(isAside: true))?.unrunSpecs ?? []
    }
    let record = options.isListing ? nil : record
    defer { record?.close() }
    if let run = record?.folder.lastPathComponent {
      reports.add(
        UnresolvedFailuresReport(outstanding, plain: plain?.tests, run: run, in: buildFolder))
      reports.add(HistoryReport(run: run, in: HistoryFolder(in: buildFolder)))
    }
    let worker = try told(environment, outstanding, in: record?.folder ?? buildFolder)
    let programs = try await TestPrograms(
      built, directory: packagePath, options: worker, plain: options.isListing ? nil : plain)
    // A list runs nothing.
    if programs.isMissingSomething || options.isListing { plain = nil }
    // Without specs to run, there is no process that all of them could be in.
    let isShared = isShared(options, environment) || programs.chosen.isEmpty
    if !isShared {
      try requireOneProgram(in: programs, options, environment)
      tellOfOneProcess(options, environment, terminal)
    }
    let jobs = options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    return try await TestRun(
      settings: PoolSettings(
        programs: programs.chosen, leftOut: programs.examplesLeftOut, directory: packagePath,
        run: options, jobs: jobs,
        // A single process runs the specs in the order of the seed, so nothing waits for the last
        // one.
        durations: jobs > 1 && options.order == .random ? outstanding.durations : [:],
        clock: clock, print: { bytes in if !options.isListing { terminal.print(bytes) } }),
      isShared: isShared, reports: reports, hasConsole: hasConsole, terminal: terminal,
      findings: findings, log: record?.log, rerun: rerun,
      rerunFailed: record == nil ? nil : rerunFailed, others: plain
    ).run()
  }

  /// Clears up what earlier runs have left, while the tests are built.
  private func putInOrder() {
    WorkerFolder.sweep()
    HistoryFolder(in: buildFolder).complete()
  }

  /// Throws ``AuthoringMistake`` for options that only a run with processes of its own honors.
  private func checkProcesses(_ options: RunOptions, _ environment: ToolEnvironment) throws {
    guard options.isInProcess else { return }
    for option in [EnvironmentOption.grace, .memoryLimit, .showOutput]
    where environment.variables[option.rawValue] != nil
      && !(option == .showOutput && options.showOutput == .always)
    {
      throw AuthoringMistake(
        "\(environment.name(of: option)) needs processes of their own for the specs; leave it out, or "
          + "\(environment.name(of: .inProcess)).")
    }
  }

  /// Reports that the process takes the run with it.
  private func tellOfOneProcess(
    _ options: RunOptions, _ environment: ToolEnvironment, _ terminal: Terminal
  ) {
    if options.isListing { return }
    let reason = reasonForOneProcess(options, environment)
    Terminal.write(
      "Everything runs in one process (\(reason)): what ends it ends the run.\n", toError: true)
  }

  private func reasonForOneProcess(
    _ options: RunOptions, _ environment: ToolEnvironment
  ) -> String {
    if options.isListing { return environment.name(of: .list) }
    return options.isInProcess
      ? environment.name(of: .inProcess) : "a report of the package's own sees it from inside"
  }

  /// Prints an error and throws the status if one process cannot run everything, since there are several programs.
  private func requireOneProgram(
    in programs: TestPrograms, _ options: RunOptions, _ environment: ToolEnvironment
  ) throws {
    if programs.chosen.count == 1 { return }
    let names = programs.chosen.map(\.url.lastPathComponent).joined(separator: ", ")
    Terminal.write(
      "error: Everything would run in one process (\(reasonForOneProcess(options, environment))), but Swift Build has "
        + "made a program of each test target: \(names). Name what is in one of them, or build with the native "
        + "build system, which puts all targets into one program: leave --build-system out.\n",
      toError: true)
    throw ExitStatus.couldNotStart
  }

  /// Whether the run has separate processes for its specs. Lists, checks, and reports that the
  /// process with the specs writes need one process that sees everything.
  private func isShared(_ options: RunOptions, _ environment: ToolEnvironment) -> Bool {
    !options.isListing && options.checkedFiles.isEmpty && !options.isInProcess
      && environment.worker[.report] == nil
  }

  /// Shows what would run.
  private func showPlan(
    _ environment: ToolEnvironment, _ outstanding: UnresolvedFailures, _ terminal: Terminal
  ) async throws -> ExitStatus {
    var worker = try told(environment, outstanding, in: buildFolder)
    worker[.list] = "1"
    let run = ListingRun(
      packagePath: packagePath, buildOptions: buildOptions, options: worker, terminal: terminal)
    let options = try environment.options()
    return try await run.show(
      PlanListing(.tree, terminal: terminal, isVerbose: options.isVerbose)
    ) { programs in
      try await plainTests(in: programs, options, outstanding, terminal)
    }
  }

  /// The tests that run beside the specs, if that was asked for.
  private func plainTests(
    in programs: [URL], _ options: RunOptions, _ outstanding: UnresolvedFailures,
    _ terminal: Terminal
  ) async throws -> ForeignTestRun? {
    guard all else { return nil }
    let ids = outstanding.ids.map { ExampleID(text: $0) }
    return try await ForeignTestRun(
      programs, in: packagePath, options,
      rerun: onlyFailures ? Set(ids) : nil, output: { terminal.print($0) })
  }

  private var buildFolder: URL {
    BuildFolder(packagePath: packagePath, arguments: buildOptions).url
  }

  /// The options of a worker.
  ///
  /// - Parameter folder: The location of its rerun list.
  private func told(
    _ environment: ToolEnvironment, _ outstanding: UnresolvedFailures, in folder: URL
  ) throws -> [EnvironmentOption: String] {
    var options = environment.worker
    if onlyFailures { options[.rerun] = try outstanding.listed(in: folder) }
    return options
  }

  /// The record of the run. Prints a message if it cannot be created.
  private var record: RunRecord? {
    do {
      let record = try RunRecord(in: buildFolder)
      try record.note(RunRecord.Command(all: all, profile: profile))
      return record
    } catch {
      Terminal.write("warning: The run is not recorded: \(error)\n", toError: true)
      return nil
    }
  }

  /// The line that runs examples again.
  private var rerun: @Sendable ([ExampleID], UInt64?) -> String {
    Invocation.rerun(
      packagePath: packagePath, profile: profile, all: all, buildOptions: buildOptions)
  }

  /// The line that runs again what failed.
  private var rerunFailed: @Sendable (UInt64?) -> String {
    Invocation.rerunFailed(
      packagePath: packagePath, profile: profile, all: all, buildOptions: buildOptions)
  }

  /// The reporters that were requested here and in the environment. Prints the reason and throws
  /// the status if one cannot be written.
  private func reporters(
    _ requests: [ReportRequest], _ environment: ToolEnvironment, _ terminal: Terminal,
    _ clock: EventClock, _ isVerbose: Bool
  ) throws -> [any Reporter] {
    let events = environment.events.map { ReportRequest(.jsonLines, path: $0) }
    let log = environment.log.map { ReportRequest(.log, path: $0) }
    var context = ReportContext(
      directory: FileManager.default.currentDirectoryPath,
      environment: environment.variables, style: terminal.style, verbose: isVerbose,
      rerun: rerun, now: { clock.now }, print: { terminal.print(report: $0) })
    context.worker = { clock.worker }
    context.rerunFailed = rerunFailed
    context.history = { [history = HistoryFolder(in: buildFolder)] in history.history() }
    do {
      return try ReportRequest.reporters(for: requests + [events, log].compactMap(\.self), context)
    } catch {
      Terminal.write("error: \(error)\n", toError: true)
      throw ExitStatus.couldNotStart
    }
  }

  private var environment: ToolEnvironment {
    get throws { try given.environment(for: paths, package: packagePath, profile: profile) }
  }
}
