import ExemplarCore

/// What the author's code has read of a row; none for a row that nobody watches.
///
/// It is apart from the row, which is equal to another whatever was read of it.
struct RowNotes: Sendable {
  var reads: RowReads?
}

/// Notes which values of one row are read, by all copies of it.
///
/// The rows of one walk share a lock: one of them is read at a time, as a rule.
final class RowReads: @unchecked Sendable {
  private let lock: Locked<ReadTypes>
  private var keys = KeyNotes()
  private var isAny = false

  init(_ lock: Locked<ReadTypes>) { self.lock = lock }

  /// Notes that the value under a key was read, which has the index among the row's own, if it is one.
  func note(_ key: String, at index: Int?) {
    lock.withLock { _ in
      isAny = true
      keys.note(key, at: index)
    }
  }

  /// Notes as what the value under a key is read, unless that shows the value as it was written.
  func note<Value: Decodable>(_ type: Value.Type, of key: String) {
    if ReadTypes.asWritten.contains(ObjectIdentifier(type)) { return }
    lock.withLock { $0.note(type, of: key) }
  }

  /// The types as which values under keys were read, in this row or in one before.
  var types: ReadTypes { lock.withLock { $0 } }

  /// Notes that the row was asked for all that it has, or for something else than a value.
  func noteAll() { lock.withLock { _ in isAny = true } }

  /// The keys of the values that were read by them: the row's own first, in their order.
  func keys(of fields: RowFields) -> [String] { lock.withLock { _ in keys.keys(of: fields) } }

  /// Whether nothing was read.
  var isEmpty: Bool { lock.withLock { _ in !isAny } }
}

/// As what the values of rows are read, by their keys; rows of one walk are read alike.
struct ReadTypes: @unchecked Sendable {
  private var types: [(key: String, type: any Decodable.Type)] = []

  /// Types whose values look as they were written.
  fileprivate static let asWritten: [ObjectIdentifier] = [
    ObjectIdentifier(String.self), ObjectIdentifier(Int.self), ObjectIdentifier(Bool.self),
    ObjectIdentifier(Double.self),
  ]

  fileprivate mutating func note(_ type: any Decodable.Type, of key: String) {
    if !types.contains(where: { $0.key == key }) { types.append((key, type)) }
  }

  /// What a value becomes when it is read, on one line; `nil` if that cannot be told from how it was
  /// written, or it cannot be read.
  func text(of value: RowValue, under key: String) -> String? {
    guard let type = types.first(where: { $0.key == key })?.type,
      let read = try? RowDecoder(value, under: RowKey(key)).decode(type)
    else { return nil }
    let text = Self.text(of: read)
    let written = value.text ?? value.numberText ?? value.json
    let isAlike =
      text.lowercased().filter { $0 != " " } == written.lowercased().filter { $0 != " " }
      || Double(text) != nil && Double(text) == Double(written)
      || text == "nil" && value.content == .null
    return isAlike ? nil : text.replacing("\n", with: " ").shortened(to: 80)
  }

  /// A value as people read it, without the optionals around it.
  private static func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(describing: value) }
    return mirror.children.first.map { text(of: $0.value) } ?? "nil"
  }
}

/// A set of keys, most of which are the row's own.
struct KeyNotes {
  /// The indices of the first keys.
  private var first: UInt64 = 0
  /// The indices of the others.
  private var further: Set<Int> = []
  /// Keys that are not the row's own, in the order in which they were noted.
  private var others: [String] = []

  mutating func note(_ key: String, at index: Int?) {
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
