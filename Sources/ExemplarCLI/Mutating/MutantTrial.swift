import ExemplarCore
import ExemplarLog

// Mutating: finds the examples and tests that reach each mutant of a mutated package, and those that notice it. The
// package `Tools/Mutate` makes the mutants, and reports the results.

/// The result of running the examples and tests that reach a mutant.
enum MutantVerdict: String, Codable {
  /// One of them failed.
  case killed
  /// The process exited before all of them had finished.
  case crashed
  /// They did not finish within the limit.
  case timedOut
  /// All of them passed.
  case survived
  /// Nothing reaches the mutant.
  case noCoverage
  /// They did not all run, although none failed, so there is no verdict.
  case error

  /// Whether a test noticed the mutant.
  var isDetected: Bool { [.killed, .crashed, .timedOut].contains(self) }
}

/// The events and the exit of one process that runs examples or tests with at most one mutant.
struct MutantTrial {
  private(set) var ends: [ExampleID: Outcome] = [:]
  /// How many seconds examples took.
  private(set) var durations: [ExampleID: Double] = [:]
  private(set) var contexts: [ExampleID: ExampleContext] = [:]
  /// The examples and groups that failed, in order.
  private(set) var failures: [ExampleID] = []
  /// The first failure that belongs to the run.
  private(set) var failureOfRun: String?
  private var running: [ExampleID] = []
  private var openGroups: Set<ExampleID> = []
  /// Whether the process has reported the end of its tests.
  var hasEnded = false
  /// How it exited.
  var exit = ProcessExit()
  /// Whether it was killed because it exceeded the limit.
  var isLate = false
  /// Whether it was killed because of a failure.
  var isStopped = false
  var seconds = 0.0

  var hasFailed: Bool { !failures.isEmpty || failureOfRun != nil }
  /// Whether nothing is running, nor is a hook to follow.
  var isIdle: Bool { running.isEmpty && openGroups.isEmpty }

  mutating func receive(_ event: Event) {
    switch event {
    case .exampleStarted(let start):
      contexts[start.id] = start.context
      running.append(start.id)
    case .exampleEnded(let end):
      ends[end.id] = end.outcome
      durations[end.id] = end.duration
      running.removeAll { $0 == end.id }
      switch end.outcome {
      case .blocked(let group): fail(group)
      case .failed, .flaky, .quarantined: fail(end.id)
      case .passed, .skipped, .pending: break
      }
    case .groupStarted(let start): openGroups.insert(start.id)
    case .groupEnded(let end):
      openGroups.remove(end.id)
      if end.failed { fail(end.id) }
    case .issueRecorded(let record) where record.issue.isFailure:
      if let id = record.id {
        fail(id)
      } else {
        failureOfRun = failureOfRun ?? record.issue.message
      }
    case .runEnded: hasEnded = true
    default: break
    }
  }

  private mutating func fail(_ id: ExampleID) {
    if !failures.contains(id) { failures.append(id) }
  }

  /// Adds a process that ran other examples.
  mutating func add(_ other: MutantTrial) {
    ends.merge(other.ends) { $1 }
    durations.merge(other.durations) { $1 }
    contexts.merge(other.contexts) { $1 }
    for id in other.failures { fail(id) }
    // Without a mutant, a test that ends its process has failed.
    for id in other.running { fail(id) }
    failureOfRun = failureOfRun ?? other.failureOfRun
    seconds += other.seconds
  }

  /// Whether an example, and the hooks around it, have passed.
  func hasPassed(_ id: ExampleID) -> Bool {
    ends[id] == .passed && !failures.contains { id.isAtOrBelow($0) }
  }

  /// Whether an example ran, or failed before it could.
  func hasRun(_ id: ExampleID) -> Bool {
    switch ends[id] {
    case .skipped, .pending: false
    case nil: failures.contains { id.isAtOrBelow($0) }
    default: true
    }
  }

  /// The verdict about a mutant, if the process had to run some examples.
  ///
  /// - Parameter rows: Those that are rows. One that no longer exists fails because it was requested: a run of everything
  ///   would not have noticed it.
  func result(of chosen: [ExampleID], rows: Set<ExampleID> = []) -> MutantResult {
    let failures = failures.filter { !rows.contains($0) || contexts[$0]?.hasRow != false }
    if !failures.isEmpty || failureOfRun != nil {
      var result = MutantResult(.killed, by: failures, failureOfRun)
      result.isIncomplete = chosen.contains { !hasPassed($0) && !failures.contains($0) }
      return result
    }
    if isLate { return MutantResult(.timedOut, by: running) }
    if !hasEnded, !isStopped {
      // A process that exits before any example has begun may have found nothing to run.
      let hasBegun = !ends.isEmpty || !running.isEmpty
      if !hasBegun, case .status = exit.way {
        return MutantResult(.error, "The process \(exit.explanation) before an example began.")
      }
      return MutantResult(.crashed, by: running, "The process \(exit.explanation).")
    }
    let missing = chosen.filter { !hasPassed($0) }
    if let first = missing.first {
      return MutantResult(
        .error,
        "\(missing.count) of \(chosen.count) examples did not run with this mutant, and none failed: \(first.text)."
      )
    }
    if !exit.isSuccess, !isStopped {
      return MutantResult(
        .crashed, "The process \(exit.explanation) after all examples had passed.")
    }
    return MutantResult(.survived)
  }
}

/// A verdict with its reasons: a line of the results.
struct MutantResult: Codable, Equatable {
  var mutant = 0
  var verdict: MutantVerdict
  /// The examples, tests and groups that failed, or were running, the first at the start.
  var by: [ExampleID]
  var reason: String?
  /// The numbers of the examples that ran, or would have.
  var reachedBy: [Int] = []
  /// Whether code reaches the mutant once in a process or outside of examples, so that any example may depend on it.
  var isStatic = false
  /// Whether the results of some examples are unknown, since the process ended before them.
  var isIncomplete = false
  var seconds = 0.0

  init(_ verdict: MutantVerdict, by: [ExampleID] = [], _ reason: String? = nil) {
    (self.verdict, self.by, self.reason) = (verdict, by, reason)
    isIncomplete = verdict == .crashed || verdict == .timedOut
  }

  /// The verdict of several processes that share the examples.
  func joined(with other: MutantResult) -> MutantResult {
    let decided: [MutantVerdict] = [.killed, .crashed, .timedOut, .error]
    func rank(_ result: MutantResult) -> Int { decided.firstIndex(of: result.verdict) ?? .max }
    var joined = rank(other) < rank(self) ? other : self
    joined.by = by + other.by
    joined.isIncomplete = isIncomplete || other.isIncomplete
    joined.seconds = seconds + other.seconds
    return joined
  }
}
