import ExemplarCore

/// Writes texts into the cells of a table, and leaves every other byte as it is.
struct CSVWriter {
  private let bytes: [UInt8]
  private let path: String
  private let form: CSVForm
  private let marks: CSVForm.Marks

  init(_ bytes: [UInt8], path: String, _ form: CSVForm) throws {
    (self.bytes, self.path, self.form) = (bytes, path, form)
    marks = try form.marks(for: Self.site(path))
  }

  private static func site(_ path: String) -> DeclarationSite {
    DeclarationSite(module: "", place: Place(path: path))
  }

  /// Calls `body` with each record and the index of its first byte, until it returns `false`.
  private func records(
    of bytes: [UInt8], hasMark: Bool = true, _ body: (CSVRecord, Int) throws -> Bool
  ) throws {
    let reader = ByteReader(bytes, path: path)
    if hasMark { try reader.skipMark() }
    let scanner = try CSVScanner(reader, form, for: Self.site(path))
    while try scanner.next({ try body($0, bytes.count - reader.unreadCount) }) == true {}
  }

  /// The edit of each value, in their order, or the error that there is no room for it at its place.
  func edits(_ values: [ReviewedValue]) -> [Result<ByteEdit, UsageError>] {
    var edits = values.map {
      Result<ByteEdit, UsageError>.failure(
        UsageError("The file has no cell here. Write the separators of the row.", at: $0.place))
    }
    var next = values.indices.filter { values[$0].site == .value }
      .sorted { values[$0].place < values[$1].place }[...]
    do {
      try records(of: bytes) { record, start in
        let last = record.cells.last.map { Int($0.line) } ?? 0
        while let index = next.first, values[index].place.line <= last {
          next.removeFirst()
          let place = values[index].place
          let cell = record.cells.firstIndex {
            Int($0.line) == place.line && Int($0.column) == place.column
          }
          guard let number = cell else { continue }
          edits[index] = Result { () throws(UsageError) in
            try edit(record, number, at: start, values[index])
          }
        }
        return !next.isEmpty
      }
    } catch {
      let mistake = UsageError(wrapping: error)
      return values.map { _ in .failure(mistake) }
    }
    return edits
  }

  private func edit(
    _ record: CSVRecord, _ number: Int, at start: Int, _ value: ReviewedValue
  ) throws(UsageError) -> ByteEdit {
    let cell = record.cells[number]
    let isQuoted = cell.start > 0 && record.bytes[cell.start - 1] == marks.quote
    let range = start + cell.start - (isQuoted ? 1 : 0)..<start + cell.end + (isQuoted ? 1 : 0)
    let last = record.cells[record.cells.count - 1]
    let end = bytes[(start + last.end)...].dropFirst().firstIndex { $0 == 0x0A || $0 == 0x0D }
    let rest = bytes[range.upperBound..<min(bytes.count, (end ?? bytes.count) + 2)]
    for new in candidates(value.new, isQuoted: isQuoted) {
      // The row is read again with the new cell, by the rules of its table.
      let row = bytes[start..<range.lowerBound] + new + rest
      if reads(row, isFirst: start == 0, as: record, but: number, value.new) {
        return ByteEdit(range, in: bytes, new: new)
      }
    }
    throw UsageError(
      "A cell of this table cannot contain the new value \(value.new.shortened(to: 40).quoted). "
        + "Read the table with other quoting: or backslashEscapes:, or write the value in a file.",
      at: value.place)
  }

  /// Whether a text begins with the record, in which one cell has another text.
  private func reads(
    _ bytes: ArraySlice<UInt8>, isFirst: Bool, as old: CSVRecord, but number: Int, _ text: String
  ) -> Bool {
    var isSame = false
    try? records(of: Array(bytes), hasMark: isFirst) { new, start in
      isSame =
        start == 0 && new.problem == nil && new.cells.count == old.cells.count
        && old.cells.indices.allSatisfy { index in
          let expected = index == number ? text : try? old.text(of: old.cells[index])
          return expected?.isSpelled(as: (try? new.text(of: new.cells[index])) ?? "") == true
        }
      return false
    }
    return isSame
  }

  /// The ways to write a text, the one that is most like the old cell first.
  private func candidates(_ text: String, isQuoted: Bool) -> [[UInt8]] {
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x0A where form.hasEscapes: escaped += Array("\\n".utf8)
      case 0x0D where form.hasEscapes: escaped += Array("\\r".utf8)
      case 0x09 where form.hasEscapes: escaped += Array("\\t".utf8)
      case 0x5C where form.hasEscapes: escaped += [byte, byte]
      default: escaped.append(byte)
      }
    }
    var plain: [UInt8] = []
    for byte in escaped {
      if form.hasEscapes, byte == marks.separator { plain.append(0x5C) }
      plain.append(byte)
    }
    guard let quote = marks.quote else { return [plain] }
    let inside = escaped.flatMap { $0 == quote ? [$0, $0] : [$0] }
    let quoted = [quote] + inside + [quote]
    return isQuoted ? [quoted, plain] : [escaped, quoted, plain]
  }
}
