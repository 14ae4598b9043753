import ExemplarCore
import ExemplarLog
import ExemplarReports

/// The reporters of a run, which receive its events whatever happens to it: a report that received
/// none would look like one of a run without failures.
final class RunReporters: Sendable {
  private struct State {
    var listeners: [Listener]
    var hasHeard = false
    var isFinished = false
  }

  private struct Listener {
    let reporter: any Reporter
    let sink: EventSink
    /// Whether it is the live output for people. If a run emits no events, the tool prints to them
    /// itself.
    let isLive: Bool

    init(_ reporter: any Reporter, isLive: Bool = false) {
      (self.reporter, sink, self.isLive) = (reporter, reporter.sink, isLive)
    }
  }

  private let state: Locked<State>

  init(_ reporters: [any Reporter] = []) {
    state = Locked(State(listeners: reporters.map { Listener($0) }))
  }

  func add(_ reporter: any Reporter) { state.withLock { $0.listeners.append(Listener(reporter)) } }

  func add(console: ConsoleReporter) {
    state.withLock { $0.listeners.append(Listener(console, isLive: true)) }
  }

  func report(_ event: Event) { report(.event(event)) }

  func report(_ batch: EventBatch) {
    let listeners = state.withLock { state in
      state.hasHeard = true
      return state.listeners
    }
    for listener in listeners { listener.sink(batch) }
  }

  /// Whether no event has been reported so far, not even a reason.
  var isSilent: Bool { state.withLock { !$0.hasHeard && !$0.isFinished } }

  /// Ends the reports.
  ///
  /// - Parameter silence: The events to report if there were none.
  func finish(orIfSilent silence: [Event]) {
    let state = state.withLock { state in
      defer { state.isFinished = true }
      return state
    }
    if state.isFinished { return }
    if !state.hasHeard {
      for listener in state.listeners where !listener.isLive {
        silence.forEach(listener.reporter.report)
      }
    }
    state.listeners.forEach { $0.reporter.finish() }
  }

  /// Ends the reports of a run that must have emitted events.
  func finish() { finish(orIfSilent: .runDidNotBegin("The run emitted no events.")) }

  var isComplete: Bool { state.withLock { $0.listeners }.allSatisfy(\.reporter.isComplete) }
}

extension [Event] {
  /// The events of a run that did not begin.
  static func runDidNotBegin(_ reason: String) -> [Event] {
    [.issueRecorded(IssueRecorded(id: nil, issue: Issue(reason, phase: .planning)))]
  }

  /// The events of a run without anything to run.
  static func nothingRan(_ reason: String) -> [Event] {
    var summary = RunSummary(seed: 0, order: .defined)
    summary.nothingRan = reason
    summary.finished = true
    return [
      .runStarted(RunStarted(seed: 0, order: .defined, specs: 0, examples: 0)), .runEnded(summary),
    ]
  }

  /// The events of a run that could not begin because of an error, or of the tool's exit status.
  static func runDidNotBegin(_ error: any Error) -> [Event] {
    if let failure = error as? BuildFailure { return runDidNotBegin(failure.description) }
    return switch error as? ExitStatus {
    case .interrupted: runDidNotBegin("The run was interrupted before it began.")
    case .nothingRan: nothingRan("There is nothing to run.")
    case .some: runDidNotBegin("The tests could not be built or started; the reason is above.")
    case nil: runDidNotBegin("The tests could not be run: \(error)")
    }
  }
}
