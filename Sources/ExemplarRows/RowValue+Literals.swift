extension RowValue: ExpressibleByStringLiteral {
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

extension RowValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: RowValue...) { self.init(.array(elements)) }
}

extension RowValue: ExpressibleByDictionaryLiteral {
  /// Of a key that stands twice, the first value counts.
  public init(dictionaryLiteral elements: (String, RowValue)...) {
    var fields = RowFields()
    for (key, value) in elements { _ = fields.add(value, for: key) }
    self.init(.object(fields))
  }
}

extension RowValue {
  /// No value. A literal `nil` would do, were it not taken for the absence of a row's value.
  public static let null = RowValue(.null)

  /// The text, if the value is one.
  public var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The number, if the value is one.
  public var number: Double? {
    if case .number(let text) = content { Double(text) } else { nil }
  }

  /// The truth value, if the value is one.
  public var truth: Bool? {
    if case .bool(let truth) = content { truth } else { nil }
  }
}
