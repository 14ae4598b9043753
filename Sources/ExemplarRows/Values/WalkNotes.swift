/// The records of all rows of one walk together, which are decoded alike.
///
/// Only the way to decode a type is stored, which any thread may use.
struct WalkNotes: @unchecked Sendable {
  /// The decoded form of the value under a key.
  var looks: [String: (RowValue) -> String?] = [:]
  /// The keys whose texts stand for no value where they are empty.
  var optional: Set<String> = []
  /// Keys that nothing reads, by the columns that they may be meant for.
  var slips: [String: String] = [:]
  /// How many more rows are looked into for slips, since all their keys are compared for that.
  private var rowsLeft = 20

  mutating func countRow() -> Bool {
    rowsLeft -= 1
    return rowsLeft >= 0
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
  var isAny = false
  /// The indices of the row's own first keys as bits, which most rows need only.
  private var first: UInt64 = 0
  /// The other keys, in the order in which they were noted.
  private var others: [String] = []

  mutating func record(_ key: String, at index: Int?) {
    isAny = true
    if let index, index < 64 {
      first |= 1 << UInt64(index)
    } else if !others.contains(where: { $0.isSpelled(as: key) }) {
      others.append(key)
    }
  }

  func keys(of fields: RowFields) -> [String] {
    zip(0..<64, fields.keys).filter { first & 1 << UInt64($0.0) != 0 }.map(\.1) + others
  }
}
