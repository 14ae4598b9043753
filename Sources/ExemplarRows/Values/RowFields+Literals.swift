extension RowFields: ExpressibleByDictionaryLiteral {
  /// Values made in code. Of a key that stands twice, the first value counts.
  public init(dictionaryLiteral elements: (String, RowValue)...) { self.init(elements) }

  /// Values with their keys, in their order. Of a key that stands twice, the first value counts.
  public init(_ elements: some Sequence<(String, RowValue)>) {
    self.init()
    for (key, value) in elements { _ = add(value, for: key) }
  }
}
