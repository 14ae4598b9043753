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
