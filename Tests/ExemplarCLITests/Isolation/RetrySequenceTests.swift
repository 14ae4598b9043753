import ExemplarCore
import ExemplarLog
import Foundation
import Testing

@testable import ExemplarCLI

/// Every sequence of up to three attempts, some of which end their processes: the engine runs each part in a process
/// that is only simulated, and the tool puts together what the processes report.
struct RetrySequenceTests {
  private enum Attempt: String, CaseIterable {
    case pass, fail, `throw`, skip, timeOut, cancel, crash, exit
  }

  private struct Damaged: Error {}

  private static let id = ExampleID(["Shop", "A till"])
  private static let place = Place(path: "/shop/TillSpec.swift", line: 3)

  /// The outcome by the rule: a later attempt that passes makes an example flaky, and nothing else makes up for a
  /// failure.
  private static func expected(_ sequence: [Attempt]) -> String {
    var failure: String?
    for attempt in sequence {
      switch attempt {
      case .pass: return failure == nil ? "passed" : "flaky"
      case .skip: return failure.map { "\($0), skipped" } ?? "skipped"
      case .fail: failure = "failed: fail"
      case .throw, .timeOut, .cancel, .crash, .exit:
        failure = "failed unexpectedly: \(attempt.rawValue)"
      }
    }
    return failure ?? "no attempt"
  }

  @Test(arguments: Attempt.allCases)
  private func nothingButALaterPassMakesUpForAFailure(first: Attempt) async {
    for second in Attempt.allCases {
      for third in Attempt.allCases {
        let sequence = [first, second, third]
        let name = sequence.map(\.rawValue).joined(separator: " ")
        #expect(await Self.outcome(of: sequence) == Self.expected(sequence), "\(name)")
      }
    }
  }

  // MARK: Processes

  /// The state of the processes, which run one after the other.
  private struct Happening {
    var attempts = 0
    var events: [Event] = []
    var running: RunningExample?
    /// How the process has ended, if it has: nothing more is heard of it.
    var end: ProcessEnd.Way?
    var hangs = false
  }

  /// The outcome of the example that the tool reports, with the issues that fail it.
  private static func outcome(of sequence: [Attempt]) async -> String {
    let happening = Locked(Happening())
    let told = Locked([Event]())
    let merger = Locked(
      StreamMerger { batch in told.withLock { told in batch.forEach { told.append($0) } } })
    let ledger = RunLedger(allowsFocus: true, merger, merger.withLock { $0.open() })
    ledger.begin(
      WorkerPlan(demands: [SpecDemand(spec: id, examples: 1)]),
      RunStarted(seed: 1, order: .defined, specs: 1, examples: 1))
    var part: PlanPart? = PlanPart(spec: id)
    while let current = part {
      happening.withLock { ($0.events, $0.running, $0.end) = ([], nil, nil) }
      await run(current, sequence, happening)
      let ended = happening.withLock { $0 }
      for event in ended.events { ledger.receive(event) }
      part = nil
      guard let way = ended.end, let running = ended.running else { continue }
      part = ledger.handle(ProcessExit(way: way, running: [running]), in: current)
    }
    ledger.end(duration: 1, isWhole: true)
    let events = told.withLock { $0 }
    let outcomes = events.compactMap { event -> String? in
      guard case .exampleEnded(let end) = event else { return nil }
      switch end.outcome {
      case .failed(let isUnexpected): return "failed" + (isUnexpected ? " unexpectedly" : "")
      case .skipped: return "skipped"
      default: return "\(end.outcome)"
      }
    }
    let issues = events.compactMap { event -> String? in
      guard case .issueRecorded(let record) = event, record.issue.isFailure else { return nil }
      return word(record.issue)
    }
    // The verdict on the whole run is that on the example.
    #expect(ledger.summary.isSuccess == !outcomes.joined().hasPrefix("failed"))
    return outcomes.joined(separator: " and ")
      + (issues.isEmpty ? "" : ": " + issues.joined(separator: ", "))
  }

  private static func word(_ issue: ExemplarCore.Issue) -> String {
    let texts: [(String, Attempt)] = [
      ("Threw an error: Damaged()", .throw), ("The time limit of", .timeOut),
      ("Threw an error: CancellationError()", .cancel), ("one cent is missing", .fail),
      ("ended by signal 11", .crash), ("ended with status 0", .exit),
    ]
    let attempt = texts.first { issue.message.contains($0.0) }?.1.rawValue ?? issue.message
    let skipped =
      "\nThe next attempt was skipped, which does not make up for this failure: no scanner"
    return attempt + (issue.message.hasSuffix(skipped) ? ", skipped" : "")
  }

  /// Runs a part of the plan until the process ends.
  private static func run(
    _ part: PlanPart, _ sequence: [Attempt], _ happening: Locked<Happening>
  ) async {
    let parts = Locked([part])
    var configuration = RunConfiguration(retries: 2, now: { 0 })
    configuration.nextPart = { parts.withLock { $0.popLast() } }
    configuration.timeLimit = sequence.contains(.timeOut) ? .seconds(60) : nil
    configuration.alarm = { _, ring in
      let task = Task {
        while !Task.isCancelled, !happening.withLock({ $0.hangs }) { await Task.yield() }
        if !Task.isCancelled { ring() }
      }
      return { task.cancel() }
    }
    configuration.follow = { step in
      var running = RunningExample(step.id, ExampleContext(at: place), phase: step.phase)
      (running.attempt, running.isRetryable) = (step.attempt, step.isRetryable)
      happening.withLock { if $0.end == nil { $0.running = running } }
    }
    let example = SpecNode(
      "counts", at: place, content: .example { try await attempt(sequence, happening) })
    let spec = Spec(module: "Shop", root: SpecNode("A till", at: place, content: .group([example])))
    let plan = Plan([spec], PlanOptions(seed: 1, order: .defined))
    _ = await Run(plan, configuration) { event in
      happening.withLock { if $0.end == nil { $0.events.append(event) } }
    }
  }

  private static func attempt(
    _ sequence: [Attempt], _ happening: Locked<Happening>
  ) async throws {
    let attempt = happening.withLock { happening -> Attempt? in
      if happening.end != nil { return nil }
      happening.attempts += 1
      return sequence[happening.attempts - 1]
    }
    switch attempt {
    case nil, .pass: break
    case .fail: ExampleScope.current?.record(Issue("one cent is missing", isExpected: true))
    case .throw: throw Damaged()
    case .skip: throw Skip("no scanner")
    case .timeOut:
      happening.withLock { $0.hangs = true }
      while !Task.isCancelled { await Task.yield() }
      happening.withLock { $0.hangs = false }
    case .cancel:
      withUnsafeCurrentTask { $0?.cancel() }
      try Task.checkCancellation()
    case .crash: happening.withLock { $0.end = .signal(SIGSEGV) }
    case .exit: happening.withLock { $0.end = .status(0) }
    }
  }
}
