import ExemplarCore

/// Walks once over the rows of a source.
package struct RowIterator {
  /// Returns the next row; `nil` after the last. Throws ``RowIsPending`` for a row that has to be
  /// awaited, and another error when nothing further can be read.
  let nextNow: () throws -> RowResult?
  /// Warnings about the source, although its rows can be read.
  package var warnings: [UsageError]
  /// Describes the elements that were skipped so far, for each source that has some.
  var skips: () -> [String] = { [] }
  /// Called where no more rows are needed. Throws what is wrong with all rows so far, unless
  /// ``next()`` has.
  var stop: () throws -> Void = {}

  /// An iterator that never suspends.
  package init(warnings: [UsageError] = [], next: @escaping () throws -> RowResult?) {
    self.warnings = warnings
    nextNow = next
  }

  /// An iterator over the elements of a sequence.
  init(_ rows: some Sequence<RowResult>) {
    var rows = rows.makeIterator()
    self.init { rows.next() }
  }

  /// An iterator that may suspend.
  package init(warnings: [UsageError] = [], next: @escaping () async throws -> RowResult?) {
    self.init(warnings: warnings, next: RowIsPending.reading(next))
  }

  /// The next row; `nil` after the last. Throws when nothing further can be read.
  package func next() async throws -> RowResult? { try await RowIsPending.awaiting(nextNow) }
}

extension RowIterator {
  /// The same rows without the elements that are skipped, which it counts. If all of
  /// them are skipped, the last row is an error.
  func skipping(as shape: RowShape, of source: String, at place: Place) -> RowIterator {
    if shape.skipping.isEmpty, !shape.path.isOptional { return self }
    var (elements, skipped, isOver) = (0, 0, false)
    var others = RowIterator(warnings: warnings) { [nextNow] in
      while !isOver, let row = try nextNow() {
        elements += 1
        if !row.isSkipped { return row }
        skipped += 1
      }
      if !isOver, skipped > 0, skipped == elements {
        isOver = true
        let problem = RowSkipping.allSkipped(skipped, of: source.quoted)
        return .mistake(
          UsageError("\(problem), so nothing was checked.", at: place), named: "rows")
      }
      return nil
    }
    others.skips = {
      skipped == 0 ? [] : ["\(skipped) of \(elements) elements of \(source.quoted)"]
    }
    return others
  }
}
