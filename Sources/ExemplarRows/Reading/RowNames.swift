import ExemplarCore

/// Names rows as the author requests, where their own names are not used.
///
/// An instance serves one walk over the rows of a source.
struct RowNames {
  private let naming: RowNaming
  private let repeats: RowRepeats
  private let source: String
  private var rows = 0
  /// Whether a row had one of the columns.
  private var isFound = false
  /// The keys of the first row, for the message that no row has a column.
  private var keys: [String] = []

  init(_ naming: RowNaming, _ repeats: RowRepeats, of source: String) {
    self.naming = naming
    self.repeats = repeats
    self.source = source
  }

  /// The row with its name. Throws ``UsageError`` after the last one if a column was in none.
  mutating func named(_ row: RowResult?, at place: Place?) throws -> RowResult? {
    guard case .success(var row)? = row else {
      if row == nil { try check(isWhole: true, at: place) }
      return row
    }
    if repeats == .numbered { row.content.mayRepeat = true }
    row.content.isNamedOtherwise = !naming.isByName
    rows += 1
    switch naming.rule {
    case .own: break
    case .columns(let columns):
      if rows == 1 { keys = row.allKeys }
      var name = ""
      // Names from surrounding values alone would all be equal.
      var isOwn = false
      for column in columns {
        let own = row.own[column]
        guard let value = own ?? row.value(under: column) else { continue }
        isFound = true
        guard let part = value.nameText else {
          return .mistake(
            UsageError(
              "The name of a row must be text or a number, found \(value.kind).",
              at: row.place(of: value)), named: nil, in: row.ownSuites)
        }
        if own != nil { isOwn = true }
        if !part.isEmpty { name += name.isEmpty ? part : ", " + part }
      }
      if isOwn { row.content.name = name.nonEmpty }
    case .closure(let name):
      do { row.name = try name(row) } catch {
        let mistake = UsageError(
          wrapping: error, as: "\(row.title.capitalizedFirst) could not be named", at: row.place)
        return .mistake(mistake, named: nil, in: row.ownSuites)
      }
    }
    return .success(row)
  }

  /// Throws ``UsageError`` if a column was in no row.
  ///
  /// - Parameter isWhole: Whether the source has no further rows.
  func check(isWhole: Bool, at place: Place?) throws(UsageError) {
    guard case .columns(let columns) = naming.rule, rows > 0, !isFound else { return }
    let names = columns.map { $0.quoted(besides: keys) }.joined(separator: " or ")
    let near = columns.flatMap { Suggestions.near($0, in: keys, limit: 1) }
    let row = isWhole ? "row" : "row that was read"
    throw UsageError(
      "No \(row) of \(source.quoted) has \(names), which should name the rows; the first one has "
        + (keys.isEmpty
          ? "nothing" : keys.prefix(12).map { $0.quoted(besides: columns) }.joined(separator: ", "))
        + "."
        + Suggestions.question(near.map(\.quoted)), at: place)
  }
}

extension RowValue {
  /// The value as a part of a name: text, a number, or nothing; `nil` for larger values.
  fileprivate var nameText: String? {
    switch content {
    case .null: ""
    case .number(let number): number
    case .bool(let truth): "\(truth)"
    case .date: description
    default: word
    }
  }
}

extension RowCursor<RowResult> {
  /// The same rows, named as the author requests.
  func named(
    _ naming: RowNaming, _ repeats: RowRepeats, of source: String, at place: Place? = nil
  ) -> Self {
    if naming.isByName, repeats == .refused { return self }
    var names = RowNames(naming, repeats, of: source)
    let rows = self
    var isOver = false
    var named = RowCursor(warnings: warnings) { () throws -> RowResult? in
      if isOver { return nil }
      let row = try rows.nextNow()
      isOver = row == nil
      return try names.named(row, at: place)
    }
    named.skips = skips
    named.stop = {
      if !isOver { try names.check(isWhole: false, at: place) }
      try rows.stop()
    }
    return named
  }
}
