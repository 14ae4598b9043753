import ArgumentParser
import ExemplarCore
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

  @Option(help: ArgumentHelp("Run what has an id that the expression matches.", valueName: "regex"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run what has a tag (a), one of several (a,b), or does not (!a); all must hold.",
      valueName: "tag"))
  var tag: [String] = []

  // Values stay text: they are read in one place, which environment variables and programs share.

  @Option(help: "The seed of the order; a fresh one if there is none.")
  var seed: String?

  @Option(
    help: ArgumentHelp(
      "random, the default: by a hash of seed and id. defined: as declared.", valueName: "order"))
  var order: String?

  @Option(
    help: ArgumentHelp("How many specs run side by side at most.", valueName: "count"))
  var jobs: String?

  @Option(
    help: ArgumentHelp("How often a failing example is tried again.", valueName: "count"))
  var retries: String?

  @Option(
    help: ArgumentHelp(
      "Stop after so many failures; --fail-fast alone stops after the first.", valueName: "count"))
  var failFast: String?

  @Option(
    help: ArgumentHelp(
      "How long an example may take: 500ms, 5s, 2min.", valueName: "duration"))
  var timeLimit: String?

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("How many times everything runs.", valueName: "count"))
  var repetitions: String?

  @Flag(help: "Repeat until something fails, as often as --repeat allows.")
  var untilFailure = false

  @Flag(help: "A focused run may succeed although CI is set.")
  var allowFocus = false

  @Flag(
    inversion: .prefixedNo,
    help:
      "Fail by duplicate names, empty groups and unused shared examples; --strict where CI is set.")
  var strict: Bool?

  @Flag(help: "List the examples instead of running them.")
  var list = false

  @Flag(name: .shortAndLong, help: "Print every example, also where there are many.")
  var verbose = false

  @Option(
    help: ArgumentHelp("Write what examples attach into this folder.", valueName: "folder"))
  var attachments: String?

  @Option(
    help: ArgumentHelp(
      "Write a report: json=PATH for the events as JSON Lines.", valueName: "format=path"))
  var report: [ReportRequest] = []

  /// What stands after `--`.
  private var buildOptions: [String] { CommandLineParts.own.afterTerminator }

  func validate() throws {
    if packagePath.isEmpty {
      throw ValidationError("--package-path has an empty value. Give it one, or leave it out.")
    }
    do {
      _ = try options
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
    let unrun = isWhole ? try await build.testSources()?.unrunSpecs ?? [] : []
    let session = TestSession(
      worker: Worker(
        program: program, directory: packagePath, options: environment.worker,
        output: { bytes in if !options.isListing { terminal.print(bytes) } }),
      reporters: try reports.map { try $0.reporter() }, terminal: terminal,
      verbose: options.isVerbose, stopsAtFailure: options.stopsAtFailure,
      findings: SourceFindings(unrun, isStrict: options.isStrict), rerun: rerun)
    throw try await session.run()
  }

  /// What the run is told, read as every host reads it.
  private var options: RunOptions {
    get throws {
      let environment = environment
      return try RunOptions(environment: environment.variables) { environment.name(of: $0) }
    }
  }

  /// The reports that were asked for, here and in the environment.
  private var reports: [ReportRequest] {
    report + (environment.events.map { [ReportRequest(path: $0)] } ?? [])
  }

  /// The options of the command line over those of the environment.
  private var environment: ToolEnvironment {
    var options: [EnvironmentOption: String] = [:]
    if !paths.isEmpty { options[.select] = paths.joined(separator: "\n") }
    if !filter.isEmpty { options[.filter] = filter.joined(separator: "\n") }
    if !tag.isEmpty { options[.tag] = tag.joined(separator: "\n") }
    options[.seed] = seed
    options[.order] = order
    options[.jobs] = jobs
    options[.retries] = retries
    options[.failFast] = failFast
    options[.repetitions] = repetitions
    options[.timeLimit] = timeLimit
    options[.attachments] = attachments
    if untilFailure { options[.untilFailure] = "1" }
    if allowFocus { options[.allowFocus] = "1" }
    options[.strict] = strict.map { $0 ? "1" : "0" }
    if list { options[.list] = "1" }
    if verbose { options[.verbose] = "1" }
    return ToolEnvironment(options, over: ProcessInfo.processInfo.environment)
  }

  /// The line that runs examples again, from where this was called.
  private var rerun: @Sendable ([ExampleID], UInt64?) -> String {
    let prefix = packagePath == "." ? "" : " --package-path \(Rerun.quotedIfNeeded(packagePath))"
    let suffix =
      buildOptions.isEmpty
      ? "" : " -- " + buildOptions.map(Rerun.quotedIfNeeded).joined(separator: " ")
    let tool = Invocation.own.map(Rerun.quotedIfNeeded).joined(separator: " ")
    return { ids, seed in
      let command = Rerun.command(for: ids, seed: seed)
      return tool + " test" + prefix + command.dropFirst("exemplar test".count) + suffix
    }
  }
}

/// The command line, parted at `--`: a list of arguments and what comes after it cannot both be
/// described to the parser.
struct CommandLineParts {
  var arguments: [String]
  var afterTerminator: [String]

  init(_ arguments: [String]) {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    // An option of the parser has a value or none; this one may have one.
    self.arguments = arguments[..<end].enumerated().map { index, argument in
      let next = index + 1 < end ? Int(arguments[index + 1]) : nil
      return argument == "--fail-fast" && next == nil ? "--fail-fast=1" : argument
    }
    afterTerminator = Array(arguments[end...].dropFirst())
  }

  /// The parts of this program's own command line.
  static let own = CommandLineParts(Array(CommandLine.arguments.dropFirst()))
}

/// A report asked for on the command line: `json=PATH`.
struct ReportRequest: ExpressibleByArgument {
  var path: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), argument[..<equals] == "json" else {
      return nil
    }
    path = String(argument[argument.index(after: equals)...])
    if path.isEmpty { return nil }
  }

  init(path: String) { self.path = path }

  /// The reporter. Prints what is wrong and throws the status if its file cannot be written.
  func reporter() throws -> any Reporter {
    do {
      return try JSONLinesReporter(path: path)
    } catch {
      Terminal.write("error: The report \(path) cannot be written: \(error)\n", toError: true)
      throw ExitStatus.couldNotStart
    }
  }
}
