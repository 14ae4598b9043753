import ExemplarRows

// An operator is seen only where its module is imported, and what is re-exported are single names. So
// this one stands in the module that authors import.

extension RowSource {
  /// The rows of one source and then those of another.
  public static func + (first: RowSource, second: RowSource) -> RowSource {
    .joined([first, second])
  }
}
