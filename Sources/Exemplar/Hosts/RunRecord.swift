import ExemplarCore

/// The result of a run from code, with the outcome and the issues of each example.
public struct RunRecord: Sendable {
  /// The counts, and whether the run finished and succeeded.
  public fileprivate(set) var result: RunResult
  /// The outcome of each example and each row by its id, including those that did not run for a reason.
  public fileprivate(set) var outcomes: [String: RunOutcome] = [:]
  /// The issues of each example and group by its id, those of the run under "", without those of
  /// attempts that were repeated.
  public fileprivate(set) var issues: [String: [RunIssue]] = [:]

  fileprivate mutating func add(_ event: RunEvent) {
    switch event {
    case .runStarted(let start): self = RunRecord(result: RunResult(seed: start.seed))
    case .exampleEnded(let end): outcomes[end.id.text] = end.outcome
    case .issueRecorded(let record) where !record.issue.isRetried:
      issues[record.id?.text ?? "", default: []].append(record.issue)
    case .runEnded(let summary): result = summary
    default: break
    }
  }
}

/// Runs specs from code, and returns the outcome of each example by its id.
///
/// ```swift
/// let specs = discoveredSpecs()
/// var options = RunOptions()
/// options.selection.selectors = discoveredNodes(of: specs).filter { $0.name == "Cart" }.map(\.id)
/// let record = await recordRun(of: specs, options)
/// print(record.result.executed, record.outcomes)
/// ```
///
/// - Returns: The record of the run; of several repetitions, that of the first that was not a success,
///   else of the last.
public func recordRun(
  of specs: [DiscoveredSpec] = discoveredSpecs(), _ options: RunOptions = RunOptions()
) async -> RunRecord {
  let records = Locked((current: RunRecord(result: RunResult(seed: 0)), kept: RunRecord?.none))
  let result = await run(specs, options) { event in
    records.withLock { records in
      records.current.add(event)
      guard case .runEnded = event, records.kept?.result.isSuccess ?? true else { return }
      records.kept = records.current
    }
  }
  var record = records.withLock { $0.kept ?? $0.current }
  record.result = result
  return record
}

/// Returns the nodes of specs as data, in declared order: what a program can list, choose from and run.
///
/// Included shared examples are groups. Rows are no nodes, since they are read when their outline
/// runs.
public func discoveredNodes(of specs: [DiscoveredSpec] = discoveredSpecs()) -> [DiscoveredNode] {
  // Builders of shared examples are code of the author.
  let guardian = ExitGuard()
  defer { guardian.disarm() }
  return DiscoveredNode.all(in: ResolvedSpecs(specs))
}
