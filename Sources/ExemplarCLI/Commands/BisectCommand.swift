import ArgumentParser
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// `exemplar bisect`: finds the examples that make another one fail.
struct BisectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Finds the fewest examples that make an example fail, as it did in a recorded run.",
    discussion: """
      The candidates are the examples that the same process ran before it; if it does not fail after them, those \
      that ran beside it. The tests are built once, and nothing is recorded. \
      Exit status: 0 culprits were found, 1 the example fails alone, 5 it did not fail, 2 nothing could be run, \
      130 interrupted. Options after -- go to swift build.
      """)

  @Argument(help: "The id of an example or a row that failed, or a part of it.")
  var id: String

  @OptionGroup var package: PackageArguments
  @OptionGroup var prebuilt: PrebuiltArguments

  @Option(
    help: ArgumentHelp(
      "The recorded run: a number or a name of exemplar runs, a log, or a folder of logs; by default the last one in "
        + "which it failed.", valueName: "run"), completion: .file())
  var run: String?

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp(
      "How often a set of examples is run until it counts as innocent; by default once, and more often if the "
        + "failure turns out to be flaky.", valueName: "count"))
  var repetitions: Int?

  @Option(help: ArgumentHelp("The profile to use; by default that of the run.", valueName: "name"))
  var profile: String?

  func validate() throws {
    try prebuilt.validate(package)
    if let repetitions, repetitions < 1 {
      throw ValidationError("--repeat \(repetitions) would run nothing. Give a number from 1.")
    }
    if id.isEmpty {
      throw ValidationError("The id is empty. Give the id of an example that failed.")
    }
  }

  func run() async throws {
    Interruption.watch()
    try await package.archived?.check(allowingStale: prebuilt.stale)
    throw try await bisect()
  }

  private func bisect() async throws -> ExitStatus {
    let (failure, recorded) = try recordedFailure()
    var command = recorded
    command.profile = profile ?? command.profile
    var options: [EnvironmentOption: String] = [:]
    options[.platform] = command.platform
    let environment = try ToolEnvironment(
      options, over: ProcessInfo.processInfo.environment, package: package.path,
      profile: command.profile)
    let terminal = Terminal()
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let products = try await package.build(terminal, prebuilt.source).products()
    var single = try environment.options()
    (single.jobs, single.retries) = (1, 0)
    let others = try await ForeignTestRun.listing(
      products, in: package.path, single, specsOnly: command.specs == true)
    let trial = TrialRun(
      others: others, directory: package.path, failure: failure, environment: environment,
      durationClasses: package.store(command.platform).state.durationClasses)
    let session = BisectSession(
      trial: trial, repetitions: repetitions, terminal: terminal, folder: folder.url,
      invocation: package.invocation(command))
    return try await session.run()
  }

  /// The failure, and the options of its run.
  private func recordedFailure() throws -> (RecordedFailure, RunFacts.Command) {
    let logs: [URL]
    if let run {
      logs = try RunFolder.logs(named: run, in: package.records)
    } else {
      logs = RunFolder.folders(in: package.records).flatMap(RunFolder.logs)
    }
    for log in logs.reversed() {
      // One that the user names must be readable.
      if run != nil { _ = try EventLog(path: log.path) }
      if let recorded = RecordedRun(stored: log),
        let failure = try RecordedFailure(of: id, in: recorded)
      {
        return (failure, recorded.facts?.command ?? RunFacts.Command())
      }
    }
    throw UsageError(
      "“\(id)” failed in no recorded run. Give the id of an example or a row as reports print it, or another run "
        + "by --run; exemplar report shows the last one.")
  }
}

/// One search, from the first trial to its report.
private struct BisectSession {
  let trial: TrialRun
  let repetitions: Int?
  let terminal: Terminal
  let folder: URL
  let invocation: Invocation

  /// The examples that may be to blame, and how they run.
  private struct Suspects {
    let ids: [ExampleID]
    let jobs: Int
    var preposition: String { jobs == 1 ? "after" : "beside" }
    var counted: String { ids.count.counted("example") }
  }

  private var id: ExampleID { trial.failure.id }

  func run() async throws -> ExitStatus {
    let failure = trial.failure
    var kinds = [Suspects(ids: failure.before, jobs: 1)]
    if !failure.beside.isEmpty {
      kinds.append(Suspects(ids: failure.beside, jobs: max(2, failure.processes)))
    }
    let counts = kinds.map { "\($0.preposition) \($0.counted)" }.joined(separator: " and ")
    terminal.print("\(id) failed \(counts).\n")
    var tried: [String] = []
    for kind in kinds {
      var search = CulpritSearch(count: kind.ids.count, repetitions: repetitions)
      switch try await find(&search, kind) {
      case .failsAlone:
        let tally = search.tally(of: [])
        let often = tally.failed < tally.runs ? " in \(tally.failed) of \(tally.runs) runs" : ""
        terminal.print(
          "\(id) fails alone\(often): no other example is the cause.\n  \(line([], kind))\n")
        return .failed
      case .culprits(let found):
        report(found, search, kind)
        return .fine
      case .notReproduced:
        let runs = kind.ids.isEmpty ? search.tally(of: []).runs : search.whole.runs
        tried.append("\(runs) \(kind.preposition) the same \(kind.counted)")
      }
    }
    terminal.print(
      "Not reproducible: \(id) passed in all runs: \(tried.joined(separator: ", ")). It may be flaky, or depend on "
        + "something outside of the run; --repeat runs it more often.\n")
    return .didNotFinish
  }

  private func find(
    _ search: inout CulpritSearch, _ kind: Suspects
  ) async throws -> CulpritSearch.Verdict {
    let start = Date()
    var runs = 0
    do {
      let verdict = try await search.find { set, left in
        runs += 1
        let name =
          set.isEmpty ? "alone" : "\(kind.preposition) \(set.count) of \(kind.counted)"
        terminal.show("run \(runs): \(name)…")
        let hasFailed = try await trial.fails(
          after: set.map { kind.ids[$0] }, jobs: kind.jobs, in: folder)
        let rest = Date().timeIntervalSince(start) / Double(runs) * Double(left)
        let more =
          left == 0 || set.isEmpty && hasFailed
          ? "" : ", about \(left) more, \(rest.formattedSeconds)"
        terminal.print("run \(runs): \(name): \(hasFailed ? "fails" : "passes")\(more)\n")
        return hasFailed
      }
      terminal.clear()
      return verdict
    } catch let status as ExitStatus where status == .interrupted {
      terminal.clear()
      if let best = search.smallest {
        terminal.print("Interrupted. The fewest so far:\n")
        report(best, search, kind, isFinal: false)
      } else {
        terminal.print("Interrupted before \(id) failed.\n")
      }
      throw status
    }
  }

  private func report(
    _ found: [Int], _ search: CulpritSearch, _ kind: Suspects, isFinal: Bool = true
  ) {
    let ids = found.map { kind.ids[$0] }
    var text = "\(id) fails \(kind.preposition) \(found.count) of \(kind.counted):\n"
    for id in ids.prefix(20) { text += "  \(id)\n" }
    text += DisplayText.more(ids.count - 20, before: "  ", after: "\n")
    let tally = search.tally(of: found)
    if isFinal, search.repetitions > 1 {
      let percent = Int(search.confidence(in: found) * 100)
      text +=
        "It fails in \(tally.failed) of \(tally.runs) runs of them; confidence that no fewer do: \(percent) %.\n"
    }
    text += "\(search.runs.counted("run")). Run it again:\n  \(line(ids, kind))\n"
    terminal.print(text)
  }

  /// The line that runs the example again after or beside others.
  private func line(_ others: [ExampleID], _ kind: Suspects) -> String {
    trial.line(others + [id], jobs: others.isEmpty ? 1 : kind.jobs, invocation)
  }
}
