/// Walks once over rows: those of a source, or the examples that an outline makes of them.
package struct RowCursor<Element> {
  /// Returns the next row; `nil` after the last one.
  ///
  /// It throws ``RowIsPending`` for a row that has to be awaited, and another error when nothing further can be read. A
  /// row that is wrong by itself is an element, so that the rest still runs.
  package var nextNow: () throws -> Element?
  /// Warnings about the source, although its rows can be read.
  package var warnings: [UsageError]
  /// Describes the elements that were skipped so far, for each source that has some, as in `2 of 9 elements`.
  package var skips: () -> [String] = { [] }
  /// Called where no more rows are needed. Throws what is wrong with all rows so far, unless ``next()`` has.
  package var stop: () throws -> Void = {}
  /// Gives keys that may be meant for optional columns which rows did not have so far, by these columns.
  package var slips: @Sendable () -> [String: String] = { [:] }
  /// Gives warnings about the rows so far.
  package var notes: @Sendable () -> [UsageError] = { [] }

  /// A cursor that waits only where `next` throws ``RowIsPending``.
  @inlinable package init(warnings: [UsageError] = [], next: @escaping () throws -> Element?) {
    self.warnings = warnings
    nextNow = next
  }

  /// A cursor that may suspend.
  package init(warnings: [UsageError] = [], next: @escaping () async throws -> Element?) {
    self.init(warnings: warnings, next: RowIsPending.reading(next))
  }

  /// A cursor over the elements of a sequence.
  @inlinable package init(_ rows: some Sequence<Element>) {
    var rows = rows.makeIterator()
    self.init { rows.next() }
  }

  /// The next row; `nil` after the last one.
  nonisolated(nonsending) package func next() async throws -> Element? {
    try await RowIsPending.awaiting(nextNow)
  }

  /// The cursor over what `transform` makes of the rows, without those of which it makes nothing.
  @inlinable package func compactMap<Other>(
    _ transform: @escaping (Element) throws -> Other?
  ) -> RowCursor<Other> {
    var other = RowCursor<Other>(warnings: warnings) { [nextNow] in
      while let row = try nextNow() {
        if let made = try transform(row) { return made }
      }
      return nil
    }
    (other.skips, other.stop, other.slips, other.notes) = (skips, stop, slips, notes)
    return other
  }
}
