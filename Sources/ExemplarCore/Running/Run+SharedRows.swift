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
