/// A key on the way to a value.
struct RowKey: CodingKey {
  var stringValue: String
  var intValue: Int?

  init(_ key: String) { stringValue = key }

  init(index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(index: intValue) }
}

/// The keys on the way to something that lies deep in a row.
final class RowKeyPath {
  private let key: RowKey
  private let before: RowKeyPath?

  init(_ key: RowKey, after before: RowKeyPath?) {
    self.key = key
    self.before = before
  }

  var keys: [any CodingKey] { (before?.keys ?? []) + [key] }
}
