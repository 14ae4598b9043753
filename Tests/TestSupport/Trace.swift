import ExemplarCore

/// Writes a line into the trace of the run that the caller belongs to. Specs that a test traces call it; in
/// other runs of the same specs, it does nothing.
package func log(_ line: String) { Trace.Recorder.current?.add(.line(line)) }

/// Plans and runs specs without a host, in declared order, and returns the trace.
package func traced(plan specs: [Spec], selecting selectors: [String] = []) async -> Trace {
  let selection = Selection(selectors: selectors)
  let options = PlanOptions(seed: 1, order: .defined, selection: selection)
  return await traced(Run(Plan(specs, options, rows: await RowSurvey(specs, selection))))
}

/// Runs a plan without a host, and returns the trace.
package func traced(_ run: Run) async -> Trace { await Trace { report in await run(report) } }

/// The events of a run, and the lines that its specs wrote with ``log(_:)``, as a text for people.
///
/// ```
/// A shelf                                      a group, with its contents indented
///   S                                          a line that a hook around the group wrote
///   s · body · t → starts empty: passed        an example: what it wrote, and its outcome
///   s · ! full (body) · t → holds: failed      an issue of an example; others have a name
///   Emma | Dune: passed                        examples that wrote nothing and have one outcome
///   lends › is late → Emma: passed             a group that contains only one thing
/// < A shelf failed                             the end of a group whose hooks failed
/// 4 executed, 1 failed ✘                       the counts that are not zero, and whether the run failed
/// ```
package struct Trace: CustomStringConvertible, Sendable {
  package fileprivate(set) var events: [Event] = []
  package private(set) var summary = RunSummary(seed: 0)
  private var entries: [Entry] = []

  fileprivate enum Entry {
    case line(String)
    case event(Event)
  }

  /// Collects the entries of a run; specs find it by the task that they run in.
  fileprivate final class Recorder: Sendable {
    @TaskLocal static var current: Recorder?
    private let trace = Locked(Trace())

    func add(_ entry: Entry) {
      trace.withLock {
        $0.entries.append(entry)
        if case .event(let event) = entry { $0.events.append(event) }
      }
    }

    var result: Trace { trace.withLock { $0 } }
  }

  private init() {}

  /// Traces a run that reports its events to the function it is given.
  package init(
    of run: (_ report: @escaping @Sendable (Event) -> Void) async -> RunSummary
  ) async {
    let recorder = Recorder()
    let summary = await Recorder.$current.withValue(recorder) {
      await run { recorder.add(.event($0)) }
    }
    self = recorder.result
    self.summary = summary
  }

  /// Each line and event by itself, for tests that sort or filter them.
  package var lines: [String] {
    entries.compactMap { entry in
      switch entry {
      case .line(let line): "  " + line
      case .event(let event): event.traceLine
      }
    }
  }

  package var description: String {
    var layout = Layout()
    for entry in entries { layout.add(entry) }
    return layout.text
  }
}

/// Arranges the entries of a trace as a tree.
private struct Layout {
  private struct Line {
    var depth: Int
    var text: String
    /// The outcome of examples that wrote nothing.
    var outcome: String?
  }

  private var lines: [Line] = []
  /// The lines of the groups that have not ended.
  private var groups: [Int] = []
  /// The parts of the line that an outcome will complete: lines of the author, and issues with their ids.
  private var parts: [(id: ExampleID??, text: String)] = []

  var text: String {
    lines.map { String(repeating: "  ", count: $0.depth) + $0.text + ($0.outcome ?? "") }
      .joined(separator: "\n")
  }

  mutating func add(_ entry: Trace.Entry) {
    switch entry {
    case .line(let line): parts.append((nil, line))
    case .event(let event): add(event)
    }
  }

  private mutating func add(_ event: Event) {
    switch event {
    case .runStarted, .hooksStarted, .hooksEnded: break
    case .exampleListed(let listed): append("? " + listed.id.name)
    case .groupStarted(let start):
      flush()
      groups.append(lines.count)
      append(start.id.name)
    case .exampleStarted: flush()
    case .attachmentRecorded(let attachment): parts.append((attachment.id, "+ " + attachment.name))
    case .issueRecorded(let record): parts.append((record.id, "! " + record.issue.traceText))
    case .exampleEnded(let end): finish(end)
    case .groupEnded(let end): finish(end)
    case .runEnded(let summary):
      flush()
      append(summary.traceLine + (summary.isSuccess || summary.nothingRan != nil ? "" : " ✘"))
    }
  }

  private mutating func append(_ text: String, outcome: String? = nil) {
    let depth = groups.last == lines.count ? groups.count - 1 : groups.count
    lines.append(Line(depth: depth, text: text, outcome: outcome))
  }

  /// The part of a line, with the name of its example or group unless that is `id`.
  private func text(of part: (id: ExampleID??, text: String), in id: ExampleID?) -> String {
    guard let owner = part.id, owner != id else { return part.text }
    return part.text.prefix(2) + (owner?.name ?? "run") + ": " + part.text.dropFirst(2)
  }

  /// Ends the line that no outcome completes.
  private mutating func flush() {
    var texts: [String] = []
    for part in parts {
      texts.append(text(of: part, in: nil))
      if part.id != nil {
        append(texts.joined(separator: " · "))
        texts = []
      }
    }
    if !texts.isEmpty { append(texts.joined(separator: " · ")) }
    parts = []
  }

  private mutating func finish(_ end: ExampleEnded) {
    let outcome = ": " + end.outcome.traceWord
    if !parts.isEmpty {
      let texts = parts.map { text(of: $0, in: end.id) }
      append(texts.joined(separator: " · ") + " → " + end.id.name + outcome)
      parts = []
    } else if let last = lines.last, last.outcome == outcome, last.depth == groups.count {
      lines[lines.count - 1].text += " | " + end.id.name
    } else {
      append(end.id.name, outcome: outcome)
    }
  }

  private mutating func finish(_ end: GroupEnded) {
    flush()
    guard let group = groups.popLast() else { return }
    // A group that contains only one thing shares its line.
    let inner = lines[(group + 1)...]
    if let only = inner.first, inner.count(where: { $0.depth == only.depth }) == 1 {
      lines.remove(at: group + 1)
      lines[group].text += " › " + only.text + (only.outcome ?? "")
      for index in (group + 1)..<lines.count { lines[index].depth -= 1 }
    }
    if end.failed { append("< \(end.id.name) failed") }
  }
}

extension Event {
  fileprivate var traceLine: String? {
    switch self {
    case .exampleListed(let listed): "? \(listed.id.name)"
    case .runStarted, .exampleStarted, .hooksStarted, .hooksEnded: nil
    case .groupStarted(let start): "> \(start.id.name)"
    case .groupEnded(let end): "< \(end.id.name)\(end.failed ? " failed" : "")"
    case .attachmentRecorded(let attachment): "  + \(attachment.id.name): \(attachment.name)"
    case .exampleEnded(let end): "  \(end.id.name): \(end.outcome.traceWord)"
    case .issueRecorded(let record):
      "  ! \(record.id?.name ?? "run"): \(record.issue.traceText)"
    case .runEnded(let summary): summary.traceLine
    }
  }
}

extension Outcome {
  fileprivate var traceWord: String {
    switch self {
    case .passed: "passed"
    case .flaky: "flaky"
    case .failed(let unexpected): unexpected ? "failed unexpectedly" : "failed"
    case .quarantined(let reason): "quarantined for \(reason)"
    case .skipped(let reason): "skipped, \(reason)"
    case .pending(let reason): "pending\(reason.map { ", \($0)" } ?? "")"
    case .blocked(let group): "blocked by \(group.name)"
    }
  }
}

extension Issue {
  fileprivate var traceText: String {
    var notes = [phase.rawValue]
    if isKnown { notes.append("known") }
    if isWarning { notes.append("warning") }
    if isRetried { notes.append("retried") }
    if !isExpected, isFailure { notes.append("unexpected") }
    let last = message.split(separator: "\n").last ?? ""
    return "\(last) (\(notes.joined(separator: ", ")))"
  }
}

extension RunSummary {
  /// The counts that are not zero.
  fileprivate var traceLine: String {
    let counts = [
      (executed, "executed"), (failed, "failed"), (unexpected, "unexpected"), (flaky, "flaky"),
      (skipped, "skipped"), (pending, "pending"), (blocked, "blocked"),
      (groupFailures, "group failed"), (runFailures, "run failed"), (warnings, "warned"),
      (knownIssues, "known"), (quarantined, "quarantined"), (notReached, "not reached"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return (parts + (nothingRan.map { [$0] } ?? [])).joined(separator: ", ")
  }
}
