import ExemplarCore

/// Splits a CSV file into records and cells, as RFC 4180 defines them, with the location of each.
///
/// A line may also end with a line feed or a carriage return alone. A violation of the RFC is an
/// error of its record, and the next record is read nevertheless.
final class CSVScanner {
  private let reader: ByteReader
  private let marks: CSVMarks
  /// The number of the line that the next record begins on.
  private var line = 1
  private var splitting = CSVSplitting()

  init(_ reader: ByteReader, _ marks: CSVMarks) {
    self.reader = reader
    self.marks = marks
  }

  /// What `body` makes of the next record that is not a blank line; `nil` after the last one.
  ///
  /// Throws ``UsageError`` when the rest cannot be told apart.
  func next<Result>(_ body: (CSVRecord) throws -> Result) throws -> Result? {
    while true {
      if reader.isComplete, reader.unreadCount == 0 { return nil }
      if try skipComment() { continue }
      var result: Result?
      let length = try reader.withUnread { bytes -> Int? in
        guard let length = splitting.split(bytes, marks.separator, line, isLast: reader.isComplete)
        else { return nil }
        if !splitting.isBlank {
          let record = CSVRecord(
            bytes: bytes, path: reader.path, line: line, cells: splitting.cells,
            violation: splitting.violation)
          result = try body(record)
        }
        return length
      }
      if let length, length <= reader.longestRow {
        reader.consume(length)
        line = splitting.line
        if let result { return result }
      } else if (length ?? reader.unreadCount) > reader.longestRow {
        throw tooLong()
      } else if reader.isComplete {
        throw unclosed()
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
      if reader.isComplete {
        reader.consume(reader.unreadCount)
        return true
      }
      if end == nil { reader.consume(reader.unreadCount) }
      try reader.fill()
    }
  }

  private func unclosed() -> UsageError {
    end()
    return UsageError(
      "The quotation mark that begins this cell is never closed, so the cell goes on to the end of "
        + "the file.", at: splitting.openQuote(in: reader.path))
  }

  private func tooLong() -> UsageError {
    end()
    let limit = "is longer than \(reader.longestRow >> 20) MB"
    guard let place = splitting.openQuote(in: reader.path) else {
      return UsageError(
        "The row \(limit), which is too long.", at: Place(path: reader.path, line: line, column: 1))
    }
    return UsageError(
      "The cell in quotation marks that begins here \(limit), which is too long. Is it closed?",
      at: place)
  }

  /// Nothing is read any more.
  private func end() { reader.abandon() }
}
