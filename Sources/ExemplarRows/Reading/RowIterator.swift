import ExemplarCore

/// Walks once over the rows of a source.
public struct RowIterator {
  /// The next row; `nil` after the last. Throws when nothing further can be read.
  public let next: () async throws -> RowOrMistake?
  /// The same without waiting; `nil` if rows have to be waited for.
  let nextNow: (() throws -> RowOrMistake?)?
  /// Warnings about the source, although its rows can be read.
  public var warnings: [AuthoringMistake]
  /// Describes the elements that were skipped so far, for each source that has some.
  var skips: () -> [String] = { [] }
  /// Called where no more rows are needed. Throws what is wrong with all rows so far, unless
  /// ``next`` has.
  var stop: () throws -> Void = {}

  /// An iterator that never suspends.
  public init(warnings: [AuthoringMistake] = [], next: @escaping () throws -> RowOrMistake?) {
    self.init(warnings: warnings, next: next, nextNow: next)
  }

  /// An iterator that may suspend.
  public init(
    warnings: [AuthoringMistake] = [], next: @escaping () async throws -> RowOrMistake?
  ) {
    self.init(warnings: warnings, next: next, nextNow: nil)
  }

  init(
    warnings: [AuthoringMistake] = [], next: @escaping () async throws -> RowOrMistake?,
    nextNow: (() throws -> RowOrMistake?)?
  ) {
    self.warnings = warnings
    self.next = next
    self.nextNow = nextNow
  }
}

extension RowIterator {
  /// The same rows without the elements that are skipped, which it counts. If all of
  /// them are skipped, the last row is an error.
  func skipping(as shape: RowShape, of source: String, at place: Place) -> RowIterator {
    if shape.skipping.isEmpty { return self }
    let rows = self
    var (elements, skipped, isOver) = (0, 0, false)
    var others = RowIterator(warnings: warnings) {
      while !isOver, let row = try rows.nextNow?() {
        elements += 1
        if !row.isSkipped { return row }
        skipped += 1
      }
      if !isOver, skipped > 0, skipped == elements {
        isOver = true
        let problem = RowSkipping.allSkipped(skipped, of: source.quoted)
        return .mistake(
          AuthoringMistake("\(problem), so nothing was checked.", at: place), named: "rows")
      }
      return nil
    }
    others.skips = {
      skipped == 0 ? [] : ["\(skipped) of \(elements) elements of \(source.quoted)"]
    }
    return others
  }
}
