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
    let terminal = Terminal()
    Interruption.watch()
    try await selection.package.archived?.check(allowingStale: prebuilt.stale)
    let environment = try environment
    var worker = environment.worker
    worker[.leftOut] = "1"
    let listing = PlanListing(
      ids ? .ids : json ? .json : .tree, terminal: terminal,
      isVerbose: try environment.options().console.isVerbose)
    let options = try environment.options()
    let package = selection.package
    let asked = AskedPrograms(in: package.path, options)
    let build = package.build(terminal, prebuilt.source, isSilent: ids || json)
    let changes = try await since.changes(in: package, environment)
    throw try await asked.asking { [worker] () -> ExitStatus in
      var worker = worker
      let products = try await build.products()
      var others = try await ForeignTestRun.listing(
        products, in: package.path, options, specsOnly: options.leavesOutTests)
      let folder = try WorkerFolder()
      defer { folder.remove() }
      if let changes {
        let concern = try await Concern(
          changes, in: products, others, of: package, worker, by: asked)
        Terminal.write(concern.line, toError: ids || json)
        if concern.isNone {
          // A program reads a list all the same.
          if json { listing.record(.runEnded(RunSummary(seed: 0))) }
          return .fine
        }
        if let ids = concern.ids {
          let list = try RerunRequest.concerned(ids, by: changes.text).list(in: folder.url)
          (worker[.rerun], worker[.leftOut]) = (list, nil)
          others = others.rerunning(ids)
        }
      }
      return try await ListingRun(
        build: build, options: worker, asked: asked, shard: options.shard,
        durations: options.durationFiles
      ).show(listing, others)
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
