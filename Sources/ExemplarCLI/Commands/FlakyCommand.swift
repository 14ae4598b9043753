import ArgumentParser
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// `exemplar flaky`: lists the examples that passed and failed with the same code.
struct FlakyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flaky",
    abstract: "Lists the examples that passed and failed with the same code, in the recorded runs.",
    discussion: """
      Without runs, all of them are read. Runs had the same code if commit and build were the same. Exit status: 0 no \
      example is flaky, 1 some are, 2 there are no such runs. Options after -- are those that swift build got, if it got \
      another scratch path.
      """)

  @Argument(
    help: ArgumentHelp("Logs, folders of logs, or runs of exemplar runs.", valueName: "run"),
    completion: .file())
  var names: [String] = []

  @OptionGroup var package: PackageArguments

  func run() throws {
    let logs = try logs
    let flaky = FlakyExamples(in: logs)
    if flaky.runs == 0 { throw package.noRuns(found: logs.count) }
    let terminal = Terminal()
    for finding in flaky.findings { terminal.print(line(of: finding) + "\n") }
    let runs = flaky.runs.counted("recorded run")
    terminal.print(
      flaky.findings.isEmpty
        ? "No example passed and failed with the same code in \(runs).\n"
        : "\(flaky.findings.count) flaky in \(runs).\n")
    throw flaky.findings.isEmpty ? ExitStatus.fine : .failed
  }

  /// The logs of the runs, the oldest first. Throws ``UsageError`` for a name without a log.
  private var logs: [URL] {
    get throws {
      if names.isEmpty { return RunFolder.folders(in: package.records).flatMap(RunFolder.logs) }
      let named = try names.flatMap { try RunFolder.logs(named: $0, in: package.records) }
      let creations = try Set(named.map(\.standardizedFileURL)).map { log in
        (log: log, creation: try EventLog(path: log.path).creation)
      }
      return creations.sorted { $0.creation < $1.creation }.map(\.log)
    }
  }

  private func line(of finding: FlakyExample) -> String {
    let since = Date(timeIntervalSince1970: finding.since).formatted(.iso8601)
    let retried = finding.retried > 0 ? " (\(finding.retried) passed on a retry)" : ""
    let beside = finding.hasFailedAlone ? "also alone" : "only with others"
    let invocation = package.invocation(RunFacts.Command())
    let command =
      finding.hasFailedAlone
      ? invocation.rerunUntilFailure(finding.id, seed: finding.seed)
      : invocation.bisect(finding.id)
    return
      "\(finding.id): failed \(finding.failed) of \(finding.passed + finding.failed) times\(retried) since "
      + "\(since), \(beside): \(command)"
  }
}
