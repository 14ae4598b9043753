import ExemplarCore
import Foundation
import Testing

/// One run of all specs for the cases of a test that lists them.
///
/// The case that begins first runs the plan. The others wait until their spec is over, for that case
/// alone, which waits for none of them.
final class ListedRun: SpecHost {
  private let state = Locked(State())

  fileprivate struct State {
    /// The cases that have begun.
    var begun: Set<CaseKey> = []
    var results: [ExampleID: ListedResult] = [:]
    /// The specs that are over.
    var over: Set<ExampleID> = []
    var isOver = false
    var waiting: [ExampleID: [CheckedContinuation<Void, Never>]] = [:]
    /// What belongs to no spec; the case that ran the plan reports it.
    var issues: [IssueRecorded] = []
  }

  fileprivate struct CaseKey: Hashable {
    var test: Test.ID?
    var spec: ExampleID
  }

  // MARK: The cases

  private static let latest = Locked<ListedRun?>(nil)
  private static let listed = Locked<Set<ExampleID>?>(nil)

  /// Whether a test lists the specs; known before any test runs, since arguments are.
  static var isListed: Bool { listed.withLock { $0 != nil } }

  /// All specs in declared order. Never empty: a test without cases would be skipped unseen.
  static func list() -> [ListedSpec] {
    // Without what is in them: a focus or a selection decides what runs, not what there is.
    let names = [Spec].discovered().map { spec in
      Spec(
        module: spec.module,
        root: SpecNode(spec.root.name, at: spec.root.place, content: .example({})))
    }
    let plan = Plan(names, PlanOptions(seed: 0, order: .defined, selection: Selection()))
    let specs = plan.keeping(modules: SwiftTestingHost.ownsInTest).runGroups.joined()
      .sorted { $0.place < $1.place }
      .map { $0.path.id }
    let ids = specs.isEmpty ? [ExampleID(["No specs"])] : specs
    listed.withLock { $0 = Set(ids) }
    return ids.map { ListedSpec($0) }
  }

  /// How a spec ended, for a case of `test`.
  static func result(of spec: ExampleID, for test: Test.ID?) async -> ListedResult {
    let key = CaseKey(test: test, spec: spec)
    let (run, isFirst) = latest.withLock { latest -> (ListedRun, Bool) in
      // A case that begins again belongs to a repetition.
      if let run = latest, run.state.withLock({ $0.begun.insert(key).inserted }) {
        return (run, false)
      }
      let run = ListedRun()
      run.state.withLock { _ = $0.begun.insert(key) }
      latest = run
      return (run, true)
    }
    if isFirst {
      await run.runPlan()
    } else {
      await run.wait(for: spec)
    }
    return run.state.withLock { state in
      var result = state.results[spec] ?? ListedResult()
      if isFirst {
        // What has no case of its own must not get lost.
        let listed = listed.withLock { $0 } ?? []
        let others = state.results.filter { !listed.contains($0.key) }
        result.issues += state.issues + others.values.flatMap(\.issues)
      }
      return result
    }
  }

  private func wait(for spec: ExampleID) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        let isOver = state.isOver || state.over.contains(spec)
        if !isOver { state.waiting[spec, default: []].append(continuation) }
        return isOver
      }
      if isOver { continuation.resume() }
    }
  }

  // MARK: The plan

  private func runPlan() async {
    let environment = ProcessInfo.processInfo.environment
    await SwiftTestingHost.handlingIssues { [self] in
      do {
        let options = try RunOptions(environment: environment)
        let reporter = try HostReporter(environment: environment, verbose: options.isVerbose)
        SwiftTestingHost.tellOfXCTest()
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

  /// The cases report issues, each those of its own spec.
  var passesIssuesOn: Bool { false }

  func owns(module: String) -> Bool { SwiftTestingHost.ownsInTest(module: module) }

  func fail(_ message: String) {
    state.withLock {
      $0.issues.append(IssueRecorded(id: nil, issue: ExemplarCore.Issue(message)))
    }
  }

  func take(_ event: Event) {
    let waiting = state.withLock { $0.take(event) }
    waiting.forEach { $0.resume() }
  }
}

extension ListedRun.State {
  /// Takes an event; the cases that have waited for it.
  fileprivate mutating func take(_ event: Event) -> [CheckedContinuation<Void, Never>] {
    switch event {
    case .issueRecorded(let record):
      guard !record.issue.isRetried else { break }
      if let id = record.id {
        results[id.spec, default: ListedResult()].issues.append(record)
      } else {
        issues.append(record)
      }
    case .exampleEnded(let example):
      results[example.id.spec, default: ListedResult()].note(example.outcome)
    case .groupEnded(let group) where group.id == group.id.spec:
      over.insert(group.id)
      return waiting.removeValue(forKey: group.id) ?? []
    case .exampleListed, .runStarted, .groupStarted, .exampleStarted, .attachmentRecorded,
      .groupEnded, .runEnded:
      break
    }
    return []
  }
}

/// What became of a spec.
struct ListedResult: Sendable {
  var issues: [IssueRecorded] = []
  private var executed = 0
  private var skipped: [String] = []

  mutating func note(_ outcome: Outcome) {
    switch outcome {
    case .skipped(let reason): skipped.append(reason)
    case .pending: skipped.append("pending")
    case .passed, .flaky, .failed, .blocked: executed += 1
    }
  }

  /// Why nothing of the spec ran, if so.
  var reasonNotRun: String? {
    if executed > 0 { return nil }
    return skipped.isEmpty
      ? "The spec was not selected."
      : "All of it was skipped: \(Set(skipped).sorted().joined(separator: "; "))"
  }
}
