import ExemplarCore

extension Row {
  /// The error that a key that nothing reads was probably meant for one of the missing keys.
  ///
  /// Optional values and default values accept a missing key. So a key that is spelled differently in
  /// code would silently never be checked.
  ///
  /// Keys are data as a rule, and a row may contain more of them than an outline reads. So only
  /// keys that differ in capitalization and word separators are errors, and in strict mode those
  /// with a typo. In other runs, a typo is recorded, and reported if no row has the column.
  func unreadKey(missing: [String], read: @autoclosure () -> Set<Spelling>) -> UsageError? {
    if missing.isEmpty { return nil }
    let read = read()
    let missing = missing.sorted()
    let spellings = Dictionary(
      missing.map { ($0.letters, $0) }, uniquingKeysWith: { first, _ in first })
    let isStrict = ExampleScope.current?.isStrict == true
    let looksForSlips = isStrict || reads?.isAmongFirstWithSlips() == true
    let unread = allKeys.filter {
      !read.contains($0) && $0 != "name" && !RowMetadata.keys.contains($0)
    }
    for key in unread {
      let near = looksForSlips ? Suggestions.near(key, in: missing, limit: 1).first : nil
      let same = key.letters.isEmpty ? nil : spellings[key.letters]
      guard let wanted = same ?? near, let value = value(under: key) else { continue }
      let fields = own[key] == nil ? outerFields(holding: key) ?? own : own
      // A key that is written as the wanted one is read under another name.
      let written = fields.writtenKey(key).isSpelled(as: wanted) ? key : fields.writtenKey(key)
      if same == nil, !isStrict {
        // Of two letters, one is no slip.
        if wanted.count > 2 { reads?.record(slip: written, for: wanted) }
        continue
      }
      return UsageError(
        "\(title.capitalizedFirst) has no \(wanted.quoted(besides: [written])), but "
          + "\(written.quoted(besides: [wanted])), "
          + "which nothing reads. Spell them alike"
          + (key.withoutSnakes == wanted
            ? ", or rename the columns with .keys(.snakeCase) on the source." : "."),
        at: place(of: value, under: key))
    }
    return nil
  }
}

extension String {
  /// The letters and digits, without capitals.
  fileprivate var letters: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
