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

  @Argument(help: "What to run; everything if there is none.")
  var paths: [String] = []

  @Option(help: ArgumentHelp("The folder of the package.", valueName: "folder"))
  var packagePath = "."

  @Option(
    help: ArgumentHelp(
      "The profile of \(ConfigurationFile.name) to use; EXEMPLAR_PROFILE says the same.",
      valueName: "name"))
  var profile: String?

  // Their values stay text: they are read in one place, which environment variables and programs share.
  @OptionGroup var given: RunArguments

  /// What stands after `--`.
  private var buildOptions: [String] { CommandLineParts.own.afterTerminator }

  func validate() throws {
    if packagePath.isEmpty {
      throw ValidationError("--package-path has an empty value. Give it one, or leave it out.")
    }
    do {
      let environment = try environment
      try checkProcesses(try environment.options(), environment)
      _ = try environment.reports()
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() async throws {
    let terminal = Terminal(environment: ProcessInfo.processInfo.environment)
    Interruption.watch()
    let environment = try environment
    let options = try environment.options()
    let build = PackageBuild(
      packagePath: packagePath, arguments: buildOptions, terminal: terminal)
    let program = try await build.testProgram()
    // Whoever asks for a part does not ask for what is wrong with the rest.
    let isWhole =
      options.selection.isEmpty && !options.isListing && options.checkedFiles.isEmpty
    // Those that the worker writes are not written here.
    let requests = try environment.reports().filter { $0.customName == nil }
    let reporters = try reporters(requests, environment, terminal, verbose: options.isVerbose)
    let findings = SourceFindings(isStrict: options.isStrict) {
      guard isWhole else { return [] }
      return (try? await build.testSources(isAside: true))?.unrunSpecsUnknownToRuns ?? []
    }
    let record = options.isListing ? nil : record
    defer { record?.close() }
    let hasConsole = !requests.contains(where: \.replacesConsole)
    if isShared(options, environment) {
      throw try await sharedRun(
        of: program, options, environment, terminal, reporters, hasConsole: hasConsole, findings,
        record
      ).run()
    }
    tellOfOneProcess(options, environment, terminal)
    let session = TestSession(
      worker: Worker(
        program: program, directory: packagePath, options: environment.worker,
        log: record?.log(ofWorker: 1),
        output: { bytes in if !options.isListing { terminal.print(bytes) } }),
      reporters: reporters, hasConsole: hasConsole, terminal: terminal,
      verbose: options.isVerbose, stopsAtFailure: options.stopsAtFailure,
      findings: findings,
      rerun: rerun)
    throw try await session.run()
  }

  /// Throws ``AuthoringMistake`` for what only a run with processes of its own can heed.
  private func checkProcesses(_ options: RunOptions, _ environment: ToolEnvironment) throws {
    guard options.isInProcess else { return }
    for option in [EnvironmentOption.timeout, .grace, .memoryLimit, .showOutput]
    where environment.variables[option.rawValue] != nil {
      throw AuthoringMistake(
        "\(environment.name(of: option)) needs processes of their own for the specs; leave it out, or "
          + "\(environment.name(of: .inProcess)).")
    }
  }

  /// Says that nothing goes on without the process.
  private func tellOfOneProcess(
    _ options: RunOptions, _ environment: ToolEnvironment, _ terminal: Terminal
  ) {
    if options.isListing { return }
    let reason =
      options.isInProcess
      ? environment.name(of: .inProcess) : "a report of the package's own sees it from inside"
    Terminal.write(
      "Everything runs in one process (\(reason)): what ends it ends the run.\n", toError: true)
  }

  /// Whether the run has processes of its own for what ends a process. What is only listed or checked, and
  /// reports that the process with the specs writes, need one that sees everything.
  private func isShared(_ options: RunOptions, _ environment: ToolEnvironment) -> Bool {
    !options.isListing && options.checkedFiles.isEmpty && !options.isInProcess
      && environment.worker[.report] == nil
  }

  private func sharedRun(
    of program: URL, _ options: RunOptions, _ environment: ToolEnvironment, _ terminal: Terminal,
    _ reporters: [any Reporter], hasConsole: Bool, _ findings: SourceFindings, _ record: RunRecord?
  ) throws -> SharedRun {
    let jobs = options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let durations = SpecDurations(
      in: BuildFolder(packagePath: packagePath, arguments: buildOptions).url)
    return SharedRun(
      settings: PoolSettings(
        program: program, directory: packagePath, options: environment.worker, run: options,
        jobs: jobs,
        // One process runs the specs in the order of the seed, and nobody waits for the last one.
        durations: jobs > 1 && options.order == .random ? durations.seconds : [:],
        print: { bytes in terminal.print(bytes) }),
      reporters: reporters, hasConsole: hasConsole, terminal: terminal, findings: findings,
      log: try record.map { try EventLogWriter(path: $0.log.path) },
      noteDurations: durations.note, rerun: rerun)
  }

  /// Where the run is recorded. Tells if it cannot be.
  private var record: RunRecord? {
    do {
      return try RunRecord(in: BuildFolder(packagePath: packagePath, arguments: buildOptions).url)
    } catch {
      Terminal.write("warning: The run is not recorded: \(error)\n", toError: true)
      return nil
    }
  }

  /// The line that runs examples again.
  private var rerun: @Sendable ([ExampleID], UInt64?) -> String {
    Invocation.rerun(packagePath: packagePath, profile: profile, buildOptions: buildOptions)
  }

  /// What writes the reports that were asked for, here and in the environment. Prints what is wrong and
  /// throws the status if one cannot be written.
  private func reporters(
    _ requests: [ReportRequest], _ environment: ToolEnvironment, _ terminal: Terminal, verbose: Bool
  ) throws -> [any Reporter] {
    let events = environment.events.map { ReportRequest(.jsonLines, path: $0) }
    let log = environment.log.map { ReportRequest(.log, path: $0) }
    let context = ReportContext(
      directory: FileManager.default.currentDirectoryPath,
      environment: environment.variables, style: terminal.style, verbose: verbose,
      rerun: rerun, print: { terminal.print($0) })
    do {
      return try ReportRequest.reporters(for: requests + [events, log].compactMap(\.self), context)
    } catch {
      Terminal.write("error: \(error)\n", toError: true)
      throw ExitStatus.couldNotStart
    }
  }

  /// The options of the command line over those of the environment, a profile, and the file.
  private var environment: ToolEnvironment {
    get throws {
      var options = given.values
      options[.select] = EnvironmentOption.select.value(paths)
      return try ToolEnvironment(
        options, over: ProcessInfo.processInfo.environment, package: packagePath, profile: profile)
    }
  }
}
