import ExemplarCore

// The event stream of Swift Testing: JSON Lines with `test` and `event` records, version 6.3, as
// described in https://github.com/swiftlang/swift-testing/blob/main/Documentation/ABI/JSON.md.
//
// A group is a suite, an example a function, an outline a function with arguments, and a row a case
// of it. The record of a test immediately precedes its first event: rows are not known when the run
// begins. `_testCase` contains the row of an event, as Swift Testing writes it for editors.

struct EventStreamFold: ReportFold {
  private let context: ReportContext
  private var outlines: [ExampleID: EventStreamTest] = [:]
  private var tests: [ExampleID: EventStreamTest] = [:]
  /// The groups and outlines that are not over and in which something has failed.
  private var failed: Set<ExampleID> = []

  init(_ context: ReportContext) {
    self.context = context
  }

  mutating func begin(_ event: Event, _ output: inout ReportOutput) {
    var records = EventStreamRecords(now: context.now())
    switch event {
    case .groupStarted(let group): begin(group, &records)
    case .exampleStarted(let start): begin(start, &records)
    case .issueRecorded(let record):
      let test = record.id.flatMap { tests[$0] ?? outlines[$0] }
      records.issue(record.issue, test, relativeTo: context.directory)
    case .attachmentRecorded(let attachment):
      records.attachment(attachment, tests[attachment.id] ?? outlines[attachment.id])
    default: return
    }
    output.text += records.text
  }

  mutating func add(_ entry: ReportEntry, to output: inout ReportOutput) throws {
    var records = EventStreamRecords(now: context.now())
    switch entry {
    case .runStarted(let start):
      (outlines, tests, failed) = ([:], [:], [])
      records.event(
        "runStarted",
        messages: [("default", "Test run started."), ("details", "Exemplar, seed \(start.seed)")])
    case .example(let example): end(example, &records)
    case .group(let group): end(group, &records)
    case .hooks, .issueOutside: return
    case .runEnded(let run): end(run.summary, &records)
    }
    output.text += records.text
  }

  // MARK: Beginnings

  private mutating func begin(_ group: GroupStarted, _ records: inout EventStreamRecords) {
    if let parent = group.id.parent, let outline = outlines[parent] {
      // A suite of data is a part of the names of its rows.
      outlines[group.id] = outline
      return
    }
    let test = EventStreamTest(
      group.id, group.place, group.kind == .outline ? .outline : .suite, parent: group.id.parent)
    tests[group.id] = test
    if group.kind == .outline { outlines[group.id] = test }
    records.test(test)
    records.event("testStarted", test, messages: [("default", "\(test.title) started.")])
  }

  private mutating func begin(_ start: ExampleStarted, _ records: inout EventStreamRecords) {
    if let outline = start.id.parent.flatMap({ outlines[$0] }) {
      let test = outline.row(start.id)
      tests[start.id] = test
      records.event("testCaseStarted", test, messages: [("default", "\(test.title) started.")])
      return
    }
    let test = EventStreamTest(
      start.id, start.context.place ?? .unknown, .example, parent: start.id.parent)
    tests[start.id] = test
    records.test(test, tags: start.context.tags, bugs: start.context.bugs)
    if start.isLeftOut { return }
    records.event("testStarted", test, messages: [("default", "\(test.title) started.")])
    records.event("testCaseStarted", test)
  }

  // MARK: Ends

  private mutating func end(_ example: OpenExamples.Example, _ records: inout EventStreamRecords) {
    guard let test = tests.removeValue(forKey: example.id) else { return }
    if let reason = example.outcome.reason {
      let message = [("skip", "\(test.title) skipped: “\(reason)”")]
      if example.attempts == 0, !test.isRow {
        return records.event("testSkipped", test, messages: message)
      }
      records.event(test.isRow ? "testCaseCancelled" : "testCancelled", test, messages: message)
    }
    records.event("testCaseEnded", test)
    if example.outcome.isFailure { recordFailure(in: example.id) }
    if test.isRow { return }
    end(test, hasFailed: example.outcome.isFailure, example.duration, &records)
  }

  private mutating func end(_ group: OpenExamples.Group, _ records: inout EventStreamRecords) {
    outlines[group.id] = nil
    let hasFailed = failed.remove(group.id) != nil || group.failed
    if group.failed { recordFailure(in: group.id) }
    guard let test = tests.removeValue(forKey: group.id) else { return }
    end(test, hasFailed: hasFailed, group.duration, &records)
  }

  /// As in Swift Testing, what something fails in has failed.
  private mutating func recordFailure(in id: ExampleID) {
    var group = id.parent
    while let current = group, failed.insert(current).inserted { group = current.parent }
  }

  private func end(
    _ test: EventStreamTest, hasFailed: Bool, _ duration: Double,
    _ records: inout EventStreamRecords
  ) {
    let verb = hasFailed ? "failed" : "passed"
    records.event(
      "testEnded", test,
      messages: [
        (hasFailed ? "fail" : "pass", "\(test.title) \(verb) after \(duration.formattedSeconds).")
      ])
  }

  private func end(_ summary: RunSummary, _ records: inout EventStreamRecords) {
    for trouble in summary.troublesOfRun {
      records.issue(Issue(trouble), nil, relativeTo: context.directory)
    }
    if let warning = summary.warningOfRun {
      records.issue(warning, nil, relativeTo: context.directory)
    }
    let hasFailed = !summary.isSuccess
    records.event(
      "runEnded",
      messages: [
        (
          hasFailed ? "fail" : "pass",
          "Test run with \(summary.executed) examples \(hasFailed ? "failed" : "passed")."
        )
      ])
  }
}

extension ReportFormat {
  package static let swiftTesting = ReportFormat(
    "swift-testing", "the event stream of Swift Testing, for editors and tools that read it",
    path: "event-stream.jsonl"
  ) { try FoldReporter(EventStreamFold($1), path: $0, limit: 0, $1) }
}
