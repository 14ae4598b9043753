import ExemplarCore
import Foundation

/// One run of the plan for all entries of a list.
///
/// The first entry runs the plan. The others wait until their spec has finished; the first entry
/// waits for none of them.
final class ListedRun: SpecHost {
  private let listing: Listing
  private let state = Locked(State())

  fileprivate struct State {
    /// The entries that have begun, each as a test and a spec in its list.
    var begun: Set<[String]> = []
    var results: [ExampleID: ListedResult] = [:]
    /// The specs whose result an entry has taken.
    var reported: Set<ExampleID> = []
    /// The specs that have finished.
    var over: Set<ExampleID> = []
    var isOver = false
    var waiting: [ExampleID: [CheckedContinuation<Void, Never>]] = [:]
    /// Issues that belong to no spec. The entry that ran the plan reports them.
    var issues: [IssueRecorded] = []
  }

  init(_ listing: Listing) { self.listing = listing }

  // MARK: The entries

  /// Notes that an entry begins; `false` if it has begun before.
  func begins(_ entry: [String]) -> Bool { state.withLock { $0.begun.insert(entry).inserted } }

  func wait(for spec: ExampleID) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        let isOver = state.isOver || state.over.contains(spec)
        if !isOver { state.waiting[spec, default: []].append(continuation) }
        return isOver
      }
      if isOver { continuation.resume() }
    }
  }

  /// The result of a spec. If `listed` is given, it includes the issues of specs outside the list.
  func result(of spec: ExampleID, unlessIn listed: Set<ExampleID>?) -> ListedResult {
    state.withLock { state in
      var result = state.results[spec] ?? ListedResult()
      state.reported.insert(spec)
      if let listed {
        let others = state.results.filter { !listed.contains($0.key) }
        state.reported.formUnion(others.keys)
        result.issues += state.issues + others.values.flatMap(\.issues)
      }
      return result
    }
  }

  /// The specs that failed and have no entry that reports it.
  var unreported: [ExampleID] {
    state.withLock { state in
      state.results.filter { spec, result in
        !state.reported.contains(spec) && result.issues.contains(where: \.issue.isFailure)
      }.map(\.key)
    }
  }

  // MARK: The plan

  func runPlan() async {
    let guardian = ExitGuard()
    defer { guardian.disarm() }
    let environment = ProcessInfo.processInfo.environment
    await TestLibraries.handlingIssues { [self] in
      do {
        let options = try RunOptions(environment: environment)
        let reporter = try HostReporter(environment: environment, console: options.console)
        if listing === Listing.swiftTesting { SpecTestClasses.printWhatTheyRun() }
        await run(options, reporter)
      } catch {
        fail(String(describing: error))
      }
    }
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [:] }
      return state.waiting.values.joined()
    }
    waiting.forEach { $0.resume() }
  }

  /// The entries report issues, each those of its own spec.
  var passesIssuesOn: Bool { false }

  func owns(module: String) -> Bool { listing.owns(module) }

  func fail(_ message: String) {
    state.withLock {
      $0.issues.append(IssueRecorded(id: nil, issue: ExemplarCore.Issue(message)))
    }
  }

  func follow(_ event: Event) {
    let waiting = state.withLock { $0.follow(event) }
    waiting.forEach { $0.resume() }
  }
}

extension ListedRun.State {
  /// Notes an event; gives back the entries that have waited for it.
  fileprivate mutating func follow(_ event: Event) -> [CheckedContinuation<Void, Never>] {
    switch event {
    case .issueRecorded(let record):
      guard !record.issue.isRetried else { break }
      if let id = record.id {
        results[id.spec, default: ListedResult()].issues.append(record)
      } else {
        issues.append(record)
      }
    case .exampleEnded(let example):
      results[example.id.spec, default: ListedResult()].record(example.outcome)
    case .groupEnded(let group) where group.id == group.id.spec:
      over.insert(group.id)
      return waiting.removeValue(forKey: group.id) ?? []
    case .exampleListed, .runStarted, .groupStarted, .exampleStarted, .attachmentRecorded,
      .hooksStarted, .hooksEnded, .groupEnded, .runEnded:
      break
    }
    return []
  }
}

/// The result of a spec.
package struct ListedResult: Sendable {
  package internal(set) var issues: [IssueRecorded] = []
  private var executed = 0
  private var skipped: [String] = []

  mutating func record(_ outcome: Outcome) {
    switch outcome {
    case .skipped(let reason): skipped.append(reason)
    case .pending: skipped.append("pending")
    case .passed, .flaky, .failed, .blocked: executed += 1
    }
  }

  /// Why nothing of the spec ran, if so.
  package var reasonNotRun: String? {
    if executed > 0 { return nil }
    return skipped.isEmpty
      ? "The spec was not selected."
      : "All of it was skipped: \(Set(skipped).sorted().joined(separator: "; "))"
  }
}
