/// The rows of an outline that run in this process, while another one may be given half of the rest at any time.
final class SharedRows: Sendable {
  private struct State {
    var walk: RowShare.Walk
    /// Whether there is nothing left to give.
    var isOver = false
  }
  private let state: Locked<State>
  /// How many of them were over from the beginning.
  private let done: Int

  init(_ share: RowShare, done: Int) {
    state = Locked(State(walk: RowShare.Walk(share)))
    self.done = done
  }

  /// Whether the next row runs here.
  func holdsNext() -> Bool { state.withLock { $0.walk.holdsNext() } }

  /// From now on, nothing is given away.
  func close() { state.withLock { $0.isOver = true } }

  /// Gives half of what is left away. No row begins until `tell` has told it, so that it is known of each row
  /// that is over where it belonged.
  ///
  /// - Returns: Whether there was something to give.
  func halve(_ tell: (RowShare) -> Void) -> Bool {
    state.withLock { state in
      if state.isOver { return false }
      tell(state.walk.halve(after: done))
      return true
    }
  }
}

extension Run {
  /// What this process has of an outline's rows, where they come in parts; else it has all.
  func share(rowsOf example: PlannedExample) -> SharedRows? {
    guard configuration.nextPart != nil else { return nil }
    let rows = SharedRows(example.share ?? RowShare(), done: example.rowsDone)
    openShares.withLock { $0[example.info.id] = rows }
    return rows
  }

  func endSharing(rowsOf expansion: OutlineExpansion) {
    guard let share = expansion.share else { return }
    share.close()
    _ = openShares.withLock { $0.removeValue(forKey: expansion.id) }
  }

  /// Gives half of the rows away that are left of an outline, if it is running.
  ///
  /// - Parameter tell: Is told which rows those are, before any further row begins.
  /// - Returns: Whether there was something to give.
  package func halveRows(of outline: ExampleID, _ tell: (RowShare) -> Void) -> Bool {
    openShares.withLock { $0[outline] }?.halve(tell) ?? false
  }
}
