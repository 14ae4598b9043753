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
      var previous: RowFields?
      return RowCursor(warnings: rows.warnings) {
        switch try await rows.next() {
        case nil: return nil
        case .row(var row):
          row.isOnlyRead = isOnlyRead
          defer { previous = row.own }
          return self.example(of: row, after: previous, data: data, isClosed: columns != nil, body)
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
    of written: Row, after previous: RowFields?, data: Set<String>, isClosed: Bool,
    _ body: @escaping @Sendable (Row) async throws -> Void
  ) -> RowExample {
    var watched = written
    let reads = RowReads()
    watched.notes.reads = reads
    let row = watched
    let metadata = takesMetadata ? RowMetadata(of: row, data: data) : nil
    var example = RowExample(
      name: row.ownName, at: row.place, traits: metadata?.traits ?? [], suites: row.suites,
      values: { row.valuesText(read: reads.keys, after: previous) }, payload: row
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
    example.hasColumn = { row.value(under: $0) != nil }
    if !row.isOnlyRead, row.own.keys.contains(where: { $0 != "name" }) {
      example.isUnread = { reads.isEmpty }
    }
    return example
  }
}
