import ExemplarCore

// Operators on one source: each row is kept, changed or left out by itself.

extension RowSource {
  /// The rows for which `isIncluded` is true. Rows that cannot be read are kept, as failures.
  ///
  /// A row for which it throws is a failing example.
  public func filter(
    _ isIncluded: @escaping @Sendable (Row) throws -> Bool
  ) -> RowSource {
    oneByOne { try isIncluded($0) ? $0 : nil }
  }

  /// The rows as `transform` gives them. Rows that cannot be read are kept, as failures.
  ///
  /// A row for which it throws is a failing example. A column that ``Row/renaming(_:to:)`` finds in none of
  /// the rows is a mistake, which the source reports after its last row.
  public func map(_ transform: @escaping @Sendable (Row) throws -> Row) -> RowSource {
    oneByOne(mayAddMetadata: true, transform)
  }

  /// The first rows, `count` of them at most; what comes after them is not read.
  ///
  /// It also makes an infinite source finite.
  public func prefix(_ count: Int) -> RowSource {
    RowSource(name, from: [self]) { inputs in
      var left = count
      return {
        try require(count, of: "prefix")
        guard left > 0, let row = try inputs.next() else { return nil }
        left -= 1
        return row
      }
    }
  }

  /// The rows after the first `count` of them.
  public func dropFirst(_ count: Int = 1) -> RowSource {
    RowSource(name, from: [self]) { inputs in
      var left = count
      return {
        try require(count, of: "dropFirst")
        while left > 0, try inputs.next() != nil { left -= 1 }
        return try inputs.next()
      }
    }
  }

  /// The same rows, with texts that have no newline at their end.
  ///
  /// One newline, or one pair of carriage return and newline, is left out at the end of each column that is
  /// text or a file. The bytes of a file stay as they are, and so do nested texts.
  public var trimmingFinalNewline: RowSource {
    oneByOne { original in
      var row = original
      row.content.fields = row.own.mapValues(\.trimmingFinalNewline)
      row.content.outerFields = row.ownOuterFields.map { $0.mapValues(\.trimmingFinalNewline) }
      return row
    }
  }

  /// The rows as `step` returns them, without those for which it returns `nil`. A row for which it
  /// throws is a failing one.
  func oneByOne(
    mayAddMetadata: Bool = false, _ step: @escaping @Sendable (Row) throws -> Row?
  ) -> RowSource {
    RowSource(name, from: [self], mayAddMetadata: mayAddMetadata) { inputs in
      var renamings = Renamings()
      inputs.check = { try renamings.check(isWhole: false) }
      return {
        while let result = try inputs.next() {
          guard case .success(let row) = result else { return result }
          do {
            if let changed = try step(row) {
              return .success(renamings.taken(from: changed, of: row))
            }
          } catch {
            let mistake = UsageError(
              wrapping: error, as: "\(row.title.capitalizedFirst) could not be taken", at: row.place
            )
            return .mistake(mistake, named: row.name, in: row.ownSuites)
          }
        }
        try renamings.check(isWhole: true)
        return nil
      }
    }
  }
}

/// Throws if a number of rows is negative.
private func require(_ count: Int, of function: String) throws(UsageError) {
  if count >= 0 { return }
  throw UsageError("\(function)(\(count)) has a negative number of rows. Give it 0 or more.")
}

/// The columns that code renamed in the rows of one walk.
private struct Renamings {
  private var isFound: [Spelling: Bool] = [:]
  /// The first row without a column that it should have.
  private var first: Row?

  /// The row without its notes of columns, which are kept here.
  ///
  /// - Parameter original: The row as it was before.
  mutating func taken(from changed: Row, of original: Row) -> Row {
    if changed.content.renamings.isEmpty { return changed }
    var row = changed
    isFound.merge(row.content.renamings) { $0 || $1 }
    if first == nil, row.content.renamings.values.contains(false) { first = original }
    row.content.renamings = [:]
    return row
  }

  /// Throws if no row had one of the columns.
  ///
  /// - Parameter isWhole: Whether the source has no further rows.
  func check(isWhole: Bool) throws(UsageError) {
    let missing = isFound.filter { !$0.value }.keys.map(\.text).sorted()
    guard let first, !missing.isEmpty else { return }
    let keys = first.allKeys
    let near = missing.flatMap { Suggestions.near($0, in: keys, limit: 1) }
    throw UsageError(
      "No row \(isWhole ? "" : "that was read ")has the column \(missing.map(\.quoted).joined(separator: " or ")) that "
        + "renaming(_:to:) renames; the first row has "
        + (keys.isEmpty ? "nothing" : keys.prefix(12).map(\.quoted).joined(separator: ", ")) + "."
        + Suggestions.question(near.map(\.quoted)), at: first.place)
  }
}

extension RowValue {
  fileprivate var trimmingFinalNewline: RowValue {
    var value = self
    switch content {
    case .string(let text): value.content = .string(text.withoutFinalNewline)
    case .untyped(let text): value.content = .untyped(text.withoutFinalNewline)
    case .file: value.trimsFinalNewline = true
    default: break
    }
    return value
  }
}

extension RowSource {
  /// The same rows, named by the values of columns, with commas between them.
  ///
  /// ```swift
  /// .zip(.csv("authors"), .csv("titles")).named("author", "title")
  /// ```
  ///
  /// - Parameters:
  ///   - columns: The columns; without any, rows keep their names.
  ///   - repeats: What it means that rows have the same name.
  public func named(_ columns: String..., repeats: RowRepeats = .refused) -> RowSource {
    named(RowNaming(columns), repeats)
  }

  /// The same rows, named by the result of `name`, or by their positions if it is `nil` or empty. A
  /// row for which it throws is a failing example.
  public func named(
    repeats: RowRepeats = .refused, _ name: @escaping @Sendable (Row) throws -> String?
  ) -> RowSource {
    named(.by(name), repeats)
  }

  private func named(_ naming: RowNaming, _ repeats: RowRepeats) -> RowSource {
    var named = self
    named.opening = { [opening, name] site in
      let open = opening(site)
      return { try open().named(naming, repeats, of: name) }
    }
    return named
  }
}

extension RowSource {
  /// The same rows without those of the files and folders that match one of some patterns, which
  /// are not read.
  ///
  /// ```swift
  /// .files("pages/**/*.md").excluding("pages/drafts/**", "README.md")
  /// ```
  ///
  /// A pattern matches in any folder: `README.md` every file of this name, `drafts/**` everything in
  /// every folder `drafts`. It concerns sources that look for files by a pattern.
  public func excluding(_ patterns: String...) -> RowSource {
    @Sendable func narrowed(_ site: DeclarationSite) -> DeclarationSite {
      var site = site
      site.exclusions += patterns
      return site
    }
    var others = self
    others.opening = { [opening] in opening(narrowed($0)) }
    others.mayHaveMetadata = { [mayHaveMetadata] in await mayHaveMetadata(narrowed($0)) }
    return others
  }
}
