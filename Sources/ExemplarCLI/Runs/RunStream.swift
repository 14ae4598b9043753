import ExemplarCore
import Foundation

/// What a worker has told so far.
struct RunStream {
  private(set) var isListing = false
  /// How the last run ended; `nil` while one goes on.
  private(set) var summary: RunSummary?
  /// How the first run ended that did not end well, if everything is run several times.
  private(set) var status: ExitStatus?
  private var running: [(example: ExampleStarted, begin: Double)] = []
  /// The hooks around all examples of groups that are running.
  private var hooks: [HooksStarted] = []
  private var start: RunStarted?
  /// The time, in seconds since some moment.
  private let now: @Sendable () -> Double
  /// Whether a failing repetition is the last one.
  private let stopsAtFailure: Bool

  init(
    stopsAtFailure: Bool,
    now: @escaping @Sendable () -> Double = { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
  ) {
    self.stopsAtFailure = stopsAtFailure
    self.now = now
  }

  var hasStarted: Bool { start != nil }

  /// Whether the last run that was to be is over.
  var isComplete: Bool {
    guard let start, summary != nil else { return isListing && summary != nil }
    return start.repetition >= start.repetitions || (stopsAtFailure && status != nil)
  }

  mutating func note(_ event: Event) {
    switch event {
    case .exampleListed: isListing = true
    case .runStarted(let start):
      self.start = start
      summary = nil
    case .exampleStarted(let example): running.append((example, now()))
    case .exampleEnded(let end): running.removeAll { $0.example.id == end.id }
    case .hooksStarted(let hooks): self.hooks.append(hooks)
    case .hooksEnded(let end):
      if let last = hooks.lastIndex(where: { $0.id == end.id && $0.phase == end.phase }) {
        hooks.remove(at: last)
      }
    case .runEnded(let summary):
      if !hasStarted { isListing = true }
      self.summary = summary
      let status = ExitStatus(summary)
      if self.status == nil, status != .fine { self.status = status }
    default: break
    }
  }

  /// The events that a worker could not tell any more: what was running has failed.
  func events(forEnd end: Worker.End) -> [Event] {
    let tail = end.errorTail.isEmpty ? "" : "\nThe last that it wrote:\n\(end.errorTail)"
    let message = "The process \(end.status.explanation) while this ran.\(tail)"
    if running.isEmpty, hooks.isEmpty {
      let message = "The process \(end.status.explanation) before the run was over.\(tail)"
      return [.issueRecorded(IssueRecorded(id: nil, issue: Issue(message, cause: .endOfProcess)))]
    }
    let instant = now()
    return running.flatMap { example, begin -> [Event] in
      let issue = Issue(
        message, at: example.context.place, context: example.context, cause: .endOfProcess)
      return [
        .issueRecorded(IssueRecorded(id: example.id, issue: issue)),
        .exampleEnded(
          ExampleEnded(
            id: example.id, outcome: .failed(unexpected: true), duration: instant - begin)),
      ]
    } + endsOfHooks(message)
  }

  /// The ends of groups whose hooks were running, the innermost first; of a group the last that began.
  private func endsOfHooks(_ message: String) -> [Event] {
    var seen: Set<ExampleID> = []
    return hooks.reversed().filter { seen.insert($0.id).inserted }.flatMap { hooks -> [Event] in
      let issue = Issue(message, at: hooks.place, phase: hooks.phase, cause: .endOfProcess)
      return [
        .issueRecorded(IssueRecorded(id: hooks.id, issue: issue)),
        .hooksEnded(HooksEnded(id: hooks.id, phase: hooks.phase)),
        .groupEnded(GroupEnded(id: hooks.id, failed: true)),
      ]
    }
  }
}
