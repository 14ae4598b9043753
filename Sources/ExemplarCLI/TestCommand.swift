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

  @Option(help: "The seed of the order; a fresh one if there is none.")
  var seed: UInt64?

  @Option(help: "random: by a hash of seed and id. defined: as declared.")
  var order = Order.random

  @Option(help: "How many specs run side by side at most.")
  var jobs: Int?

  @Flag(help: "List the examples instead of running them.")
  var list = false

  @Flag(name: .shortAndLong, help: "Print every example, also where there are many.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Write a report: json=PATH for the events as JSON Lines.", valueName: "format=path"))
  var report: [ReportRequest] = []

  /// What stands after `--`.
  private var buildOptions: [String] { CommandLineParts.own.afterTerminator }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
  }

  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    let terminal = Terminal(environment: environment)
    let build = PackageBuild(
      packagePath: packagePath, arguments: buildOptions, terminal: terminal)
    let program = try await build.testProgram()
    let session = TestSession(
      worker: Worker(
        program: program, directory: packagePath, options: options,
        output: { [list] line in
          if !list { terminal.print(line.hasSuffix("\n") ? line : line + "\n") }
        }),
      reporters: try report.map { try $0.reporter() }, terminal: terminal, verbose: verbose,
      rerun: rerun)
    throw try await session.run(isCI: environment["CI"].map { !$0.isEmpty } ?? false)
  }

  private var options: [EnvironmentOption: String] {
    var options: [EnvironmentOption: String] = [.order: order.rawValue]
    if !paths.isEmpty { options[.select] = paths.joined(separator: "\n") }
    if let seed { options[.seed] = String(seed) }
    if let jobs { options[.jobs] = String(jobs) }
    if list { options[.list] = "1" }
    return options
  }

  /// The line that runs examples again, from where this was called.
  private var rerun: @Sendable ([ExampleID], UInt64?) -> String {
    let prefix = packagePath == "." ? "" : " --package-path \(Rerun.quotedIfNeeded(packagePath))"
    let suffix =
      buildOptions.isEmpty
      ? "" : " -- " + buildOptions.map(Rerun.quotedIfNeeded).joined(separator: " ")
    return { ids, seed in
      let command = Rerun.command(for: ids, seed: seed)
      return "exemplar test" + prefix + command.dropFirst("exemplar test".count) + suffix
    }
  }
}

extension Order: ExpressibleByArgument {}

/// The command line, parted at `--`: a list of arguments and what comes after it cannot both be
/// described to the parser.
struct CommandLineParts {
  var arguments: [String]
  var afterTerminator: [String]

  init(_ arguments: [String]) {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    self.arguments = Array(arguments[..<end])
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
