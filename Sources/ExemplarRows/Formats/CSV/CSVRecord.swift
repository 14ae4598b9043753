import ExemplarCore

/// One record of a CSV file, as long as its bytes are there.
struct CSVRecord {
  let bytes: UnsafeBufferPointer<UInt8>
  let path: String
  let line: Int
  let cells: [CSVSplitting.Cell]
  let violation: (kind: CSVSplitting.Violation, index: Int)?

  /// Where the record begins.
  var place: Place { Place(path: path, line: line, column: 1) }

  func place(of cell: CSVSplitting.Cell) -> Place {
    Place(path: path, line: Int(cell.line), column: Int(cell.column))
  }

  /// The text of a cell. Throws ``UsageError`` where it is not UTF-8.
  func text(of cell: CSVSplitting.Cell) throws(UsageError) -> String {
    let bytes = UnsafeBufferPointer(rebasing: bytes[cell.start..<cell.end])
    let (text, invalid) = String.validating(bytes)
    if let invalid {
      throw UsageError(
        "The file is not valid UTF-8 here. Save it as UTF-8.", at: place(at: cell.start + invalid))
    }
    return cell.hasQuotes ? Self.undoubled(bytes) : text
  }

  /// The text with one quotation mark for every two.
  private static func undoubled(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      text.append(bytes[index])
      index += bytes[index] == 0x22 ? 2 : 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The error in the form of the record.
  var problem: UsageError? {
    guard let violation else { return nil }
    let text =
      switch violation.kind {
      case .quote:
        "A quotation mark is inside a cell that does not begin with one. Put the whole cell in "
          + "quotation marks, without space around them, and write each one inside twice."
      case .textAfterQuote:
        "Text follows the quotation mark that closes a cell; expected the separator or the end of "
          + "the line. A quotation mark inside a cell is written twice."
      case .null:
        "A cell holds a NUL character (code 0); expected text."
      }
    return UsageError(text, at: place(at: violation.index))
  }

  /// The place of one of the bytes.
  private func place(at index: Int) -> Place {
    var (line, start) = (line, 0)
    for position in 0..<index
    where bytes[position] == 0x0A || bytes[position] == 0x0D && bytes[position + 1] != 0x0A {
      line += 1
      start = position + 1
    }
    return Place(path: path, line: line, column: index - start + 1)
  }
}
