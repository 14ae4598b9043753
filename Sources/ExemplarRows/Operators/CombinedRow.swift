import ExemplarCore

extension RowResult {
  /// A row of a source with its position, which replaces a missing name.
  typealias Positioned = (position: Int?, row: RowResult)

  /// The row with the values of all `inputs`; an error if one of them is one, or if two have the
  /// same key.
  ///
  /// - Parameters:
  ///   - inputs: The rows, one of each source.
  ///   - names: The names of the sources.
  static func combined(_ inputs: [Positioned], from names: [String]) -> RowResult {
    var rows: [Row] = []
    var inputNames: [String] = []
    for (position, input) in inputs {
      guard case .success(let row) = input else { return input }
      rows.append(row)
      if let name = row.name ?? position.map({ "#\($0)" }) { inputNames.append(name) }
    }
    let isOneName =
      inputs.allSatisfy { $0.position == nil } && Set<Spelling>(of: inputNames).count == 1
    let hasName = rows.contains { $0.name != nil } || inputs.contains { $0.position != nil }
    let name = isOneName ? inputNames[0] : inputNames.joined(separator: ", ")
    guard let first = rows.first else {
      return .mistake(UsageError("No sources."), named: nil)
    }
    var combined = Row(
      name: hasName ? name : nil, fields: RowFields(), place: first.place, suites: first.suites)
    combined.content.outerFields = first.outerFields
    combined.content.mayRepeat = rows.contains { $0.content.mayRepeat }
    var owners: [Spelling: Int] = [:]
    for (index, row) in rows.enumerated() {
      // The name is the row's own, and is put together from all.
      for key in row.allKeys where key != "name" {
        guard let value = row.value(under: key) else { continue }
        guard combined.content.fields.add(value, for: key) else {
          return .mistake(
            UsageError(
              "The key \u{201C}\(key)\u{201D} is in \u{201C}\(names[owners[key] ?? 0])\u{201D} and in "
                + "\u{201C}\(names[index])\u{201D}. Give one of them another name, in its file or "
                + "with .map { try $0.renaming(\"\(key)\", to: \u{2026}) }.",
              at: row.place(of: value, under: key)), named: combined.name, in: combined.suites)
        }
        owners[key] = index
        if index > 0 { combined.content.origins[key] = row.content.origins[key] ?? row.place }
      }
      if index == 0 { combined.content.origins = row.content.origins }
    }
    return .success(combined)
  }
}

extension Row {
  /// The row with another value under `key`, or with one more.
  public func setting(_ key: String, to value: RowValue) -> Row {
    var row = self
    row.content.fields.set(value, for: key)
    row.content.origins[key] = nil
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
    row.content.renamings[key] = row.content.renamings[key] == true || value != nil
    guard let value else {
      recordSlip(for: key)
      return row
    }
    row.content.fields = RowFields()
    for other in own.keys where !other.isSpelled(as: key) {
      if let value = own[other] { _ = row.content.fields.add(value, for: other) }
    }
    guard row.content.fields.add(value, for: newKey) else {
      throw UsageError(
        "\(title.capitalizedFirst) has a \u{201C}\(newKey)\u{201D} already, beside "
          + "\u{201C}\(key)\u{201D}.", at: place(of: value, under: key))
    }
    row.content.origins[newKey] = row.content.origins.removeValue(forKey: Spelling(key))
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
