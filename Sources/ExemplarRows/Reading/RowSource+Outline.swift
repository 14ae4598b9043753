import ExemplarCore

extension RowSource {
  /// An outline over the rows of this source.
  ///
  /// `body` is called with each row in turn; what it throws while it decodes the row is recorded on
  /// the row's example.
  ///
  /// - Parameter columns: The keys that the body reads; `nil` if it may read any.
  package func outline(
    for site: DeclarationSite, columns: [String]? = nil,
    body: @escaping @Sendable (Row) async throws -> Void
  ) -> Outline {
    let data = Set(columns ?? [])
    @Sendable func open(_ isOnlyRead: Bool) async throws -> RowCursor {
      let rows = try await self.rows(for: site)
      return RowCursor(warnings: rows.warnings) {
        switch try await rows.next() {
        case nil: return nil
        case .row(var row):
          row.isOnlyRead = isOnlyRead
          return self.example(of: row, data: data, isClosed: columns != nil, body)
        case .mistake(let mistake, let name, let suites):
          return RowExample(name: name, at: mistake.place, suites: suites) { throw mistake }
        }
      }
    }
    return Outline(
      hasMarks: { await mayHaveMarks(for: site) }, check: { try await open(true) }
    ) { try await open(false) }
  }

  private func example(
    of row: Row, data: Set<String>, isClosed: Bool,
    _ body: @escaping @Sendable (Row) async throws -> Void
  ) -> RowExample {
    let metadata = takesMetadata ? RowMetadata(of: row, data: data) : nil
    var example = RowExample(
      name: row.ownName, at: row.place, traits: metadata?.traits ?? [], suites: row.suites,
      values: { row.valuesText }, payload: row
    ) {
      if let mistake = metadata?.mistake { throw mistake }
      if isClosed, metadata != nil, let mistake = RowMetadata.misspelled(in: row, read: data) {
        throw mistake
      }
      if isClosed, let mistake = UnreadKeys.mistake(in: row, read: data) { throw mistake }
      do {
        try await body(row)
      } catch is RowWasRead {}
    }
    example.mayRepeat = row.mayRepeat
    return example
  }
}
