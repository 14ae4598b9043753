import ExemplarCore

/// An entry of a report that lists results: the events of an example, a group or hooks as one value.
package enum ReportEntry {
  case runStarted(RunStarted)
  case example(OpenExamples.Example)
  case group(OpenExamples.Group)
  case hooks(HooksEnded, begin: Double)
  /// An issue that belongs to no example and no group.
  case issueOutside(Issue)
  case runEnded(EndedRun)
}

/// A run that has ended or broken off.
package struct EndedRun {
  package var summary: RunSummary
  /// Whether the run broke off: its events stop before its end.
  package var isBroken: Bool
  /// The names of the examples that have not finished.
  package var running: [String]
  /// The time of its last event, in seconds since 1970.
  package var end: Double
}

/// The state from which a report derives the entries of a run, event by event.
package struct ReportedRun {
  fileprivate var open = OpenExamples()
  fileprivate var summary = RunSummary(seed: 0)
  fileprivate var hasStarted = false
  fileprivate var isRunning = false
  /// The time of the last event.
  fileprivate var latest = 0.0
  fileprivate let now: @Sendable () -> Double

  init(now: @escaping @Sendable () -> Double) { self.now = now }

  fileprivate func ended(isBroken: Bool) -> EndedRun {
    EndedRun(summary: summary, isBroken: isBroken, running: open.running, end: latest)
  }
}

extension ReportFold {
  /// Derives entries from events, for runs that are repeated, break off, or never start.
  package mutating func receive(
    _ event: Event, of run: inout ReportedRun, _ output: inout ReportOutput
  ) throws {
    if case .exampleListed = event { return }
    start(&run, &output)
    run.latest = run.now()
    if case .runStarted(let start) = event {
      if run.isRunning { try add(.runEnded(run.ended(isBroken: true)), to: &output) }
      run.summary = RunSummary(seed: start.seed)
    }
    run.isRunning = true
    run.summary.count(event)
    try begin(event, &output)
    if let entry = run.open.receive(event, at: run.latest) { try add(entry, to: &output) }
    switch event {
    case .runStarted(let start): try add(.runStarted(start), to: &output)
    case .issueRecorded(let record) where record.id == nil:
      try add(.issueOutside(record.issue), to: &output)
    case .runEnded:
      run.isRunning = false
      try add(.runEnded(run.ended(isBroken: false)), to: &output)
    default: break
    }
  }

  /// Writes what is left after the last event.
  mutating func end(_ run: inout ReportedRun, _ output: inout ReportOutput) throws {
    start(&run, &output)
    if run.isRunning { try add(.runEnded(run.ended(isBroken: true)), to: &output) }
    try finish(&output)
  }

  private mutating func start(_ run: inout ReportedRun, _ output: inout ReportOutput) {
    if !run.hasStarted { start(&output) }
    run.hasStarted = true
  }
}
