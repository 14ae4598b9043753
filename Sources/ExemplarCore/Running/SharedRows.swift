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
