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

  // Their values stay text: they are read in one place, which environment variables and programs share.
  @OptionGroup var given: RunArguments

  /// What stands after `--`.
  private var buildOptions: [String] { CommandLineParts.own.afterTerminator }

  func validate() throws {
    if packagePath.isEmpty {
      throw ValidationError("--package-path has an empty value. Give it one, or leave it out.")
    }
    do {
      try checkProcesses(try options)
      _ = try requests
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() async throws {
    let terminal = Terminal(environment: ProcessInfo.processInfo.environment)
    Interruption.watch()
    let options = try options
    let build = PackageBuild(
      packagePath: packagePath, arguments: buildOptions, terminal: terminal)
    let program = try await build.testProgram()
    // Whoever asks for a part does not ask for what is wrong with the rest.
    let isWhole =
      options.selection.isEmpty && !options.isListing && options.checkedFiles.isEmpty
    let reporters = try reporters(terminal, verbose: options.isVerbose)
    let findings = SourceFindings(isStrict: options.isStrict) {
      guard isWhole else { return [] }
      return (try? await build.testSources(isAside: true))?.unrunSpecsUnknownToRuns ?? []
    }
    let record = options.isListing ? nil : record
    defer { record?.close() }
    if isShared(options) {
      throw try await sharedRun(
        of: program, options, terminal, reporters, findings, record
      ).run()
    }
    tellOfOneProcess(options, terminal)
    let session = TestSession(
      worker: Worker(
        program: program, directory: packagePath, options: environment.worker,
        log: record?.log(ofWorker: 1),
        output: { bytes in if !options.isListing { terminal.print(bytes) } }),
      reporters: reporters, hasConsole: try !requests.contains(where: \.replacesConsole),
      terminal: terminal,
      verbose: options.isVerbose, stopsAtFailure: options.stopsAtFailure,
      findings: findings,
      rerun: Invocation.rerun(packagePath: packagePath, buildOptions: buildOptions))
    throw try await session.run()
  }

  /// Throws ``AuthoringMistake`` for what only a run with processes of its own can heed.
  private func checkProcesses(_ options: RunOptions) throws {
    guard options.isInProcess else { return }
    for option in [EnvironmentOption.timeout, .grace, .memoryLimit, .showOutput]
    where environment.variables[option.rawValue] != nil
      && !(option == .showOutput && options.showOutput == .always)
    {
      throw AuthoringMistake(
        "\(environment.name(of: option)) needs processes of their own for the specs; leave it out, or "
          + "\(environment.name(of: .inProcess)).")
    }
  }

  /// Says that nothing goes on without the process.
  private func tellOfOneProcess(_ options: RunOptions, _ terminal: Terminal) {
    if options.isListing { return }
    let reason =
      options.isInProcess
      ? environment.name(of: .inProcess) : "a report of the package's own sees it from inside"
    Terminal.write(
      "Everything runs in one process (\(reason)): what ends it ends the run.\n", toError: true)
  }

  /// Whether the run has processes of its own for what ends a process. What is only listed or checked, and
  /// reports that the process with the specs writes, need one that sees everything.
  private func isShared(_ options: RunOptions) -> Bool {
    !options.isListing && options.checkedFiles.isEmpty && !options.isInProcess
      && environment.worker[.report] == nil
  }

  private func sharedRun(
    of program: URL, _ options: RunOptions, _ terminal: Terminal, _ reporters: [any Reporter],
    _ findings: SourceFindings, _ record: RunRecord?
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
      reporters: reporters, hasConsole: try !requests.contains(where: \.replacesConsole),
      terminal: terminal, findings: findings,
      log: try record.map { try EventLogWriter(path: $0.log.path) },
      noteDurations: durations.note,
      rerun: Invocation.rerun(packagePath: packagePath, buildOptions: buildOptions))
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

  /// What the run is told, read as every host reads it.
  private var options: RunOptions {
    get throws {
      let environment = environment
      return try RunOptions(environment: environment.variables) { environment.name(of: $0) }
    }
  }

  /// What writes the reports that were asked for, here and in the environment. Prints what is wrong and
  /// throws the status if one cannot be written.
  private func reporters(_ terminal: Terminal, verbose: Bool) throws -> [any Reporter] {
    let events = environment.events.map { ReportRequest(.jsonLines, path: $0) }
    let log = environment.log.map { ReportRequest(.log, path: $0) }
    let context = ReportContext(
      directory: FileManager.default.currentDirectoryPath,
      environment: environment.variables, style: terminal.style, verbose: verbose,
      rerun: Invocation.rerun(packagePath: packagePath, buildOptions: buildOptions),
      print: { terminal.print($0) })
    do {
      return try ReportRequest.reporters(for: requests + [events, log].compactMap(\.self), context)
    } catch {
      Terminal.write("error: \(error)\n", toError: true)
      throw ExitStatus.couldNotStart
    }
  }

  /// The reports that were asked for, without those that the worker writes.
  private var requests: [ReportRequest] {
    get throws {
      try environment.reports().filter { $0.customName == nil }
    }
  }

  /// The options of the command line over those of the environment.
  private var environment: ToolEnvironment {
    var options = given.values
    options[.select] = EnvironmentOption.select.value(paths)
    return ToolEnvironment(options, over: ProcessInfo.processInfo.environment)
  }
}
