import ExemplarCore

/// Walks once over the rows of a source.
public struct RowIterator {
  /// The next row; `nil` after the last. Throws when nothing further can be read.
  public let next: () async throws -> RowOrMistake?
  /// The same without waiting; `nil` if rows have to be waited for.
  let nextNow: (() throws -> RowOrMistake?)?
  /// Warnings about the source, although its rows can be read.
  public var warnings: [AuthoringMistake]

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
