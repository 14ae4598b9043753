import ExemplarCore

// Row sources: where rows come from.
//
// A source is a recipe: it is opened when its outline runs, can be opened many times, and gives
// equal rows in equal order each time. It does not depend on runs. Errors in the data become
// failing rows, or one error with its location.

/// Where rows come from: a file of some format, code, or other sources.
public struct RowSource: Sendable {
  /// The name of the source in messages.
  package let name: String
  /// Returns, for a declaration, the function that opens the source at its beginning; it throws
  /// ``RowIsPending`` as long as that has to be awaited.
  var opening: @Sendable (DeclarationSite) -> () throws -> RowCursor<RowResult>
  var mayHaveMetadata: @Sendable (DeclarationSite) async -> Bool
  /// Whether rows may be located in the file with a name, which may be its path or the end of it.
  var mayHold: @Sendable (_ file: String, DeclarationSite) -> Bool = { _, _ in true }
  /// Whether the source may have warnings although its rows can be read. Then it opens without
  /// waiting.
  var mayWarn = false
  package private(set) var takesMetadata = true
  /// Whether the author has stated that rows have metadata.
  private(set) var isAskedForMetadata = false

  /// Makes a source from a function that opens it at its beginning, each time it is called.
  ///
  /// Files and collections are opened this way; only such sources give rows where nothing can be
  /// awaited.
  ///
  /// - Parameters:
  ///   - name: How messages name the source.
  ///   - mayHaveMetadata: Whether rows may hold one of the keys `focus`, `skip`, `tags` and
  ///     `platforms`. If so, all rows are read once before anything runs, since they decide what does.
  ///   - open: Opens the source for a declaration; throws ``UsageError`` if it cannot.
  package init(
    _ name: String,
    mayHaveMetadata: @escaping @Sendable (DeclarationSite) async -> Bool = { _ in true },
    open: @escaping @Sendable (DeclarationSite) throws -> RowCursor<RowResult>
  ) {
    self.name = name
    self.mayHaveMetadata = mayHaveMetadata
    opening = { site in { try open(site) } }
  }

  /// Makes a source from an asynchronous function that opens it.
  package init(
    _ name: String,
    mayHaveMetadata: @escaping @Sendable (DeclarationSite) async -> Bool = { _ in true },
    open: @escaping @Sendable (DeclarationSite) async throws -> RowCursor<RowResult>
  ) {
    self.name = name
    self.mayHaveMetadata = mayHaveMetadata
    opening = { site in RowIsPending.reading { try await open(site) } }
  }

  /// The same rows, with every key as data, including the metadata of rows: `focus`, `skip`,
  /// `tags`, `timeLimit`, `platforms`, `bug`, `quarantined`.
  public var withoutMetadata: RowSource { taking(metadata: false, isAsked: false) }

  /// The same rows, of which these keys are metadata, also if they are in a property list, in a `.testsuite`
  /// folder or of a default source. No warning names the keys.
  public var withMetadata: RowSource { taking(metadata: true, isAsked: true) }

  func taking(metadata takesMetadata: Bool, isAsked: Bool) -> RowSource {
    var source = self
    (source.takesMetadata, source.isAskedForMetadata) = (takesMetadata, isAsked)
    return source
  }

  /// Whether rows may contain metadata that decides what runs.
  func mayHaveMarks(for site: DeclarationSite) async -> Bool {
    if !takesMetadata { return false }
    return await mayHaveMetadata(site)
  }

  /// Opens the source at its beginning, for the declaration at `site`.
  ///
  /// Throws ``UsageError`` if it cannot be opened.
  // Of the same name as rows in code. Were it not disfavored, `.rows([…])` would be overloaded, and the
  // compiler would search a minute for a wrong row instead of naming it.
  @_disfavoredOverload
  package func rows(for site: DeclarationSite) async throws -> RowCursor<RowResult> {
    try await RowIsPending.awaiting(opening(site))
  }
}
