public import ExemplarRows
public import Testing

/// Swift Testing shows a row by its name, and knows an argument again by its id.
extension NamedRow: CustomTestStringConvertible {
  public var testDescription: String { name }
}

// An operator is visible only where its module is imported, and only single names are re-exported.
// So this one is declared in the module that authors import.

extension RowSource {
  /// The rows of one source and then those of another.
  public static func + (first: RowSource, second: RowSource) -> RowSource {
    .joined([first, second])
  }
}
