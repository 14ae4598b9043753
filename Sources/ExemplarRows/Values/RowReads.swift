import ExemplarCore

/// A row of an outline, and notes of which values all copies of it read.
///
/// It is one object so that the closures of an example hold nothing else. The rows of one walk share a lock: one of them is
/// read at a time, as a rule.
final class RowReads: @unchecked Sendable {
  /// The row, of which nothing is noted that is read.
  let row: Row
  private let previous: RowFields?
  private let lock: Locked<WalkNotes>
  @exclusivity(unchecked) private var notes = KeyNotes()
  /// Whether the example ends where the body would begin.
  let isOnlyRead: Bool
  /// Whether the example has compared a value with the file that the row lacks.
  @exclusivity(unchecked) private var hasComparedMissingFile = false

  init(
    of row: Row, after previous: RowFields? = nil, _ lock: Locked<WalkNotes>,
    isOnlyRead: Bool = false
  ) {
    (self.row, self.previous) = (row, previous)
    self.lock = lock
    self.isOnlyRead = isOnlyRead
  }

  /// The row for the author's code.
  var trackedRow: Row {
    var row = row
    row.reads = self
    return row
  }

  /// The values that people need to see.
  var columns: [RowColumn] {
    row.columns(read: keys(of: row.own), ofWalk, after: previous)
  }

  /// Notes that the value under a key was read, which has the index among the row's own, if it is one.
  func record(_ key: String, at index: Int?) {
    lock.withLock { _ in notes.record(key, at: index) }
  }

  /// Notes how the value under a key looks when it is read, unless that is known of a row before.
  func record(_ key: String, looksLike text: () -> (RowValue) -> String?) {
    lock.withLock { if $0.looks[key] == nil { $0.looks[key] = text() } }
  }

  /// Records that a missing key was read.
  func recordNothing(under key: String) {
    lock.withLock { _ = $0.optional.insert(key) }
  }

  /// The notes of all rows so far.
  var ofWalk: WalkNotes { lock.withLock { $0 } }

  /// Counts the row among those that miss a column; whether it is one of the first, in which slips are
  /// looked for.
  func isAmongFirstWithSlips() -> Bool { lock.withLock { $0.countRow() } }

  /// Notes that a key that nothing reads may be meant for a column that the row does not have.
  func record(slip key: String, for column: String) {
    lock.withLock { if $0.slips[column] == nil { $0.slips[column] = key } }
  }

  /// Notes that the row was asked for all that it has, or for something else than a value.
  func recordAll() { lock.withLock { _ in notes.isAny = true } }

  /// The keys of the values that were read by them: the row's own first, in their order.
  func keys(of fields: RowFields) -> [String] {
    lock.withLock { _ in notes.keys(of: fields) }
  }

  /// Notes that a value is compared with a file that is missing, which is a failure by itself.
  func recordComparisonOfMissingFile() { lock.withLock { _ in hasComparedMissingFile = true } }

  /// Whether a value was compared with the file that the row lacks.
  var comparesMissingFile: Bool { lock.withLock { _ in hasComparedMissingFile } }

  var isEmpty: Bool { lock.withLock { _ in !notes.isAny } }
}
