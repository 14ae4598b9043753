import ExemplarCore
import ExemplarLog
import ExemplarReports

/// A failure in a recorded run, and the examples that may be to blame.
struct RecordedFailure {
  let id: ExampleID
  /// The examples that its process ran before, in their order.
  private(set) var before: [ExampleID] = []
  /// The examples that ran at the same time in other processes.
  private(set) var beside: [ExampleID] = []
  /// How many processes ran them and the failing example.
  private(set) var processes = 1
  let seed: UInt64
  let order: Order

  /// Finds the last failure of an example in a log, or `nil` if there is none.
  ///
  /// - Parameter name: Its id, or a part of it that no other failure in the log has. Throws ``UsageError`` if several
  ///   have it, and if the log cannot be read.
  init?(of name: String, inLog path: String) throws {
    var failed: Set<ExampleID> = []
    try Self.replay(path) { event, _ in
      if case .exampleEnded(let end) = event, end.outcome.hasFailure { failed.insert(end.id) }
    }
    let exact = failed.filter { $0.text == name }
    let found = exact.isEmpty ? failed.filter { $0.text.contains(name) } : exact
    if found.count > 1 {
      let ids = found.map(\.text).sorted().prefix(10).joined(separator: "\n  ")
      throw UsageError(
        "“\(name)” is a part of several ids that failed. Give one of them:\n  \(ids)")
    }
    guard let id = found.first else { return nil }
    self.id = id
    var current = Repetition()
    var last = Repetition()
    try Self.replay(path) { event, origin in
      switch event {
      case .runStarted(let start):
        if current.failure != nil { last = current }
        current = Repetition(seed: start.seed, order: start.order)
      case .exampleEnded(let end) where end.outcome.wasExecuted || end.outcome.isFailure:
        if end.id == id, end.outcome.hasFailure { current.failure = current.ran.count }
        current.ran.append(
          Execution(
            id: end.id, worker: origin.worker, begin: origin.time - end.duration, end: origin.time))
      default: break
      }
    }
    if current.failure != nil { last = current }
    guard let index = last.failure else { return nil }
    (seed, order) = (last.seed, last.order)
    let own = last.ran[index]
    var workers: Set = [own.worker]
    for (position, execution) in last.ran.enumerated() where execution.id != id {
      if execution.worker == own.worker, position < index {
        before.append(execution.id)
      } else if execution.overlaps(own) {
        beside.append(execution.id)
        workers.insert(execution.worker)
      }
    }
    processes = workers.count
  }

  /// The examples that ran once, in the order of their ends, and the position of the failure.
  private struct Repetition {
    var seed: UInt64 = 0
    var order = Order.defined
    var ran: [Execution] = []
    var failure: Int?
  }

  private struct Execution {
    let id: ExampleID
    let worker: Int
    let begin: Double
    let end: Double

    /// Whether both ran at the same time, as far as the times show, which are rounded: in one process, one of two
    /// examples usually follows the other.
    func overlaps(_ other: Execution) -> Bool {
      let tolerance = worker == other.worker ? -0.001 : 0.001
      return begin < other.end + tolerance && end > other.begin - tolerance
    }
  }

  private static func replay(_ path: String, _ sink: (Event, EventOrigin) -> Void) throws {
    let clock = EventClock()
    _ = try RecordedLog(path: path).replay(clock) { sink($0, clock.present) }
  }

  // MARK: Order

  /// A seed with which one process runs these examples in the order in which they are given here, which is that of the
  /// run; `nil` if none was found soon.
  ///
  /// The seed of the run is not always one: with several processes, the longest specs begin first.
  func seed(for ids: [ExampleID]) -> UInt64? {
    if order == .defined { return seed }
    let pairs = zip(ids, ids.dropFirst()).compactMap { Self.siblings($0, $1) }
      .map { (first: $0.first.pathHash, second: $0.second.pathHash, isSpec: $0.first.depth == 2) }
      // Rows and ordered groups follow no seed. Specs do, but the tool may have started them in another order.
      .filter { $0.isSpec || $0.first.key(seed: seed) < $0.second.key(seed: seed) }
    return ([seed] + (0..<20_000)).first { seed in
      pairs.allSatisfy { $0.first.key(seed: seed) < $0.second.key(seed: seed) }
    }
  }

  /// The siblings at which the ways to two examples part.
  private static func siblings(
    _ a: ExampleID, _ b: ExampleID
  ) -> (first: ExampleID, second: ExampleID)? {
    let (first, second) = (a.components, b.components)
    guard let index = zip(first, second).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
      return nil
    }
    // Specs of all modules are in one order.
    let depth = max(2, index + 1)
    return (ExampleID(first.prefix(depth)), ExampleID(second.prefix(depth)))
  }
}

extension Outcome {
  /// Whether an attempt failed, even if a later one passed, or the example could not run since a hook had failed.
  var hasFailure: Bool { isFailure || self == .flaky }
}
