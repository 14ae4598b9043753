/// The rows of an outline that run in this process, while another one may be given half of the rest at any time.
final class SharedRows: Sendable {
  private struct State {
    var walk: RowShare.Walk
    var reading = RowShare.Reading()
    /// Whether no rows are left to give away.
    var isOver = false
  }
  private let state: Locked<State>
  /// How many of them had finished at the beginning.
  private let done: Int

  init(_ share: RowShare, done: Int) {
    state = Locked(State(walk: RowShare.Walk(share)))
    self.done = done
  }

  /// Whether the next row, which has this path, runs here.
  func holdsNext(_ path: ExampleID) -> Bool {
    state.withLock { state in
      state.reading.record(path.text)
      return state.walk.holdsNext()
    }
  }

  /// From now on, nothing is given away.
  ///
  /// - Returns: Which rows were read, if some of them belong to others.
  func close() -> RowShare.Reading? {
    state.withLock { state in
      state.isOver = true
      return state.walk.share == RowShare() ? nil : state.reading
    }
  }

  /// The maximum number of times that rows are halved, since a process that is busy with one row could give away
  /// halves of nothing without end.
  private static let deepest = 24

  /// Gives away half of the remaining rows. No row starts before `announce` has returned, so the owner
  /// of each finished row is known.
  ///
  /// - Returns: Whether any rows were left.
  func halve(_ announce: (RowShare) -> Void) -> Bool {
    state.withLock { state in
      if state.isOver || state.walk.share.depth >= Self.deepest { return false }
      announce(state.walk.halve(after: done))
      return true
    }
  }
}

/// The outlines of the running spec whose rows may be given away.
struct OpenShares {
  /// All of them.
  var shareable: Set<ExampleID> = []
  /// Those that are running.
  var running: [ExampleID: SharedRows] = [:]
}

extension Run {
  /// The rows of an outline that belong to this process, if other processes may have some.
  func share(rowsOf example: PlannedExample) -> SharedRows? {
    guard configuration.nextPart != nil else { return nil }
    return openShares.withLock { open in
      guard open.shareable.contains(example.info.id) else { return nil }
      let rows = SharedRows(example.share ?? RowShare(), done: example.rowsOver.count)
      open.running[example.info.id] = rows
      return rows
    }
  }

  func endSharing(rowsOf expansion: OutlineExpansion) {
    guard let share = expansion.share else { return }
    let reading = share.close()
    _ = openShares.withLock { $0.running.removeValue(forKey: expansion.id) }
    if let reading, expansion.isRead { configuration.recordRead?(expansion.id, reading) }
  }

  /// Gives away half of the remaining rows of an outline, if it is running.
  ///
  /// - Parameter report: A closure that receives the rows that were given away, before any further
  ///   row starts.
  /// - Returns: Whether any rows were left.
  package func halveRows(of outline: ExampleID, _ report: (RowShare) -> Void) -> Bool {
    openShares.withLock { $0.running[outline] }?.halve(report) ?? false
  }
}
