import ExemplarCore

extension Combinations {
  /// An outline over the rows, each named after its values: `eur, 10, true`.
  ///
  /// `place` is where rows say they were written.
  package func outline(
    at place: Place, _ body: @escaping @Sendable (Row) async throws -> Void
  ) -> Outline {
    Outline {
      let rows = try possibleRows
      var names = CombinationNames(self)
      var index = 0
      return RowCursor(nextNow: {
        guard index < rows.count else {
          // Every row that there could be has run.
          if let differentLengths { throw differentLengths }
          return nil
        }
        defer { index += 1 }
        let row = rows[index]
        return RowExample(name: names.next(rows.positions(at: index)), at: place) {
          try await body(row)
        }
      })
    }
  }
}

/// Names the rows of combinations, one after the other.
private struct CombinationNames {
  private let names: RowNames
  /// The names so far, where different rows can have equal values: a value of a source may come
  /// again with every row. Everywhere else, a value that comes again is numbered.
  private var unique: UniqueNames<Void>?

  init<Row>(_ combinations: Combinations<Row>) {
    let texts = combinations.values.texts()
    if case .zip = combinations.kind {
      names = RowNames(texts, numbering: false)
      unique = UniqueNames<Void>()
    } else {
      names = RowNames(texts)
    }
  }

  mutating func next(_ positions: [Int]) -> String {
    let name = names.name(positions)
    return unique?.claim(name) ?? name
  }
}
