import ExemplarCore

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

  /// Finds the last failure of an example in a run, or `nil` if there is none.
  ///
  /// - Parameter name: Its id, or a part of it that no other failure in the run has. Throws ``UsageError`` if several
  ///   have it.
  init?(of name: String, in run: RecordedRun) throws {
    let failed = Set(
      run.repetitions.lazy.flatMap(\.ends).filter(\.outcome.hasFailure).map(\.id))
    let exact = failed.filter { $0.text == name }
    let found = exact.isEmpty ? failed.filter { $0.text.contains(name) } : exact
    if found.count > 1 {
      let ids = found.map(\.text).sorted().prefix(10).joined(separator: "\n  ")
      throw UsageError(
        "“\(name)” is a part of several ids that failed. Give one of them:\n  \(ids)")
    }
    guard let id = found.first,
      let last = run.repetitions.last(where: { repetition in
        repetition.ends.contains { $0.id == id && $0.outcome.hasFailure }
      })
    else { return nil }
    self.id = id
    (seed, order) = (last.start.seed, last.start.order)
    let ran = last.ends.filter { $0.outcome.wasExecuted || $0.outcome.isFailure }
    guard let index = ran.lastIndex(where: { $0.id == id && $0.outcome.hasFailure }) else {
      return nil
    }
    let own = ran[index]
    var workers: Set = [own.worker]
    for (position, end) in ran.enumerated() where end.id != id {
      if end.worker == own.worker, position < index {
        before.append(end.id)
      } else if end.overlaps(own) {
        beside.append(end.id)
        workers.insert(end.worker)
      }
    }
    processes = workers.count
  }

  /// Removes the examples that cannot be to blame.
  mutating func remove(where isInnocent: (ExampleID) -> Bool) {
    before.removeAll(where: isInnocent)
    beside.removeAll(where: isInnocent)
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

extension RecordedRun.End {
  /// Whether both ran at the same time, as far as the times show, which are rounded: in one process, one of two
  /// examples usually follows the other.
  fileprivate func overlaps(_ other: Self) -> Bool {
    let tolerance = worker == other.worker ? -0.001 : 0.001
    return time - duration < other.time + tolerance
      && time > other.time - other.duration - tolerance
  }
}
