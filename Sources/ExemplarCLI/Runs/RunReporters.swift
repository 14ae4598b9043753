import ExemplarCore
import ExemplarReports

/// The reporters of a run, which hear of it whatever becomes of it: a report that was told nothing would look like
/// one of a run in which nothing failed.
final class RunReporters: Sendable {
  private struct State {
    var reporters: [any Reporter]
    /// The same, and what people read while the run goes on; of a run that tells nothing, the tool speaks to them
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

  /// Whether nothing was told so far, not even why.
  var isSilent: Bool { state.withLock { !$0.hasHeard && !$0.isFinished } }

  /// Nothing more comes.
  ///
  /// - Parameter silence: What is told if nothing was.
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

  /// The same for a run that is known to have told something, or else has no excuse.
  func finish() { finish(orIfSilent: .runDidNotBegin("Nothing was told of the run.")) }

  var isComplete: Bool { state.withLock { $0.all }.allSatisfy(\.reporter.isComplete) }
}

extension [Event] {
  /// What is told of a run that did not begin.
  static func runDidNotBegin(_ reason: String) -> [Event] {
    [.issueRecorded(IssueRecorded(id: nil, issue: Issue(reason, phase: .planning)))]
  }

  /// What is told of a run in which there was nothing to run.
  static func nothingRan(_ reason: String) -> [Event] {
    var summary = RunSummary(seed: 0, order: .defined)
    summary.nothingRan = reason
    summary.finished = true
    return [
      .runStarted(RunStarted(seed: 0, order: .defined, specs: 0, examples: 0)), .runEnded(summary),
    ]
  }

  /// What is told of a run that an error kept from beginning, or the status with which the tool ends.
  static func runDidNotBegin(_ error: any Error) -> [Event] {
    if let failure = error as? BuildFailure { return runDidNotBegin(failure.description) }
    return switch error as? ExitStatus {
    case .interrupted: runDidNotBegin("The run was interrupted before it began.")
    case .nothingRan: nothingRan("There is nothing to run.")
    case .some: runDidNotBegin("The tests could not be built or started; the tool has said why.")
    case nil: runDidNotBegin("The tests could not be run: \(error)")
    }
  }
}
