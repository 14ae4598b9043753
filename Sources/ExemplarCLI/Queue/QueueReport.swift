import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The results of all machines as one run, with the proof that each example counts once.
struct QueueReport {
  /// The logs of the batches.
  private let paths: [String]
  /// Why the results are not those of the whole run; empty if they are.
  let problems: [String]
  /// The batches as runs, if they are those of the whole run.
  let runs: [RecordedRun]
  /// The failures of units that no machine finished.
  private let losses: [IssueRecorded]

  /// Writes the results into a folder, and proves that they are those of a plan.
  init(_ results: QueueResults, of plan: RecordedPlan, in folder: URL) throws {
    var problems: [String] = []
    var owners: [Int: Int] = [:]
    var paths: [String] = []
    for (index, batch) in results.batches.enumerated() {
      let file = folder.appendingPathComponent("batch-\(index + 1).\(RunFolder.fileExtension)")
      try batch.log.write(to: file)
      paths.append(file.path)
      for unit in batch.units where owners.updateValue(index + 1, forKey: unit) != nil {
        problems.append("Unit \(unit) of the queue has two results.")
      }
    }
    let lost = Set(results.lost)
    var (divided, missing, unfinished) = (plan, 0, [String]())
    for index in plan.examples.indices {
      let unit = plan.examples[index].shard
      divided.examples[index].shard = owners[unit] ?? 0
      if owners[unit] != nil { continue }
      if lost.contains(unit) { unfinished.append(plan.examples[index].id) } else { missing += 1 }
    }
    if missing > 0 {
      problems.append(
        "\(missing.counted("example")) of the plan \(missing == 1 ? "has" : "have") no result in the queue. Run again, with another key."
      )
    }
    let proof = problems.isEmpty ? MergeProof(paths, of: divided, digest: plan.digest) : nil
    problems += proof?.problems ?? []
    (self.paths, self.problems) = (paths, problems)
    runs = problems.isEmpty ? proof?.runs ?? [] : []
    losses = unfinished.map { id in
      IssueRecorded(
        id: nil,
        issue: Issue(
          "\(id) was begun \(QueuedUnit.limit) times, the last time without other examples, and no machine finished it. "
            + "Run it on one machine to see why.", cause: .endOfProcess))
    }
  }

  /// Reports the run to reporters, and returns its verdict.
  ///
  /// - Parameter findings: More issues of the run.
  func show(
    _ reports: RunReporters, _ clock: EventClock, findings: [IssueRecorded] = []
  ) throws -> QueueVerdict {
    if !problems.isEmpty {
      return QueueVerdict(status: reports.refuse(problems).rawValue, text: problems[0])
    }
    var endings: [RecordedLog.Ending] = []
    if !paths.isEmpty {
      endings = try MergedLogs(paths, isProven: true).replay(
        clock, findings: losses + findings, reports.report)
    }
    // Without any batch, there is no end of a run to precede.
    let summary = reports.progress.summary
    if summary == nil { for loss in losses { reports.report(.issueRecorded(loss)) } }
    reports.finish(orIfSilent: .runDidNotBegin("The queue has no results."))
    return QueueVerdict(
      status: reports.exitStatus(after: endings).rawValue,
      text: summary.map { ConsoleText.counts($0) } ?? "no end of the run")
  }
}
