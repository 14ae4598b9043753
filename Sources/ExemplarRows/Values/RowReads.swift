import ExemplarCore

/// Notes which values of one row are read, by all copies of it.
///
/// The rows of one walk share a lock: one of them is read at a time, as a rule.
final class RowReads: @unchecked Sendable {
  private let lock: Locked<WalkNotes>
  private var notes = KeyNotes()
  /// Whether the example ends where the body would begin.
  let isOnlyRead: Bool

  init(_ lock: Locked<WalkNotes>, isOnlyRead: Bool = false) {
    self.lock = lock
    self.isOnlyRead = isOnlyRead
  }

  /// Notes that the value under a key was read, which has the index among the row's own, if it is one.
  func record(_ key: String, at index: Int?) {
    lock.withLock { _ in notes.record(key, at: index) }
  }

  /// Notes how the value under a key looks when it is read, unless that is known of a row before.
  func record(_ key: String, looksLike text: () -> (RowValue) -> String?) {
    lock.withLock { $0.looks.record(key, text) }
  }

  /// Records that a missing key was read.
  func recordNothing(under key: String) {
    lock.withLock { $0.looks.recordNothing(under: key) }
  }

  /// How values look when they are read.
  var looks: ReadLooks { lock.withLock { $0.looks } }

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

  /// Whether nothing was read.
  var isEmpty: Bool { lock.withLock { _ in !notes.isAny } }
}

/// The records of all rows of one walk together.
struct WalkNotes: Sendable {
  fileprivate(set) var looks = ReadLooks()
  /// Keys that nothing reads, by the columns that they may be meant for.
  fileprivate(set) var slips: [String: String] = [:]
  /// How many more rows are looked into for slips, since all their keys are compared for that.
  private var rowsLeft = 20

  fileprivate mutating func countRow() -> Bool {
    rowsLeft -= 1
    return rowsLeft >= 0
  }
}

/// The decoded form of the values of rows, by their keys. All rows of one walk are decoded alike.
///
/// Only the way to decode a type is stored, which any thread may use.
struct ReadLooks: @unchecked Sendable {
  private var looks: [String: (RowValue) -> String?] = [:]
  /// The keys whose texts stand for no value where they are empty.
  private var optional: Set<String> = []

  fileprivate mutating func recordNothing(under key: String) { optional.insert(key) }

  fileprivate mutating func record(_ key: String, _ text: () -> (RowValue) -> String?) {
    if looks[key] == nil { looks[key] = text() }
  }

  /// The decoded form of a value, on one line; `nil` if it equals its written form or cannot be
  /// decoded.
  func text(of value: RowValue, under key: String) -> String? {
    if case .untyped("") = value.content, optional.contains(key) { return "nil" }
    return looks[key]?(value)
  }
}

/// A set of keys, most of which are the row's own.
struct KeyNotes {
  /// Whether anything was noted.
  var isAny = false
  /// The indices of the row's own keys: of the first ones as bits, which most rows need only.
  private var first: UInt64 = 0
  private var further: Set<Int> = []
  /// Keys that are not the row's own, in the order in which they were noted.
  private var others: [String] = []

  mutating func record(_ key: String, at index: Int?) {
    isAny = true
    if let index, index < 64 {
      first |= 1 << UInt64(index)
    } else if let index {
      further.insert(index)
    } else if !others.contains(key) {
      others.append(key)
    }
  }

  func keys(of fields: RowFields) -> [String] {
    let own = fields.keys.enumerated().filter { index, _ in
      index < 64 ? first & 1 << UInt64(index) != 0 : further.contains(index)
    }
    return own.map(\.element) + others
  }
}
