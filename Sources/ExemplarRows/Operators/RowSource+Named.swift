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
    let source = name
    return RowSource(source, from: [self]) {
      Naming(names: RowNames(naming, repeats, of: source))
    }
  }
}

/// Names the rows of one source.
private struct Naming: RowOperator {
  var names: RowNames
  private var isOpen = false

  init(names: RowNames) { self.names = names }

  mutating func next(after result: StepResult) throws -> OperatorStep {
    switch result {
    case .none where !isOpen:
      isOpen = true
      return .open(0)
    case .none: return .pull(0)
    case .row(let row): return try names.named(row, at: nil).map { .give($0) } ?? .end
    }
  }

  func stop() throws { try names.check(isWhole: false, at: nil) }
}
