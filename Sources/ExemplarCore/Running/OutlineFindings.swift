/// Findings about the rows of an outline as a whole, which are collected while they run and
/// reported once.
struct OutlineFindings {
  /// How many rows nothing was read of, and the first of them.
  private(set) var unread: (count: Int, first: RowReference)?
  /// Columns that the outline asks for, and how many rows were left out since none has them; `nil` for
  /// columns that some rows have.
  private(set) var columns: [String: (mistake: MissingColumn, count: Int)?] = [:]

  /// Where rows of which nothing was read fail a strict run.
  static let unreadName = "unread rows"
  /// Where columns that no row has are reported.
  static let columnsName = Outline.columnsName

  /// The number of rows that are examined before a column is reported as missing in all.
  private static let longestSearch = 100_000

  /// Whether the selection requires all rows to run.
  static func needAllRows(_ asked: RowSelection) -> Bool {
    guard let paths = asked.paths else { return false }
    let names = [unreadName, columnsName, Outline.skipsName]
    return !paths.isDisjoint(with: names.map { ExampleID([$0]) })
  }

  mutating func recordUnread(_ row: RowReference) {
    unread = unread.map { ($0.count + 1, $0.first) } ?? (1, row)
  }

  /// Notes that a row misses a column; whether every row does, so that the code is wrong and not the row.
  mutating func record(_ missing: MissingColumn, in outline: Outline) async -> Bool {
    if let known = columns[missing.name] {
      guard let known else { return false }
      columns[missing.name] = (known.mistake, known.count + 1)
      return true
    }
    let isEverywhere = await Self.isInNoRow(missing.name, of: outline)
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
    where await search(for: column, in: outline) == .inNone {
      found.append(
        UsageError(
          "No row has \u{201C}\(column)\u{201D}, which the outline reads where it is there; but there is "
            + "\u{201C}\(key)\u{201D}. If it is meant, spell them alike.", at: place))
    }
    return found
  }

  /// Whether there are several rows, and none of them has the column, as far as was looked.
  private static func isInNoRow(_ column: String, of outline: Outline) async -> Bool {
    await search(for: column, in: outline) != .inSome
  }

  private enum Search { case inSome, inNone, unfinished }

  /// Looks for a column in the rows, of which there must be several.
  private static func search(for column: String, in outline: Outline) async -> Search {
    guard let cursor = try? await outline.open() else { return .inSome }
    var count = 0
    do {
      while count < longestSearch, let row = try await cursor.next() {
        guard let hasColumn = row.hasColumn else { continue }
        if hasColumn(column) { return .inSome }
        count += 1
      }
      if count < longestSearch { return count > 1 ? .inNone : .inSome }
    } catch {
      // The run reports unreadable rows.
    }
    return count > 1 ? .unfinished : .inSome
  }

  /// The errors of the columns that the outline requests.
  func missingColumns(at place: Place) -> [UsageError] {
    columns.values.compactMap { $0 }.sorted { $0.mistake.name < $1.mistake.name }.map { found in
      UsageError(
        "No row has \u{201C}\(found.mistake.name)\u{201D}, which the outline asks for: "
          + (found.count == 1 ? "1 row was" : "\(found.count) rows were")
          + " left out. \(found.mistake.alternatives)", at: place)
    }
  }

  /// The finding about rows of which nothing was read.
  func unreadRows(at place: Place) -> UsageError? {
    unread.map { unread in
      let rows = unread.count == 1 ? "a row" : "\(unread.count) rows"
      let first = unread.first.place.map { " at \($0.short)" } ?? ""
      return UsageError(
        "Nothing was read of \(rows), such as \u{201C}\(unread.first.name)\u{201D}\(first), so nothing in "
          + "\(unread.count == 1 ? "it" : "them") was checked. Read a value in the body or a hook, or write "
          + ".unread of the outline.", at: place)
    }
  }
}
