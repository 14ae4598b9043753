import ExemplarCore

extension Combinations {
  /// An outline over the rows, each named after its values: `eur, 10, true`.
  ///
  /// - Parameter place: The location of all rows.
  package func outline(
    at place: Place, _ body: @escaping @Sendable (Row) async throws -> Void
  ) -> Outline {
    Outline {
      let rows = try possibleRows
      // The values of a zip may repeat from row to row. Elsewhere, equal values of a source are numbered.
      var unique: UniqueNames<Void>? = if case .zip = kind { UniqueNames<Void>() } else { nil }
      let names = CombinationNames(values.texts(), numbering: unique == nil)
      var index = 0
      return RowCursor(nextNow: {
        guard index < rows.count else {
          if let differentLengths { throw differentLengths }
          return nil
        }
        defer { index += 1 }
        let row = rows[index]
        let name = names.name(rows.positions(index))
        return RowExample(name: unique?.claim(name) ?? name, at: place) { try await body(row) }
      })
    }
  }
}
