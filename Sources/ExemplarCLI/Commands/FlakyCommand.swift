import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// `exemplar flaky`: lists the examples that passed and failed with the same code.
struct FlakyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flaky",
    abstract: "Lists the examples that passed and failed with the same code, in the recorded runs.",
    discussion: """
      Runs had the same code if commit and build were the same. Exit status: 0 no example is flaky, 1 some are, \
      2 no run is recorded. Options after -- are those that swift build got, if it got another scratch path.
      """)

  @OptionGroup var package: PackageArguments

  func run() throws {
    let flaky = FlakyExamples(in: RunRecord.folders(in: package.records))
    if flaky.runs == 0 { throw package.hasNoRuns() }
    let terminal = Terminal(environment: ProcessInfo.processInfo.environment)
    for finding in flaky.findings { terminal.print(line(of: finding) + "\n") }
    let runs = ConsoleText.count(flaky.runs, "recorded run")
    terminal.print(
      flaky.findings.isEmpty
        ? "No example passed and failed with the same code in \(runs).\n"
        : "\(flaky.findings.count) flaky in \(runs).\n")
    throw flaky.findings.isEmpty ? ExitStatus.fine : .failed
  }

  private func line(of finding: FlakyExamples.Finding) -> String {
    let since = Date(timeIntervalSince1970: finding.since).formatted(.iso8601)
    let retried = finding.retried > 0 ? " (\(finding.retried) passed on a retry)" : ""
    let beside = finding.hasFailedAlone ? "also alone" : "only with others"
    let invocation = package.invocation(RunRecord.Command())
    let command =
      finding.hasFailedAlone
      ? invocation.rerunUntilFailure(finding.id, seed: finding.seed)
      : invocation.bisect(finding.id)
    return
      "\(finding.id): failed \(finding.failed) of \(finding.passed + finding.failed) times\(retried) since "
      + "\(since), \(beside): \(command)"
  }
}
