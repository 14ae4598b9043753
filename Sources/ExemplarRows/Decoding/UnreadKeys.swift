import ExemplarCore

/// Keys that nothing reads, beside keys that are read and are not there.
///
/// What is optional or has a default value is content with a key that is not there. So a key that is
/// written in another way than in code would never be checked, and nobody would know.
enum UnreadKeys {
  /// The mistake that a key of `row` was probably meant for one of those which the row does not have.
  ///
  /// Keys are data as a rule, and a row may hold more of them than an outline reads. So only those are
  /// refused that differ in capitals and in what stands between words, and in strict mode those that
  /// are a slip away. In other runs, a slip is noted: it is told of if no row has the column.
  static func mistake(
    in row: Row, missing: [String], read: Set<String>
  ) -> AuthoringMistake? {
    let missing = missing.sorted()
    let spellings = Dictionary(
      missing.map { ($0.letters, $0) }, uniquingKeysWith: { first, _ in first })
    let isStrict = ExampleScope.current?.isStrict == true
    let looksForSlips = isStrict || row.notes.reads?.isAmongFirstWithSlips() == true
    let unread = row.allKeys.filter {
      !read.contains($0) && $0 != "name" && !RowMetadata.keys.contains($0)
    }
    for key in unread {
      let near = looksForSlips ? Suggestions.near(key, in: missing, limit: 1).first : nil
      let same = key.letters.isEmpty ? nil : spellings[key.letters]
      guard let wanted = same ?? near, let value = row.value(under: key) else { continue }
      let fields = row.own[key] == nil ? row.group(holding: key) ?? row.own : row.own
      let written = fields.writtenKey(key)
      if same == nil, !isStrict {
        // Of two letters, one is no slip.
        if wanted.count > 2 { row.notes.reads?.note(slip: written, for: wanted) }
        continue
      }
      return AuthoringMistake(
        "\(row.title.capitalizedFirst) has no \u{201C}\(wanted)\u{201D}, but \u{201C}\(written)\u{201D}, "
          + "which nothing reads. Spell them alike"
          + (key.withoutSnakes == wanted ? ", or use .keys(.snakeCase) on the source." : "."),
        at: row.place(of: value, under: key))
    }
    return nil
  }
}

extension String {
  /// The letters and digits, without capitals.
  fileprivate var letters: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
