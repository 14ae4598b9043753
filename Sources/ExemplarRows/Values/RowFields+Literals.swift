extension RowFields: ExpressibleByDictionaryLiteral {
  /// Values created in code. Of a duplicate key, the first value is used.
  public init(dictionaryLiteral elements: (String, RowValue)...) { self.init(elements) }

  /// Values with their keys, in their order. Of a duplicate key, the first value is used.
  public init(_ elements: some Sequence<(String, RowValue)>) {
    self.init()
    for (key, value) in elements { _ = add(value, for: key) }
  }
}
