import Exemplar
import ExemplarCore

/// Everything a run told, as lines that a person can read: what hooks and bodies wrote with
/// ``Log/callAsFunction(_:)``, and every event.
///
/// ```
/// > A shelf                     a group begins
///   S                           a line of the author's code
///   starts empty: failed        an example is over
///   ! starts empty: message     an issue of an example, a group or the run
/// < A shelf failed              a group is over; failed if a hook of its own failed
/// 2 executed, 1 failed, …       the summary
/// ```
struct Trace: CustomStringConvertible {
  var lines: [String] = []
  var events: [RunEvent] = []
  var summary = RunResult(seed: 0)

  var description: String { lines.joined(separator: "\n") }

  /// The names of the examples that ran, in order.
  var executed: [String] {
    events.compactMap { event in
      guard case .exampleEnded(let end) = event, end.outcome.wasExecuted else { return nil }
      return end.id.name
    }
  }

  /// The order in which groups and examples began.
  var order: [String] {
    events.compactMap { event in
      switch event {
      case .groupStarted(let start): start.id.name
      case .exampleStarted(let start): start.id.name
      default: nil
      }
    }
  }
}

/// What the author's code writes while it runs.
struct Log: Sendable {
  private let lines = Locked([String]())

  /// Writes a line.
  func callAsFunction(_ line: String) { lines.withLock { $0.append("  " + line) } }

  fileprivate func append(_ line: String) { lines.withLock { $0.append(line) } }

  /// Runs the specs, in declared order unless `options` say otherwise, and returns the trace.
  func trace(_ specs: SpecNode..., options: RunOptions? = nil) async -> Trace {
    await trace(specs.map { Spec(module: "Acceptance", root: $0) }, options: options)
  }

  /// Runs discovered specs.
  func trace(_ specs: [DiscoveredSpec], options: RunOptions? = nil) async -> Trace {
    var defined = RunOptions()
    defined.order = .defined
    defined.seed = 1
    defined.jobs = 1
    let events = Locked([RunEvent]())
    let summary = await Exemplar.run(specs, options ?? defined) { take($0, events) }
    return Trace(
      lines: lines.withLock { $0 }, events: events.withLock { $0 }, summary: summary)
  }

  /// Runs a plan without a host.
  func trace(_ run: Run) async -> Trace {
    let events = Locked([RunEvent]())
    let summary = await run { take($0, events) }
    return Trace(
      lines: lines.withLock { $0 }, events: events.withLock { $0 }, summary: summary)
  }

  private func take(_ event: RunEvent, _ events: Locked<[RunEvent]>) {
    events.withLock { $0.append(event) }
    if let line = event.traceLine { append(line) }
  }
}

extension RunEvent {
  fileprivate var traceLine: String? {
    switch self {
    case .exampleListed(let listed): "? \(listed.id.name)"
    case .runStarted, .exampleStarted, .hooksStarted, .hooksEnded: nil
    case .groupStarted(let start): "> \(start.id.name)"
    case .groupEnded(let end): "< \(end.id.name)\(end.failed ? " failed" : "")"
    case .attachmentRecorded(let attachment): "  + \(attachment.id.name): \(attachment.name)"
    case .exampleEnded(let end): "  \(end.id.name): \(end.outcome.traceWord)"
    case .issueRecorded(let record):
      "  ! \(record.id?.name ?? "run"): \(record.issue.traceText)"
    case .runEnded(let summary): summary.traceLine
    }
  }
}

extension Outcome {
  fileprivate var traceWord: String {
    switch self {
    case .passed: "passed"
    case .flaky: "flaky"
    case .failed(let unexpected): unexpected ? "failed unexpectedly" : "failed"
    case .skipped(let reason): "skipped, \(reason)"
    case .pending(let reason): "pending\(reason.map { ", \($0)" } ?? "")"
    case .blocked(let group): "blocked by \(group.name)"
    }
  }
}

extension ExemplarCore.Issue {
  fileprivate var traceText: String {
    var notes = [phase.rawValue]
    if isKnown { notes.append("known") }
    if isWarning { notes.append("warning") }
    if isRetried { notes.append("retried") }
    if !isExpected, isFailure { notes.append("unexpected") }
    let first = message.split(separator: "\n").last ?? ""
    return "\(first) (\(notes.joined(separator: ", ")))"
  }
}

extension RunSummary {
  /// The counts that are not zero.
  fileprivate var traceLine: String {
    let counts = [
      (executed, "executed"), (failed, "failed"), (unexpected, "unexpected"), (flaky, "flaky"),
      (skipped, "skipped"), (pending, "pending"), (blocked, "blocked"),
      (groupFailures, "group failed"), (runFailures, "run failed"), (warnings, "warned"),
      (knownIssues, "known"), (notReached, "not reached"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return (parts + (nothingRan.map { [$0] } ?? [])).joined(separator: ", ")
  }
}
