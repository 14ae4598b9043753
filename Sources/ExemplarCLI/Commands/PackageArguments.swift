import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// The package of a command, and its build.
struct PackageArguments: ParsableArguments {
  @Option(
    name: .customLong("package-path"),
    help: ArgumentHelp("The folder of the package.", valueName: "folder"), completion: .directory)
  private var folder = "."

  @Option(
    help: ArgumentHelp(
      "The package is that of tests in a file of exemplar archive.", valueName: "file"),
    completion: .file(extensions: ["tar"]))
  var archive: String?

  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The folder that keeps the last runs; the same as EXEMPLAR_STORE.", valueName: "folder"),
    completion: .directory)
  var storePath: String?

  func validate() throws {
    for (name, value) in [
      ("--package-path", folder), ("--store", storePath), ("--archive", archive),
    ] where value == "" {
      throw ValidationError("\(name) has an empty value. Give it one, or leave it out.")
    }
    // Some commands read no other variable.
    try EnvironmentOption.refuseEmptyValues(
      of: [.store], in: ProcessInfo.processInfo.environment)
    guard let archive else { return }
    if folder != "." {
      throw ValidationError("--archive names the package. Leave --package-path out.")
    }
    if !buildOptions.isEmpty {
      throw ValidationError("Nothing is built with --archive. Leave the options after -- out.")
    }
    _ = try ArchivedTests.open(archive)
  }

  /// The tests in the archive, if there is one.
  var archived: ArchivedTests? { archive.flatMap { try? ArchivedTests.open($0) } }

  /// The folder of the package.
  var path: String { archived?.package ?? folder }

  /// The folder of the package, where it is built.
  private var builtPath: String { archived?.archive.manifest.package.path ?? folder }

  /// The name of the package for readers: the name of its folder.
  var name: String { URL(fileURLWithPath: builtPath).standardizedFileURL.lastPathComponent }

  /// The folder with the records of the package's runs.
  var records: URL {
    let environment = ProcessInfo.processInfo.environment
    return RunFolder.folder(
      ofPackage: builtPath, store: storePath ?? environment[EnvironmentOption.store.rawValue])
  }

  /// The name by which `exemplar report` finds the log of a run: its path, unless it is among the records that are found
  /// without an option.
  func name(ofLog log: URL) -> String {
    let run = log.deletingLastPathComponent()
    guard storePath == nil,
      run.deletingLastPathComponent().standardizedFileURL == records.standardizedFileURL
    else { return log.path }
    return RunFolder.name(ofFolder: run)
  }

  /// The arguments after `--`.
  var buildOptions: [String] { CommandLineParts.own.afterTerminator }
  var buildFolder: URL {
    archived == nil
      ? PackageBuild.folder(of: path, buildOptions) : FileManager.default.temporaryDirectory
  }

  /// The records of the runs that were planned for a platform; `nil` stands for the one of the process.
  func store(_ platform: String?) -> RunStore { RunStore(in: records, of: platform) }

  /// The build that shows its progress on a terminal.
  func build(
    _ terminal: Terminal, _ source: TestSource = .build, isSilent: Bool = false,
    measuringCoverage isMeasured: Bool = false
  ) -> PackageBuild {
    PackageBuild(
      packagePath: path,
      arguments: isMeasured
        ? Coverage.buildOptions(buildOptions, packagePath: path) : buildOptions, terminal: terminal,
      isSilent: isSilent, source: archived?.source ?? source)
  }

  /// The commit of the code, and the digest of files that differ from it.
  var code: (commit: String?, changes: String?) {
    get async {
      guard let manifest = archived?.archive.manifest else { return await RunFacts.code(of: path) }
      return (manifest.commit, manifest.changes)
    }
  }

  /// The lines that run examples of the package again.
  func invocation(_ command: RunFacts.Command) -> Invocation {
    Invocation(
      packagePath: folder, archive: archive, command: command, buildOptions: buildOptions)
  }
}

/// The package of a command, its examples, and its profile.
struct SelectionArguments: ParsableArguments {
  @Argument(help: "The examples to select; everything by default.", completion: .file())
  var paths: [String] = []

  @OptionGroup var package: PackageArguments

  @Option(
    help: ArgumentHelp(
      "The profile of \(ConfigurationFile.name) to use; the same as EXEMPLAR_PROFILE.",
      valueName: "name"))
  var profile: String?
}

extension ReportContext {
  /// The context of the reports of a run that a terminal shows.
  init(
    _ terminal: Terminal, _ console: ConsoleSettings, environment: [String: String],
    _ clock: EventClock,
    _ invocation: Invocation, history: @escaping @Sendable () -> RunHistory?
  ) {
    self.init(
      directory: ReportContext.directory, environment: environment,
      style: terminal.style, console: console, rerun: invocation.rerun, now: { clock.now },
      print: { terminal.print(report: $0) })
    worker = { clock.worker }
    isApart = true
    rerunFailed = invocation.rerunFailed
    rerunCause = invocation.rerunCause
    self.history = history
  }
}

/// The command line, parted at `--`: a list of arguments and what comes after it cannot both be
/// described to the parser.
struct CommandLineParts {
  var arguments: [String]
  var afterTerminator: [String]

  init(_ arguments: [String]) {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let namesRuns = ["bisect", "flaky", "report", "review", "runs"].contains(arguments.first)
    // An option of the parser has a value or none; some may have one.
    self.arguments = arguments[..<end].enumerated().map { index, argument in
      // The parser would take -2 for an option, and not for the run before the last one.
      let previous = index > 0 ? arguments[index - 1] : ""
      if namesRuns, let number = Int(argument), number < 0,
        previous == "--run" || Int(previous) != nil || !previous.hasPrefix("-")
      {
        return "\(number.magnitude)"
      }
      let option = EnvironmentOption.onCommandLine.first { $0.commandLineName == argument }
      let next = index + 1 < end ? arguments[index + 1] : nil
      return option?.valueAlone(before: next).map { "\(argument)=\($0)" } ?? argument
    }
    afterTerminator = Array(arguments[end...].dropFirst())
  }

  /// The parts of this program's own command line.
  static let own = CommandLineParts(Array(CommandLine.arguments.dropFirst()))
}
