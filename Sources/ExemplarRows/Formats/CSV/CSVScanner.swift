import ExemplarCore
import Foundation

/// One record of a CSV file, as long as its bytes are there.
struct CSVRecord {
  /// A cell, without the quotation marks around it.
  struct Cell {
    var start: Int
    var end: Int
    /// Where the cell begins, with its quotation mark.
    var line: Int32
    var column: Int32
    /// Whether there are quotation marks in the text, each of which is written twice.
    var hasQuotes = false
    /// Whether there are backslashes in the text that give another meaning to what follows.
    var hasEscapes = false
  }

  fileprivate(set) var bytes: UnsafeBufferPointer<UInt8>
  let path: String
  private let marks: CSVForm.Marks
  /// The number of the line that the record begins on.
  let line: Int
  fileprivate(set) var cells: [Cell] = []
  /// The first violation of the RFC, and the index of the byte it is at.
  fileprivate var violation: (message: String, index: Int)?
  /// The number of the line after the record.
  fileprivate var nextLine: Int
  /// Whether the last cell is in quotation marks.
  fileprivate(set) var isQuoted = false
  /// Whether nothing closes that cell.
  fileprivate var isOpen = false

  /// Where the record begins.
  var place: Place { Place(path: path, line: line, column: 1) }

  func place(of cell: Cell) -> Place {
    Place(path: path, line: Int(cell.line), column: Int(cell.column))
  }

  /// The text of a cell. Throws ``UsageError`` where it is not UTF-8.
  func text(of cell: Cell) throws(UsageError) -> String {
    let bytes = UnsafeBufferPointer(rebasing: bytes[cell.start..<cell.end])
    let (text, invalid) = String.validating(bytes)
    if let invalid {
      throw UsageError(
        "The file is not valid UTF-8 here. Save it as UTF-8.", at: place(at: cell.start + invalid))
    }
    if !cell.hasQuotes, !cell.hasEscapes { return text }
    var meant: [UInt8] = []
    var index = 0
    while index < bytes.count {
      var byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      index += 1
      if cell.hasQuotes, byte == marks.quote, next == byte {
        index += 1
      } else if cell.hasEscapes, byte == 0x5C {
        index += 1
        switch next {
        case UInt8(ascii: "n"): byte = 0x0A
        case UInt8(ascii: "t"): byte = 0x09
        case UInt8(ascii: "r"): byte = 0x0D
        case 0x5C, marks.separator, marks.quote: byte = next
        default:
          throw UsageError(
            "The backslash gives no meaning to what follows it; expected \\n, \\t, \\r, \\\\, or a "
              + "backslash before a separator or a quotation mark.",
            at: place(at: cell.start + index - 2))
        }
      }
      meant.append(byte)
    }
    return String(decoding: meant, as: UTF8.self)
  }

  /// The value of a cell. Throws ``UsageError`` where it is no text.
  func value(of cell: Cell) throws(UsageError) -> RowValue {
    let isNull =
      cell.hasEscapes && cell.end - cell.start == 2 && bytes[cell.start + 1] == UInt8(ascii: "N")
    return RowValue(
      isNull ? .null : .untyped(try text(of: cell)), line: cell.line, column: cell.column)
  }

  /// The probable error in the quoting of a table that has no lines in its cells.
  var note: UsageError? {
    guard marks.separator == 0x09 else { return nil }
    if nextLine > line + 1 {
      return UsageError(
        "A cell in quotation marks goes on over \(nextLine - line) lines. If they are rows, write "
          + "quoting: .none.", at: place)
    }
    guard marks.quote == nil,
      let cell = cells.first(where: { $0.start < $0.end && bytes[$0.start] == 0x22 }),
      let inner = try? text(of: cell).wholeMatch(of: /"(.+)"/)?.1, inner.contains("\"\""),
      !inner.replacing("\"\"", with: "").contains("\"")
    else { return nil }
    return UsageError(
      "The quotation marks around this cell, and those that are written twice in it, are text. If "
        + "they are not, write quoting: .rfc.", at: place(of: cell))
  }

  /// The error in the form of the record.
  var problem: UsageError? { violation.map { UsageError($0.message, at: place(at: $0.index)) } }

  private func place(at index: Int) -> Place {
    var (line, start) = (line, 0)
    for position in 0..<index
    where bytes[position] == 0x0A || bytes[position] == 0x0D && bytes[position + 1] != 0x0A {
      line += 1
      start = position + 1
    }
    return Place(path: path, line: line, column: index - start + 1)
  }

  fileprivate var isBlank: Bool {
    cells.count == 1 && !isQuoted && violation == nil && cells[0].start == cells[0].end
  }

  /// The place of the quotation mark that nothing closed.
  fileprivate var openQuote: Place? { isOpen ? cells.last.map(place(of:)) : nil }
}

// MARK: - Splitting

extension CSVRecord {
  /// The record that `bytes` begin with, on `line`.
  fileprivate init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ marks: CSVForm.Marks, path: String, line: Int,
    columns: Int
  ) {
    (self.bytes, self.marks, self.path) = (bytes, marks, path)
    (self.line, nextLine) = (line, line)
    cells.reserveCapacity(columns)
  }

  /// Splits the record into cells; its length, with the end of the line. `nil` if it has no end there, and
  /// more bytes may follow or a quotation mark is open.
  fileprivate mutating func split(isLast: Bool) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let count = bytes.count
    let (separator, quote, hasEscapes) = (marks.separator, marks.quote, marks.form.hasEscapes)
    let mark = marks.form.hasTrailingComments ? marks.comments : nil
    let comment = mark?.first
    let (plainQuote, plainComment) = (quote ?? 0, comment ?? 0)
    var index = 0
    var lineStart = 0
    while true {
      skipSpaces(&index)
      var cell = Cell(
        start: index, end: index, line: Int32(clamping: nextLine),
        column: Int32(clamping: index - lineStart + 1))
      isQuoted = index < count && base[index] == quote
      if isQuoted {
        if let next = passQuoted(&cell, base, count, &lineStart, isLast: isLast) {
          index = next
          skipSpaces(&index)
          index = self.comment(after: index) ?? index
        } else if marks.isLenient, isLast || bytes[index...].contains(where: Self.endsLine) {
          isQuoted = false
          (cell.start, cell.hasQuotes, cell.hasEscapes) = (index, false, false)
        } else {
          isOpen = !marks.isLenient
          cells.append(cell)
          return nil
        }
      }
      // Text after a closing quotation mark is skipped like the text of an unquoted cell.
      let start = index
      var commentStart: Int?
      while index < count {
        let byte = base[index]
        // Most bytes are nothing but text.
        if byte > 0x0D, byte != separator, byte != 0x5C, byte != plainQuote, byte != plainComment,
          !isQuoted
        {
          index += 1
          continue
        }
        if byte == separator || byte == 0x0A || byte == 0x0D { break }
        if byte == comment, let mark, bytes[index...].starts(with: mark) {
          commentStart = index
          index = bytes[index...].firstIndex(where: Self.endsLine) ?? count
          break
        }
        if byte == 0x5C, hasEscapes, !isQuoted {
          cell.hasEscapes = true
          // The next byte belongs to it, unless that ends the line.
          if index + 1 < count, !Self.endsLine(base[index + 1]) { index += 1 }
        } else if byte == quote || byte == 0 || isQuoted {
          check(byte, at: index, after: start)
        }
        index += 1
      }
      if !isQuoted {
        cell.end = commentStart ?? index
        while cell.end > cell.start, marks.isSpace(base[cell.end - 1], commentStart != nil) {
          cell.end -= 1
        }
      }
      cells.append(cell)
      guard index < count else { return isLast ? index : nil }
      let end = base[index]
      index += 1
      if end == separator { continue }
      if end == 0x0D {
        if index == count, !isLast { return nil }
        if index < count, base[index] == 0x0A { index += 1 }
      }
      nextLine += 1
      return index
    }
  }

  private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private func skipSpaces(_ index: inout Int) {
    while index < bytes.count, marks.isSpace(bytes[index]) { index += 1 }
  }

  /// The index of the comment that follows, with white space before it.
  private func comment(after index: Int) -> Int? {
    guard marks.form.hasTrailingComments, let mark = marks.comments else { return nil }
    let rest = bytes[index...].drop { marks.isSpace($0, true) }
    return rest.starts(with: mark) ? rest.startIndex : nil
  }

  /// Whether a cell ends before an index, which is after a quotation mark.
  private func endsCell(at index: Int, isLast: Bool) -> Bool {
    var end = index
    skipSpaces(&end)
    guard end < bytes.count else { return isLast }
    return bytes[end] == marks.separator || Self.endsLine(bytes[end]) || comment(after: end) != nil
  }

  /// Passes over a cell in quotation marks, and counts the lines in it; the index after it. `nil` if nothing
  /// closes it.
  private mutating func passQuoted(
    _ cell: inout Cell, _ base: UnsafePointer<UInt8>, _ count: Int, _ lineStart: inout Int,
    isLast: Bool
  ) -> Int? {
    var index = cell.start + 1
    cell.start = index
    while index < count {
      let byte = base[index]
      let next = index + 1
      switch byte {
      case marks.quote:
        if next < count, base[next] == byte {
          cell.hasQuotes = true
          index = next
        } else {
          cell.end = index
          if marks.isLenient, !endsCell(at: next, isLast: isLast) { return nil }
          return next < count || isLast ? next : nil
        }
      case 0x5C where marks.form.hasEscapes:
        cell.hasEscapes = true
        if next < count, !Self.endsLine(base[next]) { index = next }
      case 0x0A, 0x0D:
        if marks.isLenient { return nil }
        if byte == 0x0A || next < count && base[next] != 0x0A {
          nextLine += 1
          lineStart = next
        }
      case 0: record("A cell holds a NUL character (code 0); expected text.", at: index)
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Records what is wrong with a byte outside of quotation marks.
  private mutating func check(_ byte: UInt8, at index: Int, after start: Int) {
    if isQuoted, index == start {
      record(
        "Text follows the quotation mark that closes a cell; expected the separator or the end of "
          + "the line. A quotation mark inside a cell is written twice.", at: index)
    } else if byte == marks.quote, !isQuoted, !marks.isLenient {
      record(
        "A quotation mark is inside a cell that does not begin with one. Put the whole cell in "
          + "quotation marks, without space around them, and write each one inside twice.",
        at: index)
    } else if byte == 0 {
      record("A cell holds a NUL character (code 0); expected text.", at: index)
    }
  }

  private mutating func record(_ message: String, at index: Int) {
    if violation == nil { violation = (message, index) }
  }
}

// MARK: - Scanning

/// Splits a CSV file into records and cells, as RFC 4180 defines them, with the location of each.
///
/// A line may also end with a line feed or a carriage return alone. A violation of the RFC is an
/// error of its record, and the next record is read nevertheless.
final class CSVScanner {
  private let reader: ByteReader
  private let marks: CSVForm.Marks
  /// The number of the line that the next record begins on.
  @exclusivity(unchecked) private var line = 1
  @exclusivity(unchecked) private var columns = 0

  /// Throws ``UsageError`` if a mark of the form cannot be distinguished from the contents of cells.
  init(_ reader: ByteReader, _ form: CSVForm, for site: DeclarationSite) throws {
    self.reader = reader
    marks = try form.marks(for: site)
  }

  /// What `body` makes of the next record that is not a blank line; `nil` after the last one.
  ///
  /// Throws ``UsageError`` when the rest cannot be told apart.
  func next<Result>(_ body: (CSVRecord) throws -> Result) throws -> Result? {
    while true {
      if reader.isComplete, reader.unreadCount == 0 { return nil }
      if try skipComment() { continue }
      var result: Result?
      var openQuote: Place?
      let length = try reader.withUnread { bytes -> Int? in
        var record = CSVRecord(bytes, marks, path: reader.path, line: line, columns: columns)
        guard let length = record.split(isLast: reader.isComplete) else {
          openQuote = record.openQuote
          return nil
        }
        if length > reader.longestRow { return length }
        line = record.nextLine
        columns = record.cells.count
        if !record.isBlank { result = try body(record) }
        return length
      }
      if (length ?? reader.unreadCount) > reader.longestRow { throw tooLong(openQuote) }
      if let length {
        reader.consume(length)
        if let result { return result }
      } else if reader.isComplete {
        reader.abandon()
        throw UsageError(
          "The quotation mark that begins this cell is never closed, so the cell goes on to the end of "
            + "the file. If quotation marks are text, write quoting: .none.", at: openQuote)
      } else {
        try reader.fill()
      }
    }
  }

  /// Skips the line that is next if it is a comment; whether it was.
  private func skipComment() throws -> Bool {
    guard let mark = marks.comments else { return false }
    while reader.unreadCount < mark.count, !reader.isComplete { try reader.fill() }
    guard reader.withUnread({ $0.starts(with: mark) }) else { return false }
    while true {
      let end = reader.withUnread { bytes in bytes.firstIndex { $0 == 0x0A || $0 == 0x0D } }
      // Whether a line feed follows a carriage return has to be there to be seen.
      if let end, end + 1 < reader.unreadCount || reader.isComplete {
        let isPair = reader.withUnread { bytes in
          bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
        }
        reader.consume(end + (isPair ? 2 : 1))
        line += 1
        return true
      }
      if end == nil { reader.consume(reader.unreadCount) }
      if reader.isComplete { return true }
      try reader.fill()
    }
  }

  private func tooLong(_ openQuote: Place?) -> UsageError {
    reader.abandon()
    let limit = "is longer than \(reader.longestRow >> 20) MB"
    guard let openQuote else {
      return UsageError(
        "The row \(limit), which is too long.", at: Place(path: reader.path, line: line, column: 1))
    }
    return UsageError(
      "The cell in quotation marks that begins here \(limit), which is too long. Is it closed?",
      at: openQuote)
  }
}
