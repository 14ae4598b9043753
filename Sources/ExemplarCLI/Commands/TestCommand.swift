import ArgumentParser
import ExemplarCore
import ExemplarReports
import ExemplarRows
import Foundation

/// `exemplar test`: builds the tests of a package and runs them.
struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract:
      "Builds and runs the tests of a package: its specs, and those of Swift Testing and XCTest.",
    discussion: """
      A PATH is an id as reports print it, the beginning of one, with or without its module; a glob; \
      File.swift or File.swift:42; data.json:14; or any part of a name. With --only-failures, it may be the \
      record of a run, such as run.exemplar, or the records of all its shards. Options after -- go to swift build.
      """)

  @OptionGroup var selection: SelectionArguments
  @OptionGroup var prebuilt: PrebuiltArguments

  @Flag(
    help: """
      Runs only the selected examples that are outstanding: they failed and have not passed since, did not finish, or \
      are new; or those of a recorded run.
      """)
  var onlyFailures = false

  @OptionGroup var since: ChangeArguments

  @Flag(help: "Begins with the outstanding examples, as far as run groups and .ordered permit.")
  var failedFirst = false

  @Option(
    help: ArgumentHelp(
      "Runs only the selected examples that failed for a cause, by its name in the report of a recorded run.",
      valueName: "name"))
  var cause: String?
  @Flag(help: "Reports which lines of the package ran, with a build of its own.")
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "Fails below this percentage of covered lines; implies --coverage.", valueName: "percentage"))
  var coverageMinimum: Double?

  @Option(
    help: ArgumentHelp(
      "Writes the coverage for lcov, genhtml and others; implies --coverage.", valueName: "file"),
    completion: .file())
  var coverageLcov: String?

  @Option(
    help: ArgumentHelp(
      "Writes the coverage as the JSON of llvm-cov; implies --coverage.", valueName: "file"),
    completion: .file())
  var coverageJson: String?

  @OptionGroup var comparison: BaselineArguments

  /// The measurement, if an option asks for it.
  private var measurement: Coverage? {
    let asks = coverage || coverageMinimum != nil || coverageLcov != nil || coverageJson != nil
    return asks ? Coverage(minimum: coverageMinimum, lcov: coverageLcov, json: coverageJson) : nil
  }

  @Flag(help: "Shows what would run, in its order, and runs nothing.")
  var dryRun = false

  @Flag(
    help: ArgumentHelp(
      "Runs again what a changed file concerns, until it is ended.",
      discussion: """
        After a change of a source, the tests are built; what failed runs first, then the tests of the targets that \
        depend on the change. After a change of a row file, its rows run without a build.
        """))
  var watch = false

  // Their values stay text: they are read in one place, which environment variables and programs share.
  @OptionGroup var given: RunArguments

  func validate() throws {
    for option in [EnvironmentOption.report, .record] where dryRun && given.values[option] != nil {
      throw ValidationError(
        "--dry-run runs nothing, so there is nothing to \(option.longName). Leave one of --dry-run and "
          + "--\(option.longName) out.")
    }
    if watch,
      dryRun || onlyFailures || failedFirst || cause != nil || measurement != nil
        || since.changed != nil
    {
      throw ValidationError(
        "--watch runs tests again and again, so it cannot be given with --dry-run, --only-failures, --failed-first, "
          + "--cause, --changed or --coverage; the key f runs only what failed.")
    }
    try prebuilt.validate(selection.package)
    if watch || measurement != nil, prebuilt.skipBuild && watch || selection.package.archive != nil
    {
      throw ValidationError(
        "\(watch ? "--watch" : "--coverage") builds tests, so it cannot be given with "
          + (prebuilt.skipBuild ? "--skip-build" : "--archive") + ". Leave one of them out.")
    }
    if failedFirst, onlyFailures || cause != nil || given.values[.shard] != nil {
      throw ValidationError(
        "--failed-first orders a run by the examples that are outstanding on this machine, so it cannot be given with "
          + "--only-failures and --cause, which run nothing else, nor with --shard. Leave it out.")
    }
    if onlyFailures, cause != nil {
      throw ValidationError(
        "--cause runs the failures of one cause, and --only-failures all of them. Leave one of them out."
      )
    }
    if dryRun, measurement != nil {
      throw ValidationError(
        "--dry-run runs nothing, so nothing is covered. Leave one of --dry-run and --coverage out.")
    }
    if let coverageMinimum, !(0...100 ~= coverageMinimum) {
      throw ValidationError("--coverage-minimum must be a percentage from 0 to 100.")
    }
    if !onlyFailures, let record = records.first {
      throw ValidationError(
        "\(record) is the record of a run. Add --only-failures to run what failed in it, or show it with exemplar "
          + "report.")
    }
    try checkingUsage {
      let environment = try environment()
      let options = try environment.options()
      try comparison.check(
        environment,
        [
          ("--only-failures", onlyFailures), ("--cause", cause != nil), ("--watch", watch),
          ("--dry-run", dryRun), ("a PATH", !selection.paths.isEmpty),
        ])
      try environment.checkProcesses(options)
      try checkQueue(environment, options)
      try environment.checkFiles(
        reading: records + [comparison.path].compactMap(\.self),
        writing: [("--coverage-lcov", coverageLcov), ("--coverage-json", coverageJson)])
    }
  }

  /// Throws ``UsageError`` for a queue that cannot be used, and for options that it does not allow.
  private func checkQueue(_ environment: ToolEnvironment, _ options: RunOptions) throws {
    guard try environment.queue() != nil else { return }
    let name = environment.name(of: .queue)
    let others: [(String, Bool)] = [
      ("--watch", watch), ("--dry-run", dryRun), ("--only-failures", onlyFailures),
      ("--failed-first", failedFirst), ("--cause", cause != nil),
      ("--changed", since.changed != nil),
      ("--coverage", measurement != nil),
      (environment.name(of: .list), options.isListing),
      (environment.name(of: .shard), options.shard != nil),
      (environment.name(of: .inProcess), options.isInProcess),
      (environment.name(of: .repetitions), options.repetitions > 1),
      (environment.name(of: .failFast), options.failFast != nil),
      ("a report of the package's own", environment.worker[.report] != nil),
    ]
    if let other = others.first(where: \.1)?.0 {
      throw UsageError(
        "\(name) runs each example once on one of several machines, which does not go together with \(other). Leave one of "
          + "them out.")
    }
    #if !Queue
      throw UsageError(
        "\(name) needs the package trait Queue, which is off. Turn it on where Package.swift names the package exemplar: "
          + ".package(url: …, from: …, traits: [.defaults, \"Queue\"]).")
    #endif
  }

  /// The records of runs among the paths.
  private var records: [String] {
    selection.paths.filter { RunFolder.isLog(URL(fileURLWithPath: $0)) }
  }

  /// The options of the run.
  private func environment(of paths: [String]? = nil) throws -> ToolEnvironment {
    let records = records
    return try given.environment(for: selection) { options in
      options[.select] = EnvironmentOption.select.value(
        paths ?? selection.paths.filter { !records.contains($0) })
    }
  }

  /// The recorded run whose failures run; `nil` without one.
  private func recorded(_ options: RunOptions) throws -> RerunRequest? {
    for file in options.durationFiles {
      var durations = RecordedDurations()
      try durations.add(logAt: file)
    }
    return try records.isEmpty ? nil : .recording(at: records)
  }

  func run() async throws {
    Interruption.watch()
    let environment = try environment()
    let isQuiet = try environment.options().console.isQuiet
    let terminal = Terminal(isQuiet: isQuiet && !watch)
    if let agent = environment.agent { terminal.print(CodingAgent.reason(agent)) }
    // Reports of an earlier run must not be mistaken for those of this one, whatever prevents it from running.
    if !dryRun { CommandFiles.removeOld(try environment.outputs() + (measurement?.outputs ?? [])) }
    try await selection.package.archived?.check(allowingStale: prebuilt.stale)
    if watch {
      let watching = try await WatchSession(selection.package, terminal) {
        try await makeSession(of: $0, onlyFailures: $1, terminal)
      }
      throw try await watching.run()
    }
    let hasConsole = try !environment.reports().contains(where: \.replacesConsole)
    let isList = try dryRun || environment.options().isListing
    let conclusion = Conclusion(
      command: Self.self, terminal: terminal, hasConsole: hasConsole, isRun: !isList)
    Interruption.hasConsole = hasConsole
    throw await conclusion.status {
      var session = try await makeSession(onlyFailures: onlyFailures, terminal)
      session.verdicts = conclusion.verdicts
      return try await session.asked.asking { [session] in
        try await dryRun ? session.showPlan() : session.run()
      }
    }
  }

  /// A session that selects other paths than the command line if they are given.
  private func makeSession(
    of paths: [String]? = nil, onlyFailures: Bool, _ terminal: Terminal
  ) async throws -> TestSession {
    var environment = try environment(of: paths)
    let recorded = try recorded(environment.options())
    // The order of a recorded run, if no other is given.
    if let (seed, order) = recorded?.order, environment.values[.seed] == nil {
      if environment.values[.order] == nil {
        environment = environment.setting(.order, to: order.rawValue)
      }
      environment = environment.setting(.seed, to: "\(seed)")
    }
    var options = try environment.options()
    let isDivided = options.shard != nil || options.queue != nil
    if environment.recording != nil || isDivided, options.seed == nil,
      options.repetitions == 1
    {
      // The plan is listed before the workers begin, and all shards of a commit have one order.
      let seed =
        !isDivided
        ? PlanOptions.freshSeed()
        : await RunFacts.seed(ofCommit: selection.package.code.commit)
      environment = environment.setting(.seed, to: "\(seed)")
      options = try environment.options()
    }
    let platform = options.platform == .current ? nil : options.platform.name
    let earlier = EarlierRuns(selection.package.store(platform))
    let isWatched = watch
    let command = RunFacts.Command(
      specs: options.leavesOutTests || recorded?.command?.specs == true ? true : nil,
      profile: selection.profile, platform: platform)
    return TestSession(
      package: selection.package, source: prebuilt.source, command: command,
      rerun: cause.map { .cause($0, in: selection.package.records) }
        ?? (onlyFailures
          ? recorded ?? (isWatched ? .failures(of: earlier.state) : .outstanding(in: earlier.state))
          : nil),
      first: failedFirst ? .outstanding(in: earlier.state) : nil, since: since,
      environment: environment, options: options,
      quarantine: try QuarantineList(file: options.quarantineFile),
      asked: AskedPrograms(in: selection.package.path, options), coverage: measurement,
      baseline: try comparison.baseline(of: selection.package.name, command),
      earlier: earlier,
      terminal: watch && options.console.isQuiet ? Terminal(isQuiet: true) : terminal)
  }
}

extension ToolEnvironment {
  /// Throws ``UsageError`` for options that only a run with processes of its own honors.
  fileprivate func checkProcesses(_ options: RunOptions) throws {
    if let problem = options.pool.flatMap(ConcurrencyPool.problem) {
      throw UsageError("\(name(of: .pool)) \(problem)")
    }
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
