import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// `exemplar list`: what a run would do, and why it would leave the rest out.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the tests of a package: what would run, and why the rest would not.",
    discussion: """
      The tests are built, row sources are read, and no example runs. What a selection, a focus, a \
      condition or a platform leaves out is listed with that reason. A PATH is one of exemplar test. \
      Options after -- go to swift build.
      """)

  @OptionGroup var selection: SelectionArguments
  @OptionGroup var prebuilt: PrebuiltArguments

  @Flag(help: "Prints the ids of the selected examples, one in a line.")
  var ids = false

  @Flag(help: "Prints an array with an object for each example.")
  var json = false

  @OptionGroup var since: ChangeArguments

  @OptionGroup var given: OptionArguments<ListOptions>

  /// The options that determine which examples run, and in which order.
  enum ListOptions: OptionSubset {
    static let options: [EnvironmentOption] = [
      .filter, .skip, .tag, .specs, .shard, .durations, .order, .platform, .seed, .strict, .verbose,
      .timeout,
      .planningTimeout,
    ]
  }

  func validate() throws {
    if ids, json {
      throw ValidationError("--ids and --json cannot be given together. Leave one of them out.")
    }
    try prebuilt.validate(selection.package)
    try checkingUsage { _ = try environment.options() }
  }

  func run() async throws {
    Interruption.watch()
    let package = selection.package
    try await package.archived?.check(allowingStale: prebuilt.stale)
    let environment = try environment
    let options = try environment.options()
    let command = RunFacts.Command(specs: options.leavesOutTests ? true : nil)
    let session = TestSession(
      package: package, source: prebuilt.source, command: command, since: since,
      environment: environment, options: options, asked: AskedPrograms(in: package.path, options),
      earlier: EarlierRuns(), terminal: Terminal())
    throw try await session.asked.asking {
      try await session.showPlan(as: ids ? .ids : json ? .json : .tree, listsLeftOut: true)
    }
  }

  private var environment: ToolEnvironment {
    get throws {
      try given.environment(for: selection) { options in
        options[.list] = "1"
        // As they are declared, unless an order is asked for.
        if options[.seed] == nil { options[.order] = options[.order] ?? Order.defined.rawValue }
      }
    }
  }
}
