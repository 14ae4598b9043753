import ExemplarCore
import Foundation

// The page is a single file that opens from disk.
//
// The page with its script comes first, followed by the run, with a line of JSON for each example that is written when
// the example finishes. So memory does not grow with the run, and the page of a killed run shows the recorded part. The
// script creates elements for visible parts only.

/// Writes a run as a page.
struct HTMLFold: ReportFold {
  private let context: ReportContext
  private var open = OpenExamples()
  private var numbers: [ExampleID: Int] = [:]
  private var count = 0
  private var begin: Double?
  private var summary = RunSummary(seed: 0)
  /// The first failed examples and groups, and the number of all failures.
  private var failed: [ExampleID] = []
  private var failures = 0
  private let history: RunHistory?
  private var keys = ExampleKeys()
  private var past = ""
  private var worker = 0
  private var hooks: [HooksEnded: Double] = [:]

  init(_ context: ReportContext) {
    self.context = context
    history = context.history()
  }

  mutating func add(_ event: Event, to output: inout ReportOutput) throws {
    if case .exampleListed = event { return }
    let now = context.now()
    writeHead(now, &output.text)
    summary.count(event)
    record(worker: context.worker(), &output.text)
    if case .groupStarted(let group) = event { start(group, now, &output.text) }
    let details = HTMLDetails(context)
    switch open.receive(event, at: now) {
    case .example(let example):
      if case .failed = example.outcome { record(failed: example.id) }
      // The group of an example may be unknown.
      let parent = example.id.parent.flatMap { numbers[$0] } ?? -1
      let past = history?.marks(of: keys.key(of: example.id))
      if let past { record(past: String(past.map(\.letter)), &output.text) }
      details.append(example, parent, time(example.begin), past, to: &output.text)
    case .group(let group):
      if group.failed { record(failed: group.id) }
      details.append(
        group, numbers.removeValue(forKey: group.id) ?? -1, time(group.begin), time(now),
        to: &output.text)
    case .nothing: break
    }
    switch event {
    case .hooksStarted(let hooks):
      self.hooks[HooksEnded(id: hooks.id, phase: hooks.phase)] = now
    case .hooksEnded(let end):
      if let begin = hooks.removeValue(forKey: end) {
        details.append(
          end, numbers[end.id] ?? -1, time(begin), time(now) - time(begin), to: &output.text)
      }
    case .runStarted(let start):
      hooks = [:]
      summary = RunSummary(seed: start.seed)
      summary.count(event)
      numbers = [:]
      (failed, failures) = ([], 0)
      details.append(start, to: &output.text)
    case .issueRecorded(let record) where record.id != nil:
      // The process of the latest worker has exited.
      if record.issue.cause == .endOfProcess { output.text += "[\"x\"]\n" }
    case .issueRecorded(let record):
      details.append(record.issue, to: &output.text)
    case .runEnded:
      details.append(summary, failed, of: failures, to: &output.text)
    default: break
    }
  }

  mutating func finish(_ output: inout ReportOutput) throws {
    writeHead(context.now(), &output.text)
    output.text += HTMLPage.tail
  }

  private mutating func writeHead(_ now: Double, _ text: inout ReportText) {
    guard begin == nil else { return }
    begin = now
    text += HTMLPage.head
    text += "["
    text.append(json: "t")
    text += ","
    text.append(json: Timestamp.text(now) + "Z")
    text += "]\n"
    if let history { HTMLDetails(context).append(history, to: &text) }
  }

  private mutating func record(failed id: ExampleID) {
    failures += 1
    if failed.count < 10 { failed.append(id) }
  }

  /// Writes the worker of the following lines, if it changes.
  private mutating func record(worker: Int, _ text: inout ReportText) {
    if worker == self.worker { return }
    self.worker = worker
    text += "[\"w\","
    text.append(worker)
    text += "]\n"
  }

  private mutating func record(past: String, _ text: inout ReportText) {
    if past == self.past { return }
    self.past = past
    HTMLDetails(context).append(past: past, to: &text)
  }

  private func time(_ instant: Double) -> Double { max(0, instant - (begin ?? instant)) * 1000 }

  private mutating func start(_ group: GroupStarted, _ now: Double, _ text: inout ReportText) {
    count += 1
    numbers[group.id] = count
    text += "[\"g\",\(count),\(group.id.parent.flatMap { numbers[$0] } ?? -1),"
    // The module distinguishes specs with equal names.
    text.append(json: ExampleID.printable(group.id.name))
    text += ","
    text.append(json: group.place.relative(to: context.directory).description)
    text += group.isOutline ? ",1," : ",0,"
    text.append(time(now), digits: 1)
    text += "]\n"
  }
}

extension ReportFormat {
  package static let html = ReportFormat(
    "html", "a page that opens from disk", path: "report.html"
  ) { try FoldReporter(HTMLFold($1), path: $0, $1) }
}
