import ExemplarCore

// The event stream of Swift Testing: JSON Lines with `test` and `event` records, version 6.3, as
// described in https://github.com/swiftlang/swift-testing/blob/main/Documentation/ABI/JSON.md.
//
// A group is a suite, an example a function, an outline a function with arguments, and a row a case
// of it. The record of a test immediately precedes its first event: rows are not known when the run
// begins. `_testCase` contains the row of an event, as Swift Testing writes it for editors.

/// Writes a run as Swift Testing's event stream.
struct EventStreamFold: ReportFold {
  private let context: ReportContext
  private var open = OpenExamples()
  /// The outlines that have begun.
  private var outlines: [ExampleID: EventStreamTest] = [:]
  private var tests: [ExampleID: EventStreamTest] = [:]
  /// The groups and outlines that are not over and in which something has failed.
  private var failed: Set<ExampleID> = []
  private var summary = RunSummary(seed: 0)
  private var isRunning = false

  init(_ context: ReportContext) {
    self.context = context
  }

  mutating func add(_ event: Event, to output: inout ReportOutput) throws {
    if case .exampleListed = event { return }
    var records = EventStreamRecords(now: context.now())
    if case .runStarted(let start) = event {
      if isRunning { end(&records) }
      summary = RunSummary(seed: start.seed)
    }
    isRunning = true
    summary.count(event)
    let ended = open.receive(event)
    switch event {
    case .runStarted(let start):
      outlines = [:]
      tests = [:]
      failed = []
      records.event(
        "runStarted",
        messages: [("default", "Test run started."), ("details", "Exemplar, seed \(start.seed)")])
    case .groupStarted(let group): begin(group, &records)
    case .exampleStarted(let start): begin(start, &records)
    case .issueRecorded(let record): append(record, &records)
    case .attachmentRecorded(let attachment): append(attachment, &records)
    case .exampleEnded, .groupEnded, .exampleListed, .hooksStarted, .hooksEnded: break
    case .runEnded: end(&records)
    }
    switch ended {
    case .example(let example): end(example, &records)
    case .group(let group): end(group, &records)
    case .nothing: break
    }
    output.text += records.text
  }

  mutating func finish(_ output: inout ReportOutput) throws {
    guard isRunning else { return }
    var records = EventStreamRecords(now: context.now())
    end(&records)
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
      group.id, group.place, group.isOutline ? .outline : .suite, parent: group.id.parent)
    tests[group.id] = test
    if group.isOutline { outlines[group.id] = test }
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

  // MARK: Issues and attachments

  private func append(_ record: IssueRecorded, _ records: inout EventStreamRecords) {
    let test = record.id.flatMap { tests[$0] ?? outlines[$0] }
    records.issue(record.issue, test, relativeTo: context.directory)
  }

  private func append(_ attachment: AttachmentRecorded, _ records: inout EventStreamRecords) {
    records.attachment(attachment, tests[attachment.id] ?? outlines[attachment.id])
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

  private mutating func end(_ records: inout EventStreamRecords) {
    isRunning = false
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
