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
    @Sendable func open(_ isOnlyRead: Bool) async throws -> RowCursor<ExampleInvocation> {
      let walk = OutlineWalk(columns, takesMetadata, isOnlyRead, body)
      var cursor = try await rows(for: site).compactMap { walk.invocation(of: $0) }
      let (name, isAskedForMetadata) = (name, isAskedForMetadata)
      cursor.slips = { walk.notes.withLock { $0.slips } }
      cursor.notes = { walk.warnings(of: name, isAskedForMetadata: isAskedForMetadata) }
      return cursor
    }
    var outline = Outline(
      hasMarks: { await mayHaveMarks(for: site) }, check: { try await open(true) }
    ) { try await open(false) }
    outline.mayHold = { mayHold($0, site) }
    return outline
  }
}

/// One walk over the rows of an outline. Only the constants are used by the examples, which may run in any thread.
private final class OutlineWalk: @unchecked Sendable {
  /// The keys that are data for sure; any other may be, unless they are all that is read.
  private let data: Set<Spelling>
  private let columns: [String]?
  private let takesMetadata: Bool
  private let isOnlyRead: Bool
  private let body: @Sendable (Row) async throws -> Void
  /// The keys that may be meant for columns which rows did not have so far, and more.
  let notes = Locked(WalkNotes())
  @exclusivity(unchecked) private var previous: RowFields?
  /// The keys of the previous row and of the surrounding groups, if none of them is metadata: those
  /// of the next row are usually the same.
  @exclusivity(unchecked) private var plain: [FieldKeys] = []
  /// The first doubt about a row.
  @exclusivity(unchecked) private var doubt: UsageError?
  /// The keys that were taken as metadata, and where the first value is.
  @exclusivity(unchecked) private var taken: (keys: Set<String>, place: Place)?

  init(
    _ columns: [String]?, _ takesMetadata: Bool, _ isOnlyRead: Bool,
    _ body: @escaping @Sendable (Row) async throws -> Void
  ) {
    (self.columns, self.takesMetadata, self.isOnlyRead) = (columns, takesMetadata, isOnlyRead)
    self.body = body
    data = Set(of: columns ?? [])
  }

  func invocation(of result: consuming RowResult) -> ExampleInvocation {
    let row: Row
    switch consume result {
    case .success(let valid): row = valid
    case .failure(let invalid):
      let mistake = invalid.mistake
      let reads = invalid.row.map { RowReads(of: $0, notes, isOnlyRead: isOnlyRead) }
      let example = ExampleInvocation(
        row: invalid.name, at: mistake.place, suites: invalid.suites, payload: reads
      ) { [self] in
        if let reads { try await run(reads, lacking: mistake) } else { throw mistake }
      }
      // The row fails in any case, so an equal name of an earlier row does not matter.
      example.mayRepeat = true
      return example
    }
    let metadata = metadata(of: row)
    let before = previous
    previous = row.own
    doubt = doubt ?? row.content.note
    let reads = RowReads(of: row, after: before, notes, isOnlyRead: isOnlyRead)
    let example = ExampleInvocation(
      row: row.ownName, at: row.place, traits: metadata?.traits ?? [], suites: row.ownSuites,
      values: { reads.columns.valuesText }, payload: reads, body: body(of: reads, metadata?.mistake)
    )
    example.columns = { reads.columns }
    if !row.isApart { example.otherFiles = { row.otherFiles } }
    example.mayRepeat = row.content.mayRepeat
    example.hasColumn = { reads.row.value(under: $0) != nil }
    if !isOnlyRead, row.hasColumns { example.isUnread = { reads.isEmpty } }
    return example
  }

  private func body(
    of reads: RowReads, _ mistake: UsageError?
  ) -> @Sendable () async throws -> Void {
    if let mistake { return { throw mistake } }
    return { [self] in try await run(reads.trackedRow) }
  }

  /// Runs the body. Throws ``UsageError`` if the row has a key that stands for one that is read, but for how it
  /// is spelled.
  private func run(_ row: Row) async throws {
    if let columns {
      if takesMetadata, let mistake = RowMetadata.misspelled(in: row, read: data) { throw mistake }
      let missing = columns.filter { row.value(under: $0) == nil }
      if let mistake = row.unreadKey(missing: missing, read: data) { throw mistake }
    }
    do { try await body(row) } catch is RowWasRead {}
  }

  /// Runs the body with a row that lacks a file, which is an error unless a value is compared with the file.
  private func run(_ reads: RowReads, lacking mistake: UsageError) async throws {
    do { try await run(reads.trackedRow) } catch let error as UsageError {
      throw reads.comparesMissingFile ? error : mistake
    }
    if !reads.comparesMissingFile { throw mistake }
  }

  private func metadata(of row: Row) -> RowMetadata? {
    if !takesMetadata || isPlain(row) { return nil }
    let tables = [row.own.table] + row.ownOuterFields.map(\.table)
    let mayBeMetadata = RowMetadata.keys.contains { key in
      !data.contains(key) && tables.contains { $0.index(of: key) != nil }
    }
    if mayBeMetadata {
      let metadata = RowMetadata(of: row, data: data)
      if let first = metadata.first {
        taken = (taken?.keys.union(metadata.keys) ?? Set(metadata.keys), taken?.place ?? first)
      }
      return metadata
    }
    plain = tables
    return nil
  }

  /// The warnings about the rows so far.
  func warnings(of source: String, isAskedForMetadata: Bool) -> [UsageError] {
    var warnings = doubt.map { [$0] } ?? []
    if !isAskedForMetadata, let (keys, place) = taken {
      let names = keys.sorted().map(\.quoted).joined(separator: ", ")
      let isOne = keys.count == 1
      warnings.append(
        UsageError(
          "\(names) of \(source.quoted) \(isOne ? "is" : "are") taken as metadata of rows, as from here. "
            + "Write .withMetadata on the source if that is meant, and .withoutMetadata if "
            + "\(isOne ? "it is" : "they are") data.", at: place))
    }
    return warnings
  }

  /// Whether the row has the keys of a row without metadata.
  private func isPlain(_ row: Row) -> Bool {
    guard plain.count == row.ownOuterFields.count + 1, plain[0] === row.own.table else {
      return false
    }
    return row.ownOuterFields.isEmpty
      || zip(plain.dropFirst(), row.ownOuterFields).allSatisfy { $0 === $1.table }
  }
}

/// The row has been read, and that was all that was asked for.
private struct RowWasRead: Error {}

extension Row {
  /// The row of the example that is running, for a body without parameters.
  ///
  /// Throws ``UsageError`` where no example of an outline over a row source is running.
  public static var current: Row {
    get throws {
      guard let row = ExampleScope.current.flatMap(Row.init(of:)) else {
        throw UsageError(
          "There is no current row: Row.current is for the body and the hooks of an outline.")
      }
      return row
    }
  }

  /// The row of an example; `nil` for an example without one.
  package init?(of scope: ExampleScope) {
    guard let reads = scope.payload as? RowReads else { return nil }
    self = reads.trackedRow
  }

  /// Marks the end of reading the row and the beginning of the body. When rows are only checked,
  /// the example ends here.
  public func __read() throws {
    if reads?.isOnlyRead == true { throw RowWasRead() }
  }
}
