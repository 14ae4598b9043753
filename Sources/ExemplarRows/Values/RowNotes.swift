import ExemplarCore

/// What the author's code has read of a row; none for a row that nobody watches.
///
/// Rows are equal whatever was read of them.
struct RowNotes: Sendable, Hashable {
  var reads: RowReads?

  static func == (_: RowNotes, _: RowNotes) -> Bool { true }
  func hash(into _: inout Hasher) {}
}

/// Notes which values of one row are read, by all copies of it.
final class RowReads: Sendable {
  private struct State {
    var keys: [String] = []
    var isAny = false
  }
  private let state = Locked(State())

  func note(_ key: String) {
    state.withLock { state in
      state.isAny = true
      if !state.keys.contains(key) { state.keys.append(key) }
    }
  }

  /// Notes that the row was asked for all that it has, or for something else than a value.
  func noteAll() {
    state.withLock { $0.isAny = true }
  }

  /// The keys of the values that were read by them, in the order in which they were.
  var keys: [String] { state.withLock { $0.keys } }

  /// Whether nothing was read.
  var isEmpty: Bool { state.withLock { !$0.isAny } }
}
