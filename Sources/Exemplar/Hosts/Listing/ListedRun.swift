import ExemplarCore
import Foundation

/// One run of the plan for all entries of a list.
///
/// The first entry runs the plan. The others wait until their node has finished; the first entry
/// waits for none of them.
final class ListedRun: SpecHost {
  private let listing: Listing
  private let state: Locked<State>

  fileprivate struct State {
    /// The nodes that have entries, in the order of the list.
    let nodes: [ExampleID]
    var begun: Set<Entry> = []
    var results: [ExampleID: ListedResult] = [:]
    /// The nodes whose result an entry has taken.
    var taken: Set<ExampleID> = []
    /// They open when the nodes have finished.
    let gates: [ExampleID: Gate]
    var over: Set<ExampleID> = []
    /// Issues that no entry reports as its own. The entry that ran the plan reports them.
    var issues: [IssueRecorded] = []
    /// Failures of nodes whose entries have not reported them yet.
    var unreported: [(nodes: [ExampleID], spec: ExampleID)] = []
  }

  /// An entry of a list that a test has.
  struct Entry: Hashable {
    var test: String
    var node: ExampleID
  }

  /// - Parameter nodes: The nodes that have entries.
  init(_ listing: Listing, nodes: [ExampleID]) {
    self.listing = listing
    let gates = Dictionary(nodes.map { ($0, Gate()) }) { first, _ in first }
    state = Locked(State(nodes: nodes, gates: gates))
  }

  // MARK: The entries

  /// Records that an entry begins; `false` if it has begun before.
  func begins(_ entry: Entry) -> Bool { state.withLock { $0.begun.insert(entry).inserted } }

  func wait(for node: ExampleID) async { await state.withLock { $0.gates[node] }?.wait() }

  /// The result of a node; with the issues that no entry reports as its own, for the entry that ran
  /// the plan.
  func result(of node: ExampleID, ranThePlan: Bool) -> ListedResult {
    state.withLock { state in
      var result = state.results[node] ?? ListedResult()
      state.taken.insert(node)
      state.unreported.removeAll { $0.nodes.contains(node) }
      if ranThePlan { result.issues += state.issues }
      return result
    }
  }

  /// The specs that failed and have no entry that reports it.
  var unreported: Set<ExampleID> { state.withLock { Set($0.unreported.map(\.spec)) } }

  // MARK: The plan

  func runPlan() async {
    let guardian = ExitGuard()
    defer { guardian.disarm() }
    await TestLibraries.handlingIssues { [self] in
      do {
        let environment = try BazelTest.addingOptions()
        let options = try RunOptions(environment: environment, name: BazelTest.name)
        let reporter = try HostReporter(environment: environment, console: options.console)
        if listing === Listing.swiftTesting { SpecTestClasses.printWhatTheyRun() }
        await run(options, reporter)
      } catch {
        fail(String(describing: error))
      }
    }
    state.withLock { $0.gates }.values.forEach { $0.open() }
  }

  /// The entries report issues, each those of its own spec.
  var passesIssuesOn: Bool { false }

  func owns(module: String) -> Bool { listing.owns(module) }

  func fail(_ message: String) {
    state.withLock {
      $0.issues.append(IssueRecorded(id: nil, issue: ExemplarCore.Issue(message)))
    }
  }

  func follow(_ event: Event) { state.withLock { $0.follow(event) }?.open() }
}

extension ListedRun.State {
  /// The nodes with entries that an example or a group belongs to. An issue of a group whose examples
  /// have the entries goes to the first of them that has not ended.
  private func nodes(of id: ExampleID) -> [ExampleID] {
    let own = sequence(first: id, next: \.parent).filter { gates[$0] != nil }
    if !own.isEmpty { return own }
    return nodes.first { $0.isAtOrBelow(id) && !over.contains($0) }.map { [$0] } ?? []
  }

  /// Follows an event; returns the gate of an entry whose node has finished.
  fileprivate mutating func follow(_ event: Event) -> Gate? {
    switch event {
    case .issueRecorded(let record):
      guard !record.issue.isRetried else { break }
      let nodes = record.id.map(nodes) ?? []
      // An entry that has reported its node reports nothing more.
      guard let id = record.id, nodes.contains(where: { !taken.contains($0) }) else {
        issues.append(record)
        break
      }
      for node in nodes { results[node, default: ListedResult()].issues.append(record) }
      if record.issue.isFailure { unreported.append((nodes, id.spec)) }
    case .exampleEnded(let example):
      for node in nodes(of: example.id) {
        results[node, default: ListedResult()].record(example.outcome)
      }
      return finish(example.id)
    case .groupEnded(let group):
      return finish(group.id)
    case .exampleListed, .runStarted, .groupStarted, .exampleStarted, .attachmentRecorded,
      .hooksStarted, .hooksEnded, .runEnded:
      break
    }
    return nil
  }

  private mutating func finish(_ node: ExampleID) -> Gate? {
    let gate = gates[node]
    if gate != nil { over.insert(node) }
    return gate
  }
}

package struct ListedResult: Sendable {
  package internal(set) var issues: [IssueRecorded] = []
  private var executed = 0
  private var reasons: [String] = []

  mutating func record(_ outcome: Outcome) {
    switch outcome {
    case .skipped(let reason): reasons.append(reason)
    case .pending: reasons.append("pending")
    case .blocked(let group): reasons.append("the set-up of “\(group.heading)” failed")
    case .passed, .flaky, .failed, .quarantined: executed += 1
    }
  }

  package var reasonNotRun: String? {
    if executed > 0 { return nil }
    return reasons.isEmpty
      ? "It was not selected."
      : "Nothing of it ran: \(Set(reasons).sorted().joined(separator: "; "))"
  }
}
