import ExemplarCore
import Foundation

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

  /// A violation of the RFC.
  enum Violation {
    case quote, textAfterQuote, null
  }

  private(set) var cells: [Cell] = []
  /// The first violation, and the index of the byte it is at.
  private(set) var violation: (kind: Violation, index: Int)?
  /// The number of the line after the record.
  private(set) var line = 1
  /// Whether the last cell is in quotation marks.
  private var isQuoted = false
  private var isOpen = false

  /// Whether the record is a blank line.
  var isBlank: Bool {
    cells.count == 1 && !isQuoted && violation == nil && cells[0].start == cells[0].end
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
    violation = nil
    self.line = line
    isOpen = false
    guard let base = bytes.baseAddress else { return nil }
    let count = bytes.count
    if let length = splitPlainLine(base, count, separator) { return length }
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
          let quote = Self.index(of: 0x22, in: base, index..<count) ?? count
          passText(base, index..<quote, count, &lineStart)
          index = quote + 1
          if index < count, base[index] == 0x22 {
            cell.hasQuotes = true
            index += 1
          } else if quote < count, index < count || isLast {
            isOpen = false
            cell.end = quote
          }
        }
        if isOpen {
          cells.append(cell)
          return nil
        }
        if index < count, !ends(base[index], separator) { record(.textAfterQuote, at: index) }
      }
      // Text after a closing quotation mark is skipped like the text of an unquoted cell.
      while index < count, !ends(base[index], separator) {
        if base[index] == 0x22, !isQuoted { record(.quote, at: index) }
        if base[index] == 0 { record(.null, at: index) }
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

  /// Splits a line without quotation marks and anything that is wrong: nearly every line is one, and
  /// looking for bytes in bulk is much faster than looking at each. `nil` if it is another.
  private mutating func splitPlainLine(
    _ base: UnsafePointer<UInt8>, _ count: Int, _ separator: UInt8
  ) -> Int? {
    // Where lines end otherwise, looking far for a line feed would take a long time.
    guard let lineEnd = Self.index(of: 0x0A, in: base, 0..<min(count, 4096)) else { return nil }
    let end = lineEnd > 0 && base[lineEnd - 1] == 0x0D ? lineEnd - 1 : lineEnd
    for byte: UInt8 in [0x22, 0x0D, 0] where Self.index(of: byte, in: base, 0..<end) != nil {
      return nil
    }
    isQuoted = false
    let number = Int32(clamping: line)
    var start = 0
    while let index = Self.index(of: separator, in: base, start..<end) {
      cells.append(
        Cell(start: start, end: index, line: number, column: Int32(clamping: start + 1)))
      start = index + 1
    }
    cells.append(Cell(start: start, end: end, line: number, column: Int32(clamping: start + 1)))
    line += 1
    return lineEnd + 1
  }

  /// Counts the lines in a text in quotation marks.
  private mutating func passText(
    _ base: UnsafePointer<UInt8>, _ range: Range<Int>, _ count: Int, _ lineStart: inout Int
  ) {
    let isPlain =
      Self.index(of: 0x0A, in: base, range) == nil
      && Self.index(of: 0x0D, in: base, range) == nil
      && Self.index(of: 0, in: base, range) == nil
    if isPlain { return }
    for index in range {
      let byte = base[index]
      if byte == 0 { record(.null, at: index) }
      let next = index + 1
      if byte == 0x0A || byte == 0x0D && next < count && base[next] != 0x0A {
        line += 1
        lineStart = next
      }
    }
  }

  /// The first index of a byte in a range.
  private static func index(
    of byte: UInt8, in base: UnsafePointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    memchr(base + range.lowerBound, Int32(byte), range.count).map {
      UnsafeRawPointer($0) - UnsafeRawPointer(base)
    }
  }

  @inline(__always)
  private func ends(_ byte: UInt8, _ separator: UInt8) -> Bool {
    byte == separator || byte == 0x0A || byte == 0x0D
  }

  private mutating func record(_ kind: Violation, at index: Int) {
    if violation == nil { violation = (kind, index) }
  }
}
