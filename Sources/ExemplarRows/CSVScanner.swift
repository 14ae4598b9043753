import ExemplarCore

/// Splits a CSV file into records and cells, as RFC 4180 defines them, with the place of each.
///
/// A line may also end with a line feed or a carriage return alone. What the RFC does not allow is
/// a problem of its record, and the next record is read all the same.
final class CSVScanner {
  private let reader: ByteReader
  private let separator: UInt8
  /// The number of the line that the next record begins on.
  private var line = 1
  private var splitting = CSVSplitting()

  init(_ reader: ByteReader, separator: UInt8) {
    self.reader = reader
    self.separator = separator
  }

  /// What `body` makes of the next record that is not a blank line; `nil` after the last one.
  ///
  /// Throws ``AuthoringMistake`` when the rest cannot be told apart.
  func next<Result>(_ body: (CSVRecord) throws -> Result) throws -> Result? {
    while true {
      if reader.isComplete, reader.unreadCount == 0 { return nil }
      var result: Result?
      let length = try reader.withUnread { bytes -> Int? in
        guard let length = splitting.split(bytes, separator, line, isLast: reader.isComplete)
        else { return nil }
        if !splitting.isBlank {
          let record = CSVRecord(
            bytes: bytes, path: reader.path, line: line, cells: splitting.cells,
            flaw: splitting.flaw)
          result = try body(record)
        }
        return length
      }
      if let length, length <= ByteReader.longestRow {
        reader.consume(length)
        line = splitting.line
        if let result { return result }
      } else if (length ?? reader.unreadCount) > ByteReader.longestRow {
        throw tooLong()
      } else if reader.isComplete {
        throw unclosed()
      } else {
        try reader.fill()
      }
    }
  }

  private func unclosed() -> AuthoringMistake {
    end()
    return AuthoringMistake(
      "The quotation mark that begins this cell is never closed, so the cell goes on to the end of "
        + "the file.", at: splitting.openQuote(in: reader.path))
  }

  private func tooLong() -> AuthoringMistake {
    end()
    let limit = "is longer than \(ByteReader.longestRow >> 20) MB"
    guard let place = splitting.openQuote(in: reader.path) else {
      return AuthoringMistake(
        "The row \(limit), which is too long.", at: Place(path: reader.path, line: line, column: 1))
    }
    return AuthoringMistake(
      "The cell in quotation marks that begins here \(limit), which is too long. Is it closed?",
      at: place)
  }

  /// Nothing is read any more.
  private func end() { reader.abandon() }
}

/// Where the cells of one record begin and end.
struct CSVSplitting {
  /// A cell, without the quotation marks around it.
  struct Cell {
    var start: Int
    var end: Int
    /// Where the cell begins, with its quotation mark.
    var line: Int32
    var column: Int32
    /// Whether there are quotation marks in the text, each of which is written twice.
    var hasQuotes = false
  }

  /// What the RFC does not allow.
  enum Flaw {
    case quote, textAfterQuote, null
  }

  private(set) var cells: [Cell] = []
  /// The first flaw, and the index of the byte it is at.
  private(set) var flaw: (kind: Flaw, index: Int)?
  /// The number of the line after the record.
  private(set) var line = 1
  /// Whether the last cell stands in quotation marks.
  private var isQuoted = false
  private var isOpen = false

  /// Whether the record is a blank line.
  var isBlank: Bool {
    cells.count == 1 && !isQuoted && flaw == nil && cells[0].start == cells[0].end
  }

  /// The place of the quotation mark that nothing closed.
  func openQuote(in path: String) -> Place? {
    guard isOpen, let cell = cells.last else { return nil }
    return Place(path: path, line: Int(cell.line), column: Int(cell.column))
  }

  /// Splits the record that `bytes` begin with, on `line`; its length, with the end of the line.
  /// `nil` if it has no end there, and more bytes may follow or a quotation mark is open.
  mutating func split(
    _ bytes: UnsafeBufferPointer<UInt8>, _ separator: UInt8, _ line: Int, isLast: Bool
  ) -> Int? {
    cells.removeAll(keepingCapacity: true)
    flaw = nil
    self.line = line
    isOpen = false
    guard let base = bytes.baseAddress else { return nil }
    let count = bytes.count
    var index = 0
    var lineStart = 0
    while true {
      var cell = Cell(
        start: index, end: index, line: Int32(clamping: self.line),
        column: Int32(clamping: index - lineStart + 1))
      isQuoted = index < count && base[index] == 0x22
      if isQuoted {
        index += 1
        cell.start = index
        isOpen = true
        while isOpen, index < count {
          let byte = base[index]
          index += 1
          if byte > 0x22 { continue }
          switch byte {
          case 0x22:
            if index < count, base[index] == 0x22 {
              cell.hasQuotes = true
              index += 1
            } else if index < count || isLast {
              isOpen = false
              cell.end = index - 1
            }
          case 0x0A:
            self.line += 1
            lineStart = index
          case 0x0D where index < count && base[index] != 0x0A:
            self.line += 1
            lineStart = index
          case 0: note(.null, at: index - 1)
          default: break
          }
        }
        if isOpen {
          cells.append(cell)
          return nil
        }
        if index < count, !ends(base[index], separator) { note(.textAfterQuote, at: index) }
      }
      // What follows a closing quotation mark is skipped like the text of a cell without any.
      while index < count, !ends(base[index], separator) {
        if base[index] == 0x22, !isQuoted { note(.quote, at: index) }
        if base[index] == 0 { note(.null, at: index) }
        index += 1
      }
      if !isQuoted { cell.end = index }
      cells.append(cell)
      guard index < count else { return isLast ? index : nil }
      let end = base[index]
      index += 1
      if end == separator { continue }
      if end == 0x0D {
        if index == count, !isLast { return nil }
        if index < count, base[index] == 0x0A { index += 1 }
      }
      self.line += 1
      return index
    }
  }

  @inline(__always)
  private func ends(_ byte: UInt8, _ separator: UInt8) -> Bool {
    byte == separator || byte == 0x0A || byte == 0x0D
  }

  private mutating func note(_ kind: Flaw, at index: Int) {
    if flaw == nil { flaw = (kind, index) }
  }
}
