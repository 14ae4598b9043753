import ExemplarCore

extension RowSource {
  /// The same rows, named by the values of columns, with commas between them.
  ///
  /// ```swift
  /// .zip(.csv("authors"), .csv("titles")).named("author", "title")
  /// ```
  ///
  /// - Parameters:
  ///   - columns: The columns; without any, rows keep their names.
  ///   - repeats: What it means that rows have the same name.
  public func named(_ columns: String..., repeats: RowRepeats = .refused) -> RowSource {
    named(RowNaming(columns.isEmpty ? .own(isRequired: false) : .columns(columns)), repeats)
  }

  /// The same rows, named by the result of `name`, or by their positions if it is `nil` or empty. A
  /// row for which it throws is a failing example.
  public func named(
    repeats: RowRepeats = .refused, _ name: @escaping @Sendable (Row) throws -> String?
  ) -> RowSource {
    named(.by(name), repeats)
  }

  private func named(_ naming: RowNaming, _ repeats: RowRepeats) -> RowSource {
    RowSource(name, from: [self]) { [name] inputs in
      var names = RowNames(naming, repeats, of: name)
      inputs.check = { try names.check(isWhole: false, at: nil) }
      return { try names.named(try inputs.next(), at: nil) }
    }
  }
}
