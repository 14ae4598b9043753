import ExemplarCore

/// Named values in the order in which they were written.
public struct RowFields: Sendable {
  /// The keys, which fields of one table, or objects of one form, have in common.
  private(set) var table: FieldKeys
  private(set) var values: [RowValue]

  package init() { self.init([], FieldKeys.none) }

  /// The values of the keys of a table, one for each.
  init(_ values: [RowValue], _ table: FieldKeys) {
    precondition(values.count == table.keys.count)
    self.table = table
    self.values = values
  }

  /// The keys, in the order of the source.
  public var keys: [String] { table.keys }

  /// The value under `key`. Setting a value replaces it in place, or appends it. Setting `nil` removes it.
  ///
  /// Complexity: O(1) to read and to set.
  public subscript(key: String) -> RowValue? {
    get { table.index(of: key).map { values[$0] } }
    set {
      if let newValue { set(newValue, for: key) } else { remove(key) }
    }
  }

  /// The key as the file has it.
  func writtenKey(_ key: String) -> String {
    table.written.isEmpty ? key : table.written[key] ?? key
  }

  /// Puts a value in the place of the one under `key`, or after the others.
  mutating func set(_ value: RowValue, for key: String) {
    if let index = table.index(of: key) { values[index] = value } else { _ = add(value, for: key) }
  }

  /// Complexity: linear in the number of keys.
  private mutating func remove(_ key: String) {
    guard let index = table.index(of: key) else { return }
    values.remove(at: index)
    makeKeysOwn()
    table.remove(at: index)
  }

  /// Adds a value under a key that may have a different spelling in the file. Returns `false`, without a change,
  /// if the key exists already.
  mutating func add(_ value: RowValue, for key: String, writtenAs original: String) -> Bool {
    guard add(value, for: key) else { return false }
    if !original.isSpelled(as: key) { table.written[key] = original }
    return true
  }

  /// Adds a value; `false`, without a change, if the key is there already.
  mutating func add(_ value: RowValue, for key: String) -> Bool {
    guard table.index(of: key) == nil else { return false }
    makeKeysOwn()
    table.append(key)
    values.append(value)
    return true
  }

  /// Adds a value, or treats it as the author wants if the key is there already; `false` if that is refused.
  mutating func add(
    _ value: RowValue, for key: String, _ duplicateKeys: DuplicateKeys
  ) -> Bool {
    if add(value, for: key) { return true }
    if duplicateKeys == .keepLast { set(value, for: key) }
    return duplicateKeys != .refused
  }

  func mapValues(_ transform: (RowValue) -> RowValue) -> RowFields {
    RowFields(values.map(transform), table)
  }

  private mutating func makeKeysOwn() {
    if !isKnownUniquelyReferenced(&table) { table = FieldKeys(table) }
  }
}

/// The keys of fields, each with its index.
///
/// It changes only while it has one owner, which ``RowFields`` sees to, so no access looks for others.
final class FieldKeys: @unchecked Sendable {
  @exclusivity(unchecked) private(set) var keys: [String]
  /// The indices of many keys; few are compared one by one, which is faster.
  @exclusivity(unchecked) private var indices: [Spelling: Int]
  /// The spellings of keys in the file, where they differ.
  @exclusivity(unchecked) fileprivate(set) var written: [Spelling: String]

  private static let few = 8

  static let none = FieldKeys()
  /// The only key of a row of a plain value.
  static let value = FieldKeys(CollectionOfOne("value"))

  private init() { (keys, indices, written) = ([], [:], [:]) }

  init(_ other: FieldKeys) {
    (keys, indices, written) = (other.keys, other.indices, other.written)
  }

  /// The first keys of others, without what they stand for in the file.
  init(_ others: some Sequence<String>) {
    (keys, indices, written) = ([], [:], [:])
    for key in others { append(key) }
  }

  /// Complexity: O(1).
  func index(of key: String) -> Int? {
    let keys = keys
    if keys.count > Self.few { return indices[key] }
    var index = 0
    while index < keys.count {
      if keys[index].isSpelled(as: key) { return index }
      index += 1
    }
    return nil
  }

  /// Adds a key that is not there.
  fileprivate func append(_ key: String) {
    keys.append(key)
    if keys.count == Self.few + 1 { recordIndices(from: 0) }
    if keys.count > Self.few { indices[key] = keys.count - 1 }
  }

  /// Complexity: linear in the number of keys.
  fileprivate func remove(at index: Int) {
    written[keys[index]] = nil
    indices[keys[index]] = nil
    keys.remove(at: index)
    if keys.count > Self.few { recordIndices(from: index) }
  }

  private func recordIndices(from first: Int) {
    for index in first..<keys.count { indices[keys[index]] = index }
  }
}

extension RowFields {
  /// Returns the values as people read them, except the one named `omitted`.
  ///
  /// - Parameter limit: The approximate length of all values, in bytes. The rest is replaced by `…`.
  func columns(
    limit: Int, without omitted: String? = nil, looking looks: WalkNotes = WalkNotes()
  ) -> [RowColumn] {
    var rest = limit
    return zip(keys, values).compactMap { key, value in
      if key == omitted { return nil }
      if rest <= 0 { return RowColumn(key, "…") }
      var text = ""
      value.describe(&text, limit: rest)
      let read = looks.text(of: value, under: key)
      rest -= text.utf8.count + (read?.utf8.count ?? 0)
      return RowColumn(key, text, read: read)
    }
  }
}

extension UsageError {
  /// The error that a key appears twice.
  ///
  /// - Parameters:
  ///   - object: What the format calls an object.
  ///   - line: The line of the first one, if it is known.
  static func duplicate(
    key: String, in object: String, line: Int?, at place: Place
  ) -> UsageError {
    let first = line.map { $0 > 0 ? " The first one is on line \($0)." : "" } ?? ""
    return UsageError(
      "The key \(key.shortened(to: 60).quoted) appears twice in \(object)." + first, at: place)
  }
}

/// The value of a key that an object has more than once.
public enum DuplicateKeys: Sendable, Hashable {
  /// None: the row fails.
  case refused
  /// The first one.
  case keepFirst
  /// The last one, as in JavaScript and most readers of JSON.
  case keepLast
}
