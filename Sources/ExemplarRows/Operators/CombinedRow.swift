import ExemplarCore

extension RowResult {
  /// A row of a source with its position, which replaces a missing name.
  typealias Part = (position: Int?, row: RowResult)

  /// The row with the values of all `parts`; an error if one of them is one, or if two have the
  /// same key.
  ///
  /// - Parameters:
  ///   - parts: The rows.
  ///   - names: The names of the sources of the parts.
  static func combined(_ parts: [Part], from names: [String]) -> RowResult {
    var rows: [Row] = []
    var partNames: [String] = []
    for (position, part) in parts {
      guard case .success(let row) = part else { return part }
      rows.append(row)
      if let name = row.name ?? position.map({ "#\($0)" }) { partNames.append(name) }
    }
    let isOneName =
      parts.allSatisfy { $0.position == nil } && Set<Spelling>(of: partNames).count == 1
    let hasName = rows.contains { $0.name != nil } || parts.contains { $0.position != nil }
    let name = isOneName ? partNames[0] : partNames.joined(separator: ", ")
    guard let first = rows.first else {
      return .mistake(UsageError("No sources."), named: nil)
    }
    var combined = Row(
      name: hasName ? name : nil, fields: RowFields(), place: first.place, suites: first.suites)
    combined.parts.groups = first.groups
    combined.parts.mayRepeat = rows.contains { $0.parts.mayRepeat }
    var owners: [Spelling: Int] = [:]
    for (index, row) in rows.enumerated() {
      // The name is the row's own, and is put together from all.
      for key in row.allKeys where key != "name" {
        guard let value = row.value(under: key) else { continue }
        guard combined.parts.fields.add(value, for: key) else {
          return .mistake(
            UsageError(
              "The key \u{201C}\(key)\u{201D} is in \u{201C}\(names[owners[key] ?? 0])\u{201D} and in "
                + "\u{201C}\(names[index])\u{201D}. Give one of them another name, in its file or "
                + "with .map { try $0.renaming(\"\(key)\", to: \u{2026}) }.",
              at: row.place(of: value, under: key)), named: combined.name, in: combined.suites)
        }
        owners[key] = index
        if index > 0 { combined.parts.origins[key] = row.parts.origins[key] ?? row.place }
      }
      if index == 0 { combined.parts.origins = row.parts.origins }
    }
    return .success(combined)
  }
}

extension Row {
  /// The row with another value under `key`, or with one more.
  public func setting(_ key: String, to value: RowValue) -> Row {
    var row = self
    row.parts.fields.set(value, for: key)
    row.parts.origins[key] = nil
    return row
  }

  /// The row with the value of `key` under `newKey`, after the others; the same row if it has no value
  /// under `key`.
  ///
  /// A column that no row of a source has is misspelled: then the source fails after its last row, if the
  /// rows are renamed in a ``RowSource/map(_:)``. Throws ``UsageError`` if the row has a value under
  /// both keys.
  public func renaming(_ key: String, to newKey: String) throws -> Row {
    var row = self
    let value = value(under: key)
    row.parts.renamings[key] = row.parts.renamings[key] == true || value != nil
    guard let value else {
      recordSlip(for: key)
      return row
    }
    row.parts.fields = RowFields()
    for other in own.keys where !other.isSpelled(as: key) {
      if let value = own[other] { _ = row.parts.fields.add(value, for: other) }
    }
    guard row.parts.fields.add(value, for: newKey) else {
      throw UsageError(
        "\(title.capitalizedFirst) has a \u{201C}\(newKey)\u{201D} already, beside "
          + "\u{201C}\(key)\u{201D}.", at: place(of: value, under: key))
    }
    row.parts.origins[newKey] = row.parts.origins.removeValue(forKey: Spelling(key))
    return row
  }

  /// Notes the key that a missing column may be misspelled for, where a body reads the row.
  private func recordSlip(for column: String) {
    guard let reads, reads.isAmongFirstWithSlips(),
      let near = Suggestions.near(column, in: allKeys, limit: 1).first
    else { return }
    reads.record(slip: near, for: column)
  }
}
