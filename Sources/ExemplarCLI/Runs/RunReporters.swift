import ExemplarCore
import ExemplarReports

/// The reporters of a run, which receive its events whatever happens to it: a report that received
/// none would look like one of a run without failures.
final class RunReporters: Sendable {
  private struct State {
    var reporters: [any Reporter]
    /// The same, and the live output for people. If a run emits no events, the tool prints to them
    /// itself.
    var all: [Listener]
    var hasHeard = false
    var isFinished = false
  }
  /// A reporter, and whether it wants rows that passed as they are.
  private struct Listener {
    let reporter: any Reporter
    let ofRows: (any RowsReporter)?

    init(_ reporter: any Reporter) {
      self.reporter = reporter
      ofRows = reporter as? any RowsReporter
    }
  }

  private let state: Locked<State>

  init(_ reporters: [any Reporter] = []) {
    state = Locked(State(reporters: reporters, all: reporters.map(Listener.init)))
  }

  func add(_ reporter: any Reporter) {
    state.withLock { state in
      state.reporters.append(reporter)
      state.all.append(Listener(reporter))
    }
  }

  func add(console: ConsoleReporter) { state.withLock { $0.all.append(Listener(console)) } }

  func report(_ event: Event) {
    for listener in noteHearing() { listener.reporter.report(event) }
  }

  /// Reports rows that passed together; to who wants events, the events that they are.
  func report(_ rows: PassedRows) {
    for listener in noteHearing() {
      if let reporter = listener.ofRows {
        reporter.report(rows)
      } else {
        rows.tell(listener.reporter.report)
      }
    }
  }

  /// Notes that they hear something; all of them.
  private func noteHearing() -> [Listener] {
    state.withLock { state in
      state.hasHeard = true
      return state.all
    }
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
      for event in silence { state.reporters.forEach { $0.report(event) } }
    }
    state.all.forEach { $0.reporter.finish() }
  }

  /// Ends the reports of a run that must have emitted events.
  func finish() { finish(orIfSilent: .runDidNotBegin("The run emitted no events.")) }

  var isComplete: Bool { state.withLock { $0.all }.allSatisfy(\.reporter.isComplete) }
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
