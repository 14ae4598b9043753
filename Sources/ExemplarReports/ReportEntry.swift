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

/// A report as a fold over entries.
package protocol EntryFold {
  /// Receives each event before the entry that it completes, for reports that also show beginnings.
  mutating func begin(_ event: Event, _ output: inout ReportOutput)
  mutating func add(_ entry: ReportEntry, to output: inout ReportOutput) throws
  /// Writes the rest. If the last run has broken off, it is passed here, and not as an entry.
  mutating func finish(after brokenRun: EndedRun?, _ output: inout ReportOutput) throws
}

extension EntryFold {
  package mutating func begin(_ event: Event, _ output: inout ReportOutput) {}
}

/// Derives entries from events, for runs that are repeated, break off, or never start.
package struct EntryReport<Fold: EntryFold>: ReportFold {
  private var fold: Fold
  private var open = OpenExamples()
  private var summary = RunSummary(seed: 0)
  private var isRunning = false
  private var latest = 0.0
  private let now: @Sendable () -> Double

  init(_ fold: Fold, _ context: ReportContext) {
    self.fold = fold
    now = context.now
  }

  package mutating func add(_ event: Event, to output: inout ReportOutput) throws {
    if case .exampleListed = event { return }
    latest = now()
    if case .runStarted(let start) = event {
      if isRunning { try fold.add(.runEnded(run(isBroken: true)), to: &output) }
      summary = RunSummary(seed: start.seed)
    }
    isRunning = true
    summary.count(event)
    fold.begin(event, &output)
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

  package mutating func finish(_ output: inout ReportOutput) throws {
    try fold.finish(after: isRunning ? run(isBroken: true) : nil, &output)
  }

  private func run(isBroken: Bool) -> EndedRun {
    EndedRun(summary: summary, isBroken: isBroken, running: open.running, end: latest)
  }
}

extension FoldReporter {
  package convenience init<Entries: EntryFold>(
    _ fold: Entries, path: String?, limit: Int = 1 << 16, opensFile: Bool = true,
    _ context: ReportContext
  ) throws where Fold == EntryReport<Entries> {
    try self.init(
      EntryReport(fold, context), path: path, limit: limit, opensFile: opensFile, context)
  }
}
