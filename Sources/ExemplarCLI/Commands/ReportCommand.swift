import ArgumentParser
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// `exemplar report`: shows logs of runs that have finished or are in progress.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Shows the logs of a run as the run would have been shown.",
    discussion: """
      Without a LOG, the last run of exemplar test is shown: those of the last 30 days are kept, up to 100 and \
      1 GB, in the folder for the state of programs or in that of --store. A LOG is a file that exemplar test \
      --record or --report log=PATH has written. Several logs are those of one run, each of a part of it. \
      The exit status is that of the run; a run that did not come to its end has 5. \
      Options after -- are those that swift build got, if it got another scratch path.
      """)

  @OptionGroup var shown: ShownLogs

  @Option(
    help: ArgumentHelp(
      "Shows only what failed in the example or the group with this id, with all details.",
      valueName: "id"))
  var failure: String?

  func validate() throws {
    try shown.check()
    guard let failure else { return }
    if failure.isEmpty { throw ValidationError("The id is empty. Give the id of a failure.") }
    if !shown.report.isEmpty {
      throw ValidationError(
        "--failure shows one failure, and --report writes the whole run. Leave one of them out.")
    }
  }

  func run() async throws {
    if let failure { throw try shown.show(failure: ExampleID(text: failure)) }
    throw await shown.show()
  }
}

/// `exemplar merge`: shows the records of all shards as one run, if they are.
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Shows the recorded shards of a run as one run, if none is missing.",
    discussion: """
      Each LOG is a record that exemplar test --shard NUMBER/COUNT --record PATH has written. The plans must be equal, \
      and each planned example must have run once. The exit status is that of the run; if the records are not those of \
      one whole run, it is 5, and every report fails.
      """)

  @OptionGroup var shown: ShownLogs

  @Option(
    help: ArgumentHelp("Records the merged run, as if one machine had run it.", valueName: "path"),
    completion: .file())
  var record: String?

  func validate() throws {
    try shown.check()
    if shown.logs.isEmpty { throw ValidationError("Name the records of all shards.") }
    if record == "" {
      throw ValidationError("--record has an empty value. Give it one, or leave it out.")
    }
  }

  @OptionGroup var comparison: BaselineArguments

  func run() async throws {
    throw await shown.show(isMerging: true, record: record, comparison: comparison)
  }
}

/// Logs, and how they are shown.
struct ShownLogs: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Logs, folders of logs, or runs of exemplar runs.", valueName: "log"),
    completion: .file())
  var logs: [String] = []

  @OptionGroup var package: PackageArguments

  @OptionGroup var given: OptionArguments<ReportOptions>

  /// The options of the console.
  enum ReportOptions: OptionSubset {
    static let options: [EnvironmentOption] = [.verbose, .quiet, .slowest]
  }

  @Option(
    help: ArgumentHelp(ReportRequest.help, valueName: "format[=path]"),
    completion: .list(ReportFormat.all.map(\.name)))
  var report: [String] = []

  /// Checks the arguments.
  func check() throws {
    try checkingUsage {
      _ = try requests
      _ = try console
    }
    if logs.contains("") { throw ValidationError("The name of a log is empty.") }
  }

  private var requests: [ReportRequest] {
    get throws { try report.map { try ReportRequest($0, option: "--report") } }
  }

  private var console: ConsoleSettings {
    get throws {
      let values = given.values.map { ($0.rawValue, $1) }
      return try RunOptions(environment: Dictionary(uniqueKeysWithValues: values)) {
        $0.commandLineName
      }.console
    }
  }

  /// The files to show.
  private var paths: [String] {
    get throws {
      guard logs.isEmpty else {
        return try logs.flatMap { try RunFolder.logs(named: $0, in: package.records) }.map(\.path)
      }
      let found = RunFolder.latestLogs(in: package.records).map(\.path)
      if found.isEmpty {
        throw UsageError(
          "No run is recorded in \(package.records.path). Run exemplar test first, or name a log.")
      }
      return found
    }
  }

  /// Whether the logs are of the run that was the last.
  private func isLatestRun(_ paths: [String], on platform: String?) -> Bool {
    guard let run = paths.first.map({ URL(fileURLWithPath: $0).deletingLastPathComponent() }),
      run.deletingLastPathComponent().standardizedFileURL
        == package.records.standardizedFileURL
    else { return false }
    return package.store(platform).state.latestRun == run.lastPathComponent
  }

  /// The variable of the agent for which the console is quiet.
  private var agent: String? {
    let given = Dictionary(uniqueKeysWithValues: given.values.map { ($0.rawValue, $1) })
    return CodingAgent.variable(
      in: ProcessInfo.processInfo.environment.merging(given) { $1 })
  }

  /// Shows the failure of an example or a group, with all details.
  func show(failure id: ExampleID) throws -> ExitStatus {
    let (terminal, paths) = (Terminal(), try paths)
    let command = RunFolder.facts(ofLogAt: paths[0])?.command ?? RunFacts.Command()
    var context = ReportContext(
      terminal, ConsoleSettings(isVerbose: true), environment: [:], EventClock(),
      package.invocation(command)
    ) { nil }
    context.layout = .failures
    let hasFailed = Locked(false)
    context.print = { text in
      hasFailed.withLock { $0 = true }
      terminal.print(report: text)
    }
    let reporter = ConsoleReporter(context)
    let show = { (event: Event) in
      if event.node?.isAtOrBelow(id) == true { reporter.report(event) }
    }
    for path in paths { _ = try RecordedLog(path: path).replay(nil, show) }
    guard hasFailed.withLock({ $0 }) else {
      throw UsageError(
        "\(id) did not fail in this run. Give the id of a failure as reports print it.")
    }
    return terminal.isComplete ? .fine : .failed
  }

  /// Shows the logs and returns the status of the run. If there are none, the reports state that,
  /// so that reports of an earlier run are not mistaken for theirs.
  ///
  /// - Parameters:
  ///   - isMerging: Whether they must be all shards of one run.
  ///   - record: The path at which the merged run is recorded.
  ///   - comparison: The run that the merged one is compared with.
  func show(
    isMerging: Bool = false, record: String? = nil, comparison: BaselineArguments? = nil
  ) async -> ExitStatus {
    let requests = (try? requests) ?? []
    let conclusion = Conclusion(
      command: isMerging ? MergeCommand.self : ReportCommand.self, terminal: Terminal(),
      hasConsole: !requests.contains(where: \.replacesConsole),
      resultOtherwise: Conclusion.nothingIsShown)
    return await conclusion.status {
      try show(
        requests, conclusion, isMerging: isMerging, record: record, comparison: comparison)
    }
  }

  private func show(
    _ requests: [ReportRequest], _ conclusion: Conclusion, isMerging: Bool, record: String?,
    comparison: BaselineArguments?
  ) throws -> ExitStatus {
    let terminal = conclusion.terminal
    let found = Result { try self.paths }
    let paths = (try? found.get()) ?? []
    let heads = paths.map { path in
      (try? EventLog(path: path)).map { (creation: $0.creation, facts: RunFacts(of: $0)) }
    }
    let begin = heads.compactMap { $0?.creation }.min()
    let time = Locked(begin ?? 0)
    let clock = EventClock()
    let facts = heads.first.flatMap { $0?.facts }
    let command = facts?.command ?? RunFacts.Command()
    var console = try console
    if conclusion.hasConsole, let agent {
      console.isQuiet = true
      terminal.print(CodingAgent.reason(agent))
    }
    var context = ReportContext(
      terminal, console,
      environment: ProcessInfo.processInfo.environment, clock,
      package.invocation(command)
    ) { [store = package.store(command.platform)] in
      // Later runs were unknown when the run ended.
      store.state.history(before: begin ?? .infinity)
    }
    let shown = facts?.shown(as: package.invocation(command)) ?? []
    context.facts = { shown }
    context.code = { facts?.code }
    context.verdicts = conclusion.verdicts
    if paths.count == 1 {
      let name = package.name(ofLog: URL(fileURLWithPath: paths[0]))
      context.showWhole = { [package] in package.invocation(command).report(name, whole: $0) }
    }
    if !isLatestRun(paths, on: command.platform) {
      (context.rerunFailed, context.rerunCause) = (nil, nil)
    }
    var files = CommandFiles()
    try files.read(paths + [comparison?.path].compactMap(\.self))
    if let record { try files.write(record, as: "--record") }
    let reports = RunReporters(try ReportRequest.reporters(for: requests, context, among: files))
    if conclusion.hasConsole {
      context.now = { time.withLock { $0 } }
      let reporter = ConsoleReporter(context)
      reports.add(reporter, isLive: true, reporter.report)
    }
    let endings: [RecordedLog.Ending]
    do {
      let paths = try found.get()
      let recording = try record.map { try RunLog(URL(fileURLWithPath: $0), clock) }
      if let recording { reports.add(recording, recording.report) }
      let proof = isMerging ? MergeProof(paths) : nil
      if let proof, !proof.problems.isEmpty { return reports.refuse(proof.problems) }
      if let (facts, plan) = proof?.whole { recording?.begin(facts, plan) }
      let findings: [IssueRecorded] =
        try proof.flatMap { proof in
          try proof.whole.map { whole in
            let baseline = try comparison?.baseline(
              of: whole.facts.package ?? package.name, whole.facts.command)
            return proof.runs.findings(
              whole.facts, since: baseline, in: PackageRoot(package.path))
          }
        } ?? []
      endings =
        try paths.count == 1 && findings.isEmpty
        ? [RecordedLog(path: paths[0]).replay(clock, reports.report)]
        : MergedLogs(paths, isProven: isMerging).replay(
          clock, findings: findings, reports.report)
    } catch {
      reports.finish(orIfSilent: .runDidNotBegin("There is nothing to show: \(error)"))
      throw error
    }
    time.withLock { $0 += endings.map(\.duration).max() ?? 0 }
    if reports.progress.isListing { conclusion.verdicts.result = "no example: this is a list" }
    reports.finish(orIfSilent: .runDidNotBegin("The logs contain no run."))
    for ending in endings {
      if let trouble = ending.trouble { Terminal.error(trouble) }
      if ending.isLive {
        Terminal.write(
          "The run is still in progress; these are its events so far.\n", toError: true)
      }
    }
    let status = reports.exitStatus(after: endings)
    return status == .fine && !terminal.isComplete ? .failed : status
  }
}
