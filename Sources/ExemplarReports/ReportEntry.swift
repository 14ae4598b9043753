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

/// Derives entries from events, for runs that are repeated, break off, or never start.
struct EntryReport<Fold: ReportFold> {
  private var fold: Fold
  private var open = OpenExamples()
  private var summary = RunSummary(seed: 0)
  private var hasStarted = false
  private var isRunning = false
  private var latest = 0.0
  private let now: @Sendable () -> Double

  init(_ fold: Fold, now: @escaping @Sendable () -> Double) {
    self.fold = fold
    self.now = now
  }

  mutating func add(_ event: Event, to output: inout ReportOutput) throws {
    guard Fold.hasEntries else { return try fold.begin(event, &output) }
    if case .exampleListed = event { return }
    start(&output)
    latest = now()
    if case .runStarted(let start) = event {
      if isRunning { try fold.add(.runEnded(run(isBroken: true)), to: &output) }
      summary = RunSummary(seed: start.seed)
    }
    isRunning = true
    summary.count(event)
    try fold.begin(event, &output)
    if let entry = open.receive(event, at: latest) { try fold.add(entry, to: &output) }
    switch event {
    case .runStarted(let start): try fold.add(.runStarted(start), to: &output)
    case .issueRecorded(let record) where record.id == nil:
      try fold.add(.issueOutside(record.issue), to: &output)
    case .runEnded:
      isRunning = false
      try fold.add(.runEnded(run(isBroken: false)), to: &output)
    default: break
    }
  }

  mutating func finish(_ output: inout ReportOutput) throws {
    start(&output)
    if isRunning { try fold.add(.runEnded(run(isBroken: true)), to: &output) }
    try fold.finish(&output)
  }

  private mutating func start(_ output: inout ReportOutput) {
    if !hasStarted { fold.start(&output) }
    hasStarted = true
  }

  private func run(isBroken: Bool) -> EndedRun {
    EndedRun(summary: summary, isBroken: isBroken, running: open.running, end: latest)
  }
}
