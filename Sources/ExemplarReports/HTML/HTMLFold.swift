import ExemplarCore
import ExemplarPage
import Foundation

// The page is a single file that opens from disk.
//
// The page with its script comes first, followed by the run, with a line of JSON for each example that is written when
// the example finishes. So memory does not grow with the run, and the page of a killed run shows the recorded part. The
// script creates elements for visible parts only.

struct HTMLFold: ReportFold {
  let context: ReportContext
  private var numbers: [ExampleID: Int] = [:]
  private var count = 0
  private var begin = 0.0
  /// The first failed examples and groups, and the number of all failures.
  private var failed: [ExampleID] = []
  private var failures = 0
  private let history: RunHistory?
  private var keys = ExampleKeys()
  private var past = ""
  private var worker = 0
  private var groups = FailureGroups(keeping: ReportContext.namedLimit)
  /// The number of groups in earlier repetitions.
  private var earlierGroups = 0
  var files = QuotedFiles(since: 0)

  init(_ context: ReportContext) {
    self.context = context
    history = context.history()
  }

  mutating func start(_ output: inout ReportOutput) {
    begin = context.now()
    files = QuotedFiles(since: begin)
    output.text += Self.page.head
    output.text += "[\"t\",\"\(Timestamp.text(begin))Z\"]\n"
    if let history { append(history, to: &output.text) }
  }

  mutating func begin(_ event: Event, _ output: inout ReportOutput) {
    let now = context.now()
    record(worker: context.worker(), &output.text)
    switch event {
    case .groupStarted(let group):
      groups.receive(group)
      start(group, now, &output.text)
    case .issueRecorded(let record) where record.id != nil:
      // The process of the latest worker has exited.
      if record.issue.cause == .endOfProcess { output.text += "[\"x\"]\n" }
    default: break
    }
  }

  mutating func add(_ entry: ReportEntry, to output: inout ReportOutput) throws {
    let now = context.now()
    switch entry {
    case .runStarted(let start):
      numbers = [:]
      (failed, failures) = ([], 0)
      earlierGroups += groups.groups.count
      groups = FailureGroups(keeping: ReportContext.namedLimit)
      append(context.facts(), to: &output.text)
      append(start, to: &output.text)
    case .example(let example):
      var cause: Int?
      if case .failed = example.outcome { record(failed: example.id) }
      switch example.outcome {
      case .failed, .quarantined: cause = earlierGroups + groups.add(example.id, example.issues)
      default: break
      }
      // The group of an example may be unknown.
      let parent = example.id.parent.flatMap { numbers[$0] } ?? -1
      let key = history.map { _ in keys.key(of: example.id) } ?? 0
      let past = history?.marks(of: key)
      if let past { record(past: String(past.map(\.letter)), &output.text) }
      let isFlaky =
        history?.isFlaky(
          key, now: RunMark(example.outcome, duration: example.duration), code: context.code())
        ?? false
      append(
        example, parent, time(example.begin), past, cause: cause, isFlaky: isFlaky,
        to: &output.text)
    case .group(let group):
      if group.failed { record(failed: group.id) }
      append(
        group, numbers.removeValue(forKey: group.id) ?? -1, time(group.begin), time(now),
        to: &output.text)
    case .hooks(let end, let begin):
      append(
        end, numbers[end.id] ?? -1, time(begin), time(now) - time(begin), to: &output.text)
    case .issueOutside(let issue): append(issue, to: &output.text)
    case .runEnded(let run):
      append(groups.groups, from: earlierGroups, to: &output.text)
      if !run.isBroken { append(run.summary, failed, of: failures, to: &output.text) }
    }
  }

  mutating func finish(_ output: inout ReportOutput) { output.text += Self.page.tail }

  private mutating func record(failed id: ExampleID) {
    failures += 1
    if failed.count < ReportContext.namedLimit { failed.append(id) }
  }

  /// Writes the worker of the following lines, if it changes.
  private mutating func record(worker: Int, _ text: inout ReportText) {
    if worker == self.worker { return }
    self.worker = worker
    text += "[\"w\",\(worker)]\n"
  }

  /// `["p","pp-f"]`: the outcomes in the latest earlier runs of the examples that follow. Most rows share their past,
  /// so the line appears only where it changes.
  private mutating func record(past: String, _ text: inout ReportText) {
    if past == self.past { return }
    self.past = past
    text += "[\"p\",\"\(past)\"]\n"
  }

  private func time(_ instant: Double) -> Double { max(0, instant - begin) * 1000 }

  private mutating func start(_ group: GroupStarted, _ now: Double, _ text: inout ReportText) {
    count += 1
    numbers[group.id] = count
    text += "[\"g\",\(count),\(group.id.parent.flatMap { numbers[$0] } ?? -1),"
    // The module distinguishes specs with equal names.
    text.append(json: ExampleID.printable(group.id.name))
    text += ","
    text.append(json: group.place.relative(to: context.directory).description)
    text += group.kind == .group ? ",0," : ",1,"
    text.append(time(now), digits: 1)
    text += "]\n"
  }
}

extension HTMLFold {
  /// The page around the lines of the run. It loads nothing from elsewhere, which its policy enforces.
  static let page: (head: String, tail: String) = {
    let page = String(cString: exemplar_page_html())
      .replacing(
        "<style>", with: "<style>\n" + String(cString: exemplar_page_css()), maxReplacements: 1
      )
      .replacing(
        "<script>", with: "<script>\n" + String(cString: exemplar_page_js()), maxReplacements: 1)
    let end = page.ranges(of: "</script>").last!.lowerBound
    return (String(page[..<end]), String(page[end...]))
  }()
}

extension ReportFormat {
  package static let html = ReportFormat(
    "html", "a page that opens from disk", path: "report.html"
  ) { try FoldReporter(HTMLFold($1), path: $0, $1) }
}
