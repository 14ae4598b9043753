import ExemplarCore

// Row sources: where rows come from.
//
// A source is a recipe: it is opened when its outline runs, can be opened many times, and gives
// equal rows in equal order each time. It knows nothing of runs; what is wrong with the data comes
// out as rows that fail or as an error that says where.

/// Where rows come from: a file of some format.
public struct RowSource: Sendable {
  /// How messages name the source.
  public let name: String
  private let open: @Sendable (RowSite) async throws -> RowIterator

  public init(
    _ name: String, open: @escaping @Sendable (RowSite) async throws -> RowIterator
  ) {
    self.name = name
    self.open = open
  }

  /// Opens the source at its beginning, for the declaration at `site`.
  ///
  /// Throws ``AuthoringMistake`` if it cannot be opened.
  public func rows(for site: RowSite) async throws -> RowIterator {
    try await open(site)
  }
}

/// Walks once over the rows of a source.
public struct RowIterator {
  /// The next row; `nil` after the last. Throws when nothing further can be read.
  public var next: () async throws -> SourcedRow?

  public init(next: @escaping () async throws -> SourcedRow?) {
    self.next = next
  }
}

/// The declaration that uses a source: it tells where files are looked for.
public struct RowSite: Sendable, Hashable {
  /// The module whose resources are looked in first.
  public var module: String
  /// The declaration, beside whose file is looked next.
  public var place: Place

  public init(module: String, place: Place) {
    self.module = module
    self.place = place
  }
}

extension RowSource {
  /// An outline over the rows of this source.
  ///
  /// `body` is called with each row in turn; what it throws while it decodes the row is recorded on
  /// the row's example.
  public func outline(
    for site: RowSite, body: @escaping @Sendable (Row) async throws -> Void
  ) -> Outline {
    Outline {
      let rows = try await self.rows(for: site)
      return RowCursor {
        switch try await rows.next() {
        case nil: nil
        case .row(let row):
          RowExample(
            name: row.name, at: row.place, suites: row.suites, values: { row.valuesText },
            payload: row
          ) {
            try await body(row)
          }
        case .mistake(let mistake, let name, let suites):
          RowExample(name: name, at: mistake.place, suites: suites) { throw mistake }
        }
      }
    }
  }
}
