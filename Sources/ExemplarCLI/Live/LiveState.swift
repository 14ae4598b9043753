import ExemplarCore
import ExemplarLog

/// The state of the live view: a fold over the events of a run, and the running examples of its
/// workers.
struct LiveState {
  /// An example that failed, or a group.
  struct Failure: Equatable {
    var id: ExampleID
    /// The first line of the failure.
    var message: String
  }

  private(set) var start: RunStarted?
  /// How many examples and groups ended in some way, each row counting.
  private(set) var counts = RunSummary(seed: 0)
  /// How many of the planned examples have finished. An outline counts as one.
  private(set) var reached = 0
  /// The most recent failures, the latest at the end.
  private(set) var failures: [Failure] = []
  /// Reported examples that the plan leaves out.
  private var leftOut: Set<ExampleID> = []
  private var running: [Int: [RunningExample]] = [:]
  /// The outlines that are going on, and the suites of rows in them.
  private var outlines: [ExampleID: GroupStarted.Kind] = [:]
  /// The last messages of running examples, until it is known whether they fail.
  private var messages: [ExampleID: String] = [:]

  /// How many failures are kept.
  static let failureLimit = 5

  mutating func receive(_ event: Event) {
    if case .runStarted(let start) = event {
      self = LiveState()
      self.start = start
    }
    counts.count(event)
    switch event {
    case .groupStarted(let group) where group.kind != .group: outlines[group.id] = group.kind
    case .groupEnded(let group):
      if outlines.removeValue(forKey: group.id) == .outline { reached += 1 }
      if group.failed { fail(group.id) }
      messages[group.id] = nil
    case .issueRecorded(let record):
      guard record.issue.isFailure, let id = record.id, messages[id] == nil else { break }
      messages[id] = String(record.issue.message.firstLine)
    case .exampleStarted(let example) where example.isLeftOut: leftOut.insert(example.id)
    case .exampleEnded(let end): receive(end)
    default: break
    }
  }

  mutating func receive(_ batch: EventBatch) {
    switch batch {
    case .event(let event): receive(event)
    case .passedRows(let rows):
      counts.count(batch)
      if outlines[rows.parent] == nil { reached += rows.count }
    }
  }

  private mutating func receive(_ end: ExampleEnded) {
    if case .failed = end.outcome { fail(end.id) }
    if !messages.isEmpty { messages[end.id] = nil }
    let isLeftOut = !leftOut.isEmpty && leftOut.remove(end.id) != nil
    if !isLeftOut, !isInOutline(end.id) { reached += 1 }
  }

  /// Receives the running examples of a worker; none when it has finished.
  mutating func receive(running examples: [RunningExample], ofWorker worker: Int) {
    running[worker] = examples.isEmpty ? nil : examples
  }

  /// The running examples of all workers, the oldest first.
  var runningExamples: [RunningExample] {
    running.values.joined().sorted {
      ($0.start ?? .infinity, $0.id.text) < ($1.start ?? .infinity, $1.id.text)
    }
  }

  private func isInOutline(_ id: ExampleID) -> Bool {
    guard !outlines.isEmpty, let parent = id.parent else { return false }
    return outlines[parent] != nil
  }

  private mutating func fail(_ id: ExampleID) {
    failures.append(Failure(id: id, message: messages[id] ?? ""))
    if failures.count > Self.failureLimit { failures.removeFirst() }
  }
}
