import ExemplarCore
import ExemplarLog

/// The events that a worker has emitted so far.
struct RunStream {
  private(set) var isListing = false
  /// How the last run ended; `nil` while one goes on.
  private(set) var summary: RunSummary?
  /// How the first run ended that did not end well, if everything is run several times.
  private(set) var status: ExitStatus?
  private var start: RunStarted?
  /// Whether a failing repetition is the last one.
  private let stopsAtFailure: Bool

  init(stopsAtFailure: Bool) {
    self.stopsAtFailure = stopsAtFailure
  }

  var hasStarted: Bool { start != nil }

  /// Whether the last expected run has finished.
  var isComplete: Bool {
    guard let start, summary != nil else { return isListing && summary != nil }
    return start.repetition >= start.repetitions || (stopsAtFailure && status != nil)
  }

  /// Whether a part of the plan did not run.
  var isCut: Bool {
    guard isComplete, let summary else { return true }
    return !summary.finished || summary.notReached > 0
  }

  mutating func note(_ event: Event) {
    switch event {
    case .exampleListed: isListing = true
    case .runStarted(let start):
      self.start = start
      summary = nil
    case .runEnded(let summary):
      if !hasStarted { isListing = true }
      self.summary = summary
      let status = ExitStatus(summary)
      if self.status == nil, status != .fine { self.status = status }
    default: break
    }
  }
}

/// A run whose process ended before it.
struct BrokenRun {
  /// The running examples.
  var running: [RunningExample]
  /// How the process exited; `nil` if that was not recorded.
  var end: ProcessEnd?
  /// Why the tool killed the process, if it did.
  var reason: String?

  /// The issue of an abnormal exit after the end of the run; `nil` for a normal one.
  ///
  /// - Parameter patience: How long it was given to exit, if it had to be killed after that.
  static func issue(afterRun end: ProcessEnd, killedAfter patience: Duration? = nil) -> Issue? {
    if end.way == .status(0) { return nil }
    let tail = end.lastOutput.isEmpty ? "" : "\nThe last that it wrote:\n\(end.lastOutput)"
    if let patience {
      return Issue(
        "A process did not exit within \(patience.seconds.formattedSeconds) after its examples had finished (--grace), so "
          + "it was killed: a handler of atexit may hang.\(tail)", cause: .endOfProcess)
    }
    return Issue(
      "A process \(end.way.explanation) after its examples had finished.\(tail)",
      cause: .endOfProcess)
  }

  private var way: String { end?.way.explanation ?? "ended" }

  private var tail: String {
    end.map { $0.lastOutput.isEmpty ? "" : "\nThe last that it wrote:\n\($0.lastOutput)" }
      ?? " Nobody noted how."
  }

  /// The issue of the run, if no example was running.
  var issue: Issue {
    Issue(
      (reason ?? "The process \(way) before the run had finished.") + tail, cause: .endOfProcess)
  }

  /// The events that the process could no longer emit: the running examples have failed.
  var events: [Event] {
    if running.isEmpty { return [.issueRecorded(IssueRecorded(id: nil, issue: issue))] }
    let message = "The process \(way) while this ran.\(tail)"
    return running.filter { !$0.isGroupHook }.flatMap { endOfExample($0, message) }
      + endsOfHooks(message)
  }

  private func issue(_ running: RunningExample, _ message: String) -> Event {
    .issueRecorded(
      IssueRecorded(
        id: running.id,
        issue: Issue(
          message, at: running.context.place, phase: running.phase,
          checkpoint: running.checkpoint,
          context: running.isGroupHook ? nil : running.context, cause: .endOfProcess)))
  }

  private func endOfExample(_ example: RunningExample, _ message: String) -> [Event] {
    let duration = end.flatMap { end in example.start.map { end.time - $0 } } ?? 0
    return [
      issue(example, message),
      .exampleEnded(
        ExampleEnded(
          id: example.id, outcome: .failed(unexpected: true), duration: max(0, duration),
          attempts: example.attempt)),
    ]
  }

  /// The ends of groups whose hooks were running, the innermost first; of a group the last that began.
  private func endsOfHooks(_ message: String) -> [Event] {
    var seen: Set<ExampleID> = []
    return running.filter(\.isGroupHook).reversed().filter { seen.insert($0.id).inserted }
      .flatMap { hooks -> [Event] in
        [
          issue(hooks, message),
          .hooksEnded(HooksEnded(id: hooks.id, phase: hooks.phase)),
          .groupEnded(GroupEnded(id: hooks.id, failed: true)),
        ]
      }
  }
}
