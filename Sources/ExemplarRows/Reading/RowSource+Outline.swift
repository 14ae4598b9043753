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
    let reading = RowReading(columns: columns, body: body)
    @Sendable func open(_ isOnlyRead: Bool) async throws -> RowCursor {
      let rows = try await self.rows(for: site)
      var walk = OutlineWalk(reading, takesMetadata: takesMetadata, isOnlyRead: isOnlyRead)
      var cursor = RowCursor(
        warnings: rows.warnings,
        nextNow: {
          switch try rows.nextNow() {
          case nil: nil
          case .success(let row): walk.example(of: row)
          case .failure(let invalid): walk.example(of: invalid)
          }
        })
      cursor.slips = walk.slips
      cursor.skips = rows.skips
      return cursor
    }
    return Outline(
      hasMarks: { await mayHaveMarks(for: site) }, check: { try await open(true) }
    ) { try await open(false) }
  }
}

/// The handling of each row of an outline.
private final class RowReading: Sendable {
  /// The keys that are data for sure; any other may be, unless they are all that is read.
  let data: Set<String>
  let columns: [String]?
  let body: @Sendable (Row) async throws -> Void

  init(columns: [String]?, body: @escaping @Sendable (Row) async throws -> Void) {
    self.columns = columns
    data = Set(columns ?? [])
    self.body = body
  }

  /// Throws ``UsageError`` if the row has a key that stands for one that is read, but for how it
  /// is spelled.
  func check(_ row: Row, takesMetadata: Bool) throws {
    guard let columns else { return }
    if takesMetadata, let mistake = RowMetadata.misspelled(in: row, read: data) { throw mistake }
    let missing = columns.filter { row.value(under: $0) == nil }
    if let mistake = row.unreadKey(missing: missing, read: data) { throw mistake }
  }
}

/// One walk over the rows of an outline.
private struct OutlineWalk {
  private let reading: RowReading
  private let takesMetadata: Bool
  private let isOnlyRead: Bool
  private let lock = Locked(WalkNotes())
  private var previous: RowFields?
  /// The keys of the previous row and of the surrounding groups, if none of them is metadata: those
  /// of the next row are usually the same.
  private var plain: [FieldKeys] = []

  init(_ reading: RowReading, takesMetadata: Bool, isOnlyRead: Bool) {
    self.reading = reading
    self.takesMetadata = takesMetadata
    self.isOnlyRead = isOnlyRead
  }

  /// Gives the keys that may be meant for columns which rows did not have so far, by these columns.
  var slips: @Sendable () -> [String: String] {
    let lock = lock
    return { lock.withLock { $0.slips } }
  }

  mutating func example(of row: consuming Row) -> RowExample {
    let metadata = metadata(of: row)
    let before = previous
    previous = row.own
    let watched = WatchedRow(
      row, isOnlyRead, after: before, lock, reading, takesMetadata, metadata?.mistake)
    var example = RowExample(
      name: watched.row.ownName, at: watched.row.place, traits: metadata?.traits ?? [],
      suites: watched.row.ownSuites,
      values: { watched.columns.valuesText }, payload: watched
    ) { try await watched.run() }
    example.columns = { watched.columns }
    example.mayRepeat = watched.row.parts.mayRepeat
    example.hasColumn = { watched.row.value(under: $0) != nil }
    if !isOnlyRead, watched.row.hasColumns {
      example.isUnread = { watched.reads.isEmpty }
    }
    return example
  }

  func example(of invalid: InvalidRow) -> RowExample {
    let mistake = invalid.mistake
    var example = RowExample(name: invalid.name, at: mistake.place, suites: invalid.suites) {
      throw mistake
    }
    // The row fails in any case, so an equal name of an earlier row does not matter.
    example.mayRepeat = true
    return example
  }

  private mutating func metadata(of row: Row) -> RowMetadata? {
    if !takesMetadata || isPlain(row) { return nil }
    let tables = [row.own.table] + row.ownGroups.map(\.table)
    let mayBeMetadata = RowMetadata.keys.contains { key in
      !reading.data.contains(key) && tables.contains { $0.index(of: key) != nil }
    }
    if mayBeMetadata { return RowMetadata(of: row, data: reading.data) }
    plain = tables
    return nil
  }

  /// Whether the row has the keys of a row without metadata.
  private func isPlain(_ row: Row) -> Bool {
    guard plain.count == row.ownGroups.count + 1, plain[0] === row.own.table else { return false }
    return row.ownGroups.isEmpty
      || zip(plain.dropFirst(), row.ownGroups).allSatisfy { $0 === $1.table }
  }
}

/// A row of an outline that runs, and what was read of it.
///
/// It is one object so that the closures of an example hold nothing else.
final class WatchedRow: Sendable {
  let row: Row
  let reads: RowReads
  private let previous: RowFields?
  private let reading: RowReading
  private let takesMetadata: Bool
  private let mistake: UsageError?

  fileprivate init(
    _ row: consuming Row, _ isOnlyRead: Bool, after previous: RowFields?, _ lock: Locked<WalkNotes>,
    _ reading: RowReading, _ takesMetadata: Bool, _ mistake: UsageError?
  ) {
    reads = RowReads(lock, isOnlyRead: isOnlyRead)
    row.reads = reads
    self.row = row
    self.previous = previous
    self.reading = reading
    self.takesMetadata = takesMetadata
    self.mistake = mistake
  }

  fileprivate func run() async throws {
    if let mistake { throw mistake }
    try reading.check(row, takesMetadata: takesMetadata)
    do { try await reading.body(row) } catch is RowWasRead {}
  }

  /// The values that people need to see.
  var columns: [RowColumn] {
    row.columns(read: reads.keys(of: row.own), reads.looks, after: previous)
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
      guard let watched = ExampleScope.current?.payload as? WatchedRow else {
        throw UsageError(
          "There is no current row: Row.current is for the body and the hooks of an outline.")
      }
      return watched.row
    }
  }

  /// Marks the end of reading the row and the beginning of the body. When rows are only checked,
  /// the example ends here.
  public func __read() throws {
    if reads?.isOnlyRead == true { throw RowWasRead() }
  }
}
