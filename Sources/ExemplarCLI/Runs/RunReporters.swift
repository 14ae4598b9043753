import ExemplarCore
import ExemplarLog
import ExemplarReports

/// The reporters of a run, which receive its events whatever happens to it: a report that received
/// none would look like one of a run without failures.
final class RunReporters: Sendable {
  private struct Listener {
    let reporter: any Reporter
    let receive: @Sendable (EventBatch) -> Void
    /// Whether it shows the run live. Then it receives no events that only stand for a run without any: the tool prints
    /// to people itself then.
    let isLive: Bool
  }
  private let state: Locked<State>

  private struct State {
    var listeners: [Listener]
    var progress: RunProgress
    var hasEvents = false
    var isFinished = false
  }

  /// - Parameter stopsAtFailure: Whether a failing repetition is the last one.
  init(_ reporters: [any Reporter] = [], stopsAtFailure: Bool = false) {
    state = Locked(State(listeners: [], progress: RunProgress(stopsAtFailure: stopsAtFailure)))
    for reporter in reporters { add(reporter) }
  }

  /// The result of the reported events.
  var progress: RunProgress { state.withLock { $0.progress } }

  func add(_ reporter: any Reporter) { add(reporter) { $0.forEach(reporter.report) } }

  /// Adds a reporter with the function by which it receives consecutive passed rows as one value.
  func add(
    _ reporter: any Reporter, isLive: Bool = false,
    _ receive: @escaping @Sendable (EventBatch) -> Void
  ) {
    let listener = Listener(reporter: reporter, receive: receive, isLive: isLive)
    state.withLock { $0.listeners.append(listener) }
  }

  @Sendable func report(_ event: Event) { report(.event(event)) }

  @Sendable func report(_ batch: EventBatch) {
    let listeners = state.withLock { state in
      state.hasEvents = true
      // The result does not depend on passed rows.
      if case .event(let event) = batch { state.progress.record(event) }
      return state.listeners
    }
    for listener in listeners { listener.receive(batch) }
  }

  /// Whether no event has been reported so far, not even a reason.
  var isSilent: Bool { state.withLock { !$0.hasEvents && !$0.isFinished } }

  /// Ends the reports.
  ///
  /// - Parameter silence: The events to report if there were none.
  func finish(orIfSilent silence: [Event]) {
    let before = state.withLock { state in
      defer { state.isFinished = true }
      return state
    }
    if before.isFinished { return }
    for listener in before.listeners {
      if !before.hasEvents, !listener.isLive { silence.forEach(listener.reporter.report) }
      listener.reporter.finish()
    }
  }

  /// Ends the reports of records that do not make one run: prints the problems, and returns the status.
  func refuse(_ problems: [String]) -> ExitStatus {
    for problem in problems { Terminal.error(problem) }
    finish(orIfSilent: problems.flatMap { [Event].runDidNotBegin($0) })
    return .didNotFinish
  }

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
    if let failure = error as? BuildFailure {
      let errors = failure.errors.filter { $0.place != nil }.prefix(100)
      return runDidNotBegin(failure.description)
        + errors.map { .issueRecorded(IssueRecorded(id: nil, issue: $0)) }
    }
    return switch error as? ExitStatus {
    case .interrupted: runDidNotBegin("The run was interrupted before it began.")
    case .nothingRan: nothingRan("There is nothing to run.")
    case .some: runDidNotBegin("The tests could not be built or started; the reason is above.")
    case nil: runDidNotBegin("The tests could not be run: \(error)")
    }
  }
}
