/// Findings about the rows of an outline as a whole, which are collected while they run and
/// reported once.
struct OutlineFindings {
  /// How many rows nothing was read of, and the first of them.
  private var unread: (count: Int, first: ExampleInfo)?
  /// Rows that have the name of an earlier one, with the path that both would have.
  private var duplicates: [(name: String, place: Place, path: ExampleID)] = []
  /// Columns that the outline asks for, and how many rows were left out since none has them; `nil` for
  /// columns that some rows have.
  private var columns: [String: (mistake: MissingColumn, count: Int)?] = [:]

  /// The number of rows that are examined before a column is reported as missing in all.
  private static let longestSearch = 100_000

  mutating func recordUnread(_ row: ExampleInfo) {
    unread = unread.map { ($0.count + 1, $0.first) } ?? (1, row)
  }

  /// Records that a row has the name of an earlier one.
  mutating func recordDuplicate(_ row: ExampleInvocation, at place: Place) {
    guard let name = row.name, !row.mayRepeat else { return }
    let path = ExampleID(row.suites.map(\.name)).appending(name)
    duplicates.append((name, row.place ?? place, path))
  }

  /// The errors of rows with equal names. Reads rows again for the locations of the first ones.
  func duplicateNames(in outline: Outline) async -> [UsageError] {
    if duplicates.isEmpty { return [] }
    let paths = Set(duplicates.map(\.path))
    var (count, first): (Int, [ExampleID: Place]) = (0, [:])
    // A source that cannot be read again is reported by the run, which reads it too.
    try? await outline.forEachRow { row in
      count += 1
      let path = row.info.id
      if paths.contains(path) { first[path] = row.place ?? Place(path: "row \(count)") }
      if first.count == paths.count { throw CancellationError() }
    }
    return duplicates.map { name, place, path in
      UsageError(
        "Two rows are named \u{201C}\(name)\u{201D}: the other one is at "
          + "\(first[path]?.short ?? "an earlier row"). Give every row of a source a name of its own; if the names "
          + "are not yours, write repeats: .numbered.", at: place)
    }
  }

  /// Notes that a row misses a column; whether every row does, so that the code is wrong and not the row.
  mutating func record(_ missing: MissingColumn, in outline: Outline) async -> Bool {
    if let known = columns[missing.name] {
      guard let known else { return false }
      columns[missing.name] = (known.mistake, known.count + 1)
      return true
    }
    let isEverywhere = await Self.isInSome(missing.name, of: outline) != true
    columns[missing.name] = .some(isEverywhere ? (missing, 1) : nil)
    return isEverywhere
  }

  /// The findings about optional columns that no row has, if there is a key with a similar
  /// spelling: one of the two is probably a typo.
  static func mistakes(
    ofSlips slips: [String: String], in outline: Outline, at place: Place
  ) async -> [UsageError] {
    var found: [UsageError] = []
    for (column, key) in slips.sorted(by: { $0.key < $1.key })
    where await isInSome(column, of: outline) == false {
      found.append(
        UsageError(
          "No row has \u{201C}\(column)\u{201D}, which the outline reads where it is there; but there is "
            + "\u{201C}\(key)\u{201D}. If it is meant, spell them alike.", at: place))
    }
    return found
  }

  /// Whether rows have a column, of which there must be several; `nil` if there are too many to look at all.
  private static func isInSome(_ column: String, of outline: Outline) async -> Bool? {
    guard let cursor = try? await outline.open() else { return true }
    var count = 0
    do {
      while count < longestSearch, let row = try await cursor.next() {
        guard let hasColumn = row.hasColumn else { continue }
        if hasColumn(column) { return true }
        count += 1
      }
      if count < longestSearch { return count <= 1 }
    } catch {
      // The run reports unreadable rows.
    }
    return count > 1 ? nil : true
  }

  /// The errors of the columns that the outline requests.
  func missingColumns(at place: Place) -> [UsageError] {
    columns.values.compactMap { $0 }.sorted { $0.mistake.name < $1.mistake.name }.map { found in
      UsageError(
        "No row has \u{201C}\(found.mistake.name)\u{201D}, which the outline asks for: "
          + "\(found.count.counted("row")) \(found.count == 1 ? "was" : "were")"
          + " left out. \(found.mistake.alternatives)", at: place)
    }
  }

  /// The finding about rows of which nothing was read.
  func unreadRows(at place: Place) -> UsageError? {
    unread.map { unread in
      let rows = unread.count == 1 ? "a row" : "\(unread.count) rows"
      let first = unread.first.row?.place.map { " at \($0.short)" } ?? ""
      return UsageError(
        "Nothing was read of \(rows), such as \u{201C}\(unread.first.name)\u{201D}\(first), so nothing in "
          + "\(unread.count == 1 ? "it" : "them") was checked. Read a value in the body or a hook, or write "
          + ".unread of the outline.", at: place)
    }
  }
}
