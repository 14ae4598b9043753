public import ExemplarRows
public import Testing

/// Swift Testing shows a row by its name, and knows an argument again by it.
extension NamedRow: CustomTestStringConvertible, CustomTestArgumentEncodable {
  public var testDescription: String { name }

  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
