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
      File.swift or File.swift:42; data.json:14; or any part of a name. With --only-failures, it may be the \
      record of a run, such as run.exemplar. Options after -- go to swift build.
      """)

  @OptionGroup var selection: SelectionArguments

  @Flag(help: "Runs the package's other tests too: those of Swift Testing and XCTest.")
  var all = false

  @Flag(
    help:
      "Runs only the selected examples that failed and have not passed since, or that failed in a recorded run."
  )
  var onlyFailures = false

  @Flag(help: "Shows what would run, in its order, and runs nothing.")
  var dryRun = false

  // Their values stay text: they are read in one place, which environment variables and programs share.
  @OptionGroup var given: RunArguments

  func validate() throws {
    if dryRun, given.values[.report] != nil {
      throw ValidationError(
        "--dry-run runs nothing, so there is nothing to report. Leave one of --dry-run and --report out."
      )
    }
    if !onlyFailures, let record = records.first {
      throw ValidationError(
        "\(record) is the record of a run. Add --only-failures to run what failed in it, or show it with exemplar "
          + "report.")
    }
    if records.count > 1 {
      throw ValidationError("--only-failures takes the record of one run; found \(records.count).")
    }
    try checkingUsage {
      let environment = try environment()
      try environment.checkProcesses(try environment.options())
      _ = try environment.reports()
    }
  }

  /// The records of runs among the paths.
  private var records: [String] {
    selection.paths.filter { $0.hasSuffix("." + RunRecord.fileExtension) }
  }

  /// The options of the run; with those of a recorded run that determine its order, if no others are given.
  private func environment(
    inOrderOf recorded: Rerunning? = nil, seed: UInt64? = nil
  ) throws -> ToolEnvironment {
    let records = records
    let given = try given.environment(for: selection) { options in
      options[.select] = EnvironmentOption.select.value(
        selection.paths.filter { !records.contains($0) })
    }
    let seed = recorded?.order?.seed ?? seed
    guard given.values[.seed] == nil, let seed else { return given }
    let order = given.values[.order] == nil ? recorded?.order?.order : nil
    return try self.given.environment(for: selection) { options in
      options[.select] = given.values[.select]?.text
      options[.seed] = "\(seed)"
      options[.order] = options[.order] ?? order?.rawValue
    }
  }

  /// The recorded run whose failures run; `nil` without one. Prints the error of one that cannot be read.
  private func recorded(_ options: RunOptions) throws -> Rerunning? {
    do {
      for file in options.durationFiles {
        var durations = RecordedDurations()
        try durations.add(logAt: file)
      }
      return try records.first.map { try Rerunning(of: $0) }
    } catch {
      Terminal.write("error: \(error)\n", toError: true)
      throw ExitStatus.couldNotStart
    }
  }

  func run() async throws {
    Interruption.watch()
    let recorded = try recorded(environment().options())
    var environment = try environment(inOrderOf: recorded)
    var options = try environment.options()
    if environment.recording != nil || options.shard != nil, options.seed == nil,
      options.repetitions == 1
    {
      // The plan is listed before the workers begin, and all shards of a commit have one order.
      let seed =
        options.shard == nil
        ? PlanOptions.freshSeed()
        : await RunFacts.seed(ofCommit: RunFacts.commit(of: selection.package.path))
      environment = try self.environment(seed: seed)
      options = try environment.options()
    }
    let platform = options.platform == .current ? nil : options.platform.name
    let state = selection.package.store(platform).state
    let session = TestSession(
      package: selection.package,
      command: RunRecord.Command(
        all: all || recorded?.command?.all == true, profile: selection.profile,
        platform: platform),
      rerun: onlyFailures ? recorded ?? Rerunning(state) : nil, environment: environment,
      options: options, state: state,
      terminal: Terminal(environment: ProcessInfo.processInfo.environment))
    throw try await dryRun ? session.showPlan() : session.run()
  }
}

extension ToolEnvironment {
  /// Throws ``UsageError`` for options that only a run with processes of its own honors.
  fileprivate func checkProcesses(_ options: RunOptions) throws {
    guard options.isInProcess else { return }
    for option in [EnvironmentOption.grace, .memoryLimit, .showOutput]
    where variables[option.rawValue] != nil
      && !(option == .showOutput && options.showOutput == .always)
    {
      throw UsageError(
        "\(name(of: option)) needs processes of their own for the specs; leave it out, or "
          + "\(name(of: .inProcess)).")
    }
  }
}
