import ExemplarCore
import Foundation

// Row sources: where rows come from.
//
// A source is a recipe: it is opened when its outline runs, can be opened many times, and gives
// equal rows in equal order each time. It knows nothing of runs; what is wrong with the data comes
// out as rows that fail or as an error that says where.

/// Where rows come from: a file of some format, code, or other sources.
public struct RowSource: Sendable {
  /// How messages name the source.
  public let name: String
  private let open: @Sendable (RowSite) async throws -> RowIterator
  /// Opens the source without waiting; `nil` if it has to wait.
  private let openNow: (@Sendable (RowSite) throws -> RowIterator)?
  let mayHaveMetadata: @Sendable (RowSite) async -> Bool
  /// Whether there may be something to know of the source though its rows can be read. Then it opens
  /// without waiting.
  let mayWarn: Bool
  private(set) var takesMetadata = true

  /// Makes a source from a function that opens it at its beginning, each time it is called.
  ///
  /// Files and collections are opened so; only they can give rows where nothing can be awaited.
  ///
  /// - Parameters:
  ///   - name: How messages name the source.
  ///   - mayHaveMetadata: Whether rows may hold one of the keys `focus`, `skip`, `tags` and
  ///     `platforms`. If so, all rows are read once before anything runs, since they decide what does.
  ///   - open: Opens the source for a declaration; throws ``AuthoringMistake`` if it cannot.
  public init(
    _ name: String, mayHaveMetadata: @escaping @Sendable (RowSite) async -> Bool = { _ in true },
    open: @escaping @Sendable (RowSite) throws -> RowIterator
  ) {
    self.init(name, mayHaveMetadata: mayHaveMetadata, open: open, openNow: open, mayWarn: false)
  }

  /// Makes a source from a function that has to wait for something when it opens.
  public init(
    _ name: String, mayHaveMetadata: @escaping @Sendable (RowSite) async -> Bool = { _ in true },
    open: @escaping @Sendable (RowSite) async throws -> RowIterator
  ) {
    self.init(name, mayHaveMetadata: mayHaveMetadata, open: open, openNow: nil, mayWarn: false)
  }

  init(
    _ name: String, mayHaveMetadata: @escaping @Sendable (RowSite) async -> Bool,
    open: @escaping @Sendable (RowSite) async throws -> RowIterator,
    openNow: (@Sendable (RowSite) throws -> RowIterator)?, mayWarn: Bool
  ) {
    self.name = name
    self.mayWarn = mayWarn && openNow != nil
    self.mayHaveMetadata = mayHaveMetadata
    self.open = open
    self.openNow = openNow
  }

  /// The same rows, all of whose keys are data, also those that otherwise say something of the row
  /// itself: `focus`, `skip`, `tags`, `timeLimit`, `platforms`, `bug`.
  public var withoutMetadata: RowSource {
    var source = self
    source.takesMetadata = false
    return source
  }

  /// Whether rows may say something that decides what runs.
  func mayHaveMarks(for site: RowSite) async -> Bool {
    if !takesMetadata { return false }
    return await mayHaveMetadata(site)
  }

  /// Opens the source at its beginning, for the declaration at `site`.
  ///
  /// Throws ``AuthoringMistake`` if it cannot be opened.
  public func rows(for site: RowSite) async throws -> RowIterator {
    try await open(site)
  }

  /// Whether the source gives its rows without waiting for anything.
  var isImmediate: Bool { openNow != nil }

  /// The same as ``rows(for:)``, where nothing can be awaited. Throws ``AuthoringMistake`` also if
  /// the source has to wait for its rows.
  func rowsNow(for site: RowSite) throws -> RowIterator {
    guard let openNow else {
      throw AuthoringMistake(
        "The rows of \u{201C}\(name)\u{201D} have to be waited for. Write "
          + "\u{201C}try await Rows(waitingFor: …)\u{201D}.",
        at: site.place)
    }
    return try openNow(site)
  }
}

/// Walks once over the rows of a source.
public struct RowIterator {
  /// The next row; `nil` after the last. Throws when nothing further can be read.
  public let next: () async throws -> SourcedRow?
  /// The same without waiting; `nil` if that cannot be.
  let nextNow: (() throws -> SourcedRow?)?
  /// What should be known of the source though its rows can be read.
  public var warnings: [AuthoringMistake]

  /// An iterator that waits for nothing.
  public init(warnings: [AuthoringMistake] = [], next: @escaping () throws -> SourcedRow?) {
    self.init(warnings: warnings, next: next, nextNow: next)
  }

  /// An iterator that may have to wait.
  public init(
    warnings: [AuthoringMistake] = [], next: @escaping () async throws -> SourcedRow?
  ) {
    self.init(warnings: warnings, next: next, nextNow: nil)
  }

  init(
    warnings: [AuthoringMistake] = [], next: @escaping () async throws -> SourcedRow?,
    nextNow: (() throws -> SourcedRow?)?
  ) {
    self.warnings = warnings
    self.next = next
    self.nextNow = nextNow
  }
}

/// The declaration that uses a source: it tells where files are looked for.
public struct RowSite: Sendable, Hashable {
  /// The module whose resources are looked in first.
  public var module: String
  /// The declaration, beside whose file is looked next.
  public var place: Place
  /// The name of the type that the outline is a member of, which a default source is named after.
  public var type: String?

  public init(module: String, place: Place, type: String? = nil) {
    self.module = module
    self.place = place
    self.type = type
  }
}

extension RowSource {
  /// An outline over the rows of this source.
  ///
  /// `body` is called with each row in turn; what it throws while it decodes the row is recorded on
  /// the row's example.
  ///
  /// - Parameter columns: The keys that the body reads; `nil` if it may read any.
  public func outline(
    for site: RowSite, columns: [String]? = nil,
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
    return RowExample(
      name: row.name, at: row.place, traits: metadata?.traits ?? [], suites: row.suites,
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
  }
}

extension RowSource {
  /// A source that reads one file.
  init(
    _ file: DataFile, extensions: [String],
    open: @escaping @Sendable (URL, RowSite) throws -> RowIterator
  ) {
    let open: @Sendable (RowSite) throws -> RowIterator = { site in
      let url = try file.locate(extensions: extensions, for: site)
      var rows = try open(url, site)
      if let stale = RowFile.staleness(of: url, for: site) { rows.warnings.append(stale) }
      return rows
    }
    self.init(
      file.name,
      mayHaveMetadata: { site in
        guard let url = try? file.locate(extensions: extensions, for: site) else { return false }
        return (try? RowFile.mentions(url, anyOf: RowMetadata.keysForPlanning)) ?? true
      }, open: open, openNow: open, mayWarn: true)
  }
}
