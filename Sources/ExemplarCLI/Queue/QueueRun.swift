import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The part of one machine in a run that several machines share by a queue.
struct QueueRun {
  let queue: any TestQueue
  /// The URL of the queue, for messages.
  let address: QueueAddress
  /// The plan, in which the shard of an example is the number of its unit.
  let plan: RecordedPlan
  let facts: RunFacts
  /// Whether only the result is printed.
  var isQuiet = false
  let print: @Sendable (String) -> Void
  /// Takes the counts of a run that another machine has reported.
  let conclude: @Sendable (String) -> Void
  /// How many batches in a row without a single passed example make a machine pause.
  static let patienceWithFailures = 3

  /// The result of a batch that ran.
  struct BatchResult {
    var log: Data
    var summary: RunSummary?
    var status: ExitStatus

    /// Why it is not a result of the whole batch; `nil` if it is. The merged run would be refused because of it.
    var gap: String? {
      guard let summary, summary.finished else { return "its run did not finish" }
      if summary.notReached == 0 { return nil }
      return "it did not reach \(summary.notReached.counted("example"))"
    }
  }

  /// Runs batches until all units have results. One machine then reports the run.
  ///
  /// - Parameters:
  ///   - durations: The durations by which the slowest units run first.
  ///   - runUnits: Runs units.
  ///   - report: Reports the results, and returns the verdict.
  func run(
    by durations: () -> RecordedDurations,
    _ runUnits: ([Int]) async throws -> BatchResult,
    report: (QueueResults) async throws -> QueueVerdict
  ) async throws -> ExitStatus {
    try await join(durations)
    var failures = 0
    var isLate = true
    var own: QueueVerdict?
    while true {
      let lease = UUID().uuidString
      switch try await call({ try $0.reserve(lease) }) {
      case .batch(let units, let left):
        let result = try await holding(lease) { try await runUnits(units) }
        if Interruption.isRequested || result.status == .interrupted {
          try? await call { try $0.release(lease, isLoss: false) }
          throw ExitStatus.interrupted
        }
        var passed = 0
        if let gap = result.gap {
          try await call { try $0.release(lease, isLoss: true) }
          progress("A batch of the queue was given back, since \(gap). It runs again.\n")
        } else {
          try await handIn(result, lease, left)
          passed = result.summary.map { $0.passed + $0.flaky + $0.skipped + $0.pending } ?? 0
        }
        failures = passed > 0 ? 0 : failures + 1
        if failures >= Self.patienceWithFailures { try await pause(failures) }
      case .wait(let seconds):
        if Interruption.isRequested { throw ExitStatus.interrupted }
        try await Task.sleep(for: .seconds(min(max(seconds, 0.05), .random(in: 0.2...0.6))))
      case .report:
        let verdict = try await holding(lease) {
          try await report(try await call { try $0.results() })
        }
        own = verdict
        let data = try JSONEncoder().encode(verdict)
        // A machine whose lease has ended reads the verdict of the one that took over.
        if try await call({ try $0.acknowledge(lease, data) }) { return status(of: verdict) }
      case .verdict(let data):
        let verdict = try JSONDecoder().decode(QueueVerdict.self, from: data)
        if own == nil { show(verdict, isLate) }
        return status(of: verdict)
      }
      isLate = false
    }
  }

  private func status(of verdict: QueueVerdict) -> ExitStatus {
    ExitStatus(rawValue: verdict.status) ?? .didNotFinish
  }

  /// Prints the verdict that another machine has reported.
  private func show(_ verdict: QueueVerdict, _ isLate: Bool) {
    conclude(verdict.text)
    progress("The machine that finished last has reported it.\n")
    if isLate {
      progress(
        "It ended before this machine joined, so nothing ran here. To run again, change the key.\n")
    }
  }

  /// Prints text about a run that goes on.
  private func progress(_ text: String) { if !isQuiet { print(text) } }

  // MARK: Batches

  /// Joins the run on the server. Throws ``UsageError`` if it is another one than that of this machine, or might be.
  private func join(_ durations: () -> RecordedDurations) async throws {
    if let missing = facts.missingEvidence {
      throw UsageError(
        "This machine cannot take part in the run of the queue \(address): \(missing). Without it, the code here may be "
          + "other than that of the other machines.")
    }
    let weights = Locked<[QueuedUnit]?>(nil)
    let known = durations()
    let run = try await call { [facts, plan] queue in
      try queue.join(facts) {
        weights.withLock { weights in
          let units = weights ?? Self.units(of: plan, by: known)
          weights = units
          return units
        }
      }
    }
    guard
      let (property, own, other) = facts.difference(from: run)
        ?? (facts.planDigest == run.planDigest
          ? nil : ("plan", facts.planDigest, run.planDigest))
    else { return }
    throw UsageError(
      "The queue \(address) has another run than this machine: here, the \(property) is \(own ?? "not known"), and there "
        + "\(other ?? "not known"). Give each run a key of its own, and run all its machines with the same \(property)."
    )
  }

  /// The units of a plan with their weights, the slowest first.
  static func units(of plan: RecordedPlan, by durations: RecordedDurations) -> [QueuedUnit] {
    var weights: [Int: Double] = [:]
    let seconds = durations.weights(of: plan.examples.map { ExampleID(text: $0.id) })
    for (example, seconds) in zip(plan.examples, seconds) {
      weights[example.shard, default: 0] += seconds
    }
    let units = weights.map { number, seconds in
      QueuedUnit(number: number, weight: max(1, Int(min(seconds, 1e5) * 1e6)))
    }
    return units.sorted { ($1.weight, $0.number) < ($0.weight, $1.number) }
  }

  private func handIn(_ result: BatchResult, _ lease: String, _ left: Int) async throws {
    let counts = result.summary.map { ConsoleText.counts($0) } ?? "no end of the run"
    if try await call({ try $0.acknowledge(lease, result.log) }) {
      progress("A batch of the queue: \(counts) · \(left) to go\n")
    } else {
      progress(
        "A batch of the queue, too late: \(counts). It runs on another machine, and counts there.\n"
      )
    }
  }

  /// Waits as long as a machine that does not answer would keep a batch: one on which everything fails leaves the rest
  /// to others, if there are some.
  private func pause(_ failures: Int) async throws {
    progress(
      "Nothing passed in \(failures) batches in a row, so this machine pauses for \(address.lease.formattedSeconds).\n"
    )
    let end = EventLog.now + address.lease
    while EventLog.now < end, !Interruption.isRequested {
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Prolongs a lease while `body` runs. An error gives the batch back.
  private func holding<Result>(
    _ lease: String, _ body: () async throws -> Result
  ) async throws -> Result {
    let heartbeat = Task.detached { [self] in
      while (try? await Task.sleep(for: .seconds(address.lease / 3))) != nil {
        _ = try? await call { try $0.extend(lease) }
      }
    }
    defer { heartbeat.cancel() }
    do {
      return try await body()
    } catch {
      try? await call { try $0.release(lease, isLoss: false) }
      throw error
    }
  }

  /// Calls the queue, which waits for the server.
  private func call<Result: Sendable>(
    _ body: @escaping @Sendable (any TestQueue) throws -> Result
  ) async throws -> Result {
    try await onOwnThread { [queue] in
      // A connection that the server has closed must not end the process.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      return try body(queue)
    }
  }
}
