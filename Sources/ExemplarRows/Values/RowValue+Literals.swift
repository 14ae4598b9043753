extension RowValue: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(.string(value)) }
}

extension RowValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(.number(String(value))) }
}

extension RowValue: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self.init(.number(String(value))) }
}

extension RowValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
}

extension RowValue: ExpressibleByNilLiteral {
  /// An explicit null.
  public init(nilLiteral: ()) { self.init(.null) }
}

extension RowValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: RowValue...) { self.init(.array(elements)) }
}

extension RowValue: ExpressibleByDictionaryLiteral {
  /// Of a duplicate key, the first value is used.
  public init(dictionaryLiteral elements: (String, RowValue)...) {
    self.init(.object(RowFields(elements)))
  }
}

extension RowFields: ExpressibleByDictionaryLiteral {
  /// Values created in code. Of a duplicate key, the first value is used.
  public init(dictionaryLiteral elements: (String, RowValue)...) { self.init(elements) }

  /// Values with their keys, in their order. Of a duplicate key, the first value is used.
  public init(_ elements: some Sequence<(String, RowValue)>) {
    self.init()
    for (key, value) in elements { _ = add(value, for: key) }
  }
}
