import ExemplarCore
import Foundation

extension RowFormat {
  static let jsonLines = RowFormat(
    endings: ["jsonl", "ndjson"],
    .stream { reader, naming, _ in try JSONLinesRows.iterator(over: reader, naming: naming) })
}

extension RowSource {
  /// The rows of a file of JSON Lines: an object on each line, whose key `name` names the row. A
  /// line that is not one is a failing row; blank lines are skipped.
  ///
  /// The file is read as the rows are asked for, in memory that does not grow with their number. A
  /// line may be 64 MB long.
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without `.jsonl` or `.ndjson`.
  ///   - bundle: Where the file is; without one it is looked for in the resources of the module that
  ///     declares the outline, then beside the file that declares it.
  ///   - naming: Whether every row must have a name.
  public static func jsonLines(
    _ name: String, in bundle: Bundle? = nil, named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(.jsonLines, .named(name, in: bundle), naming)
  }

  /// The rows of the file of JSON Lines at a URL.
  public static func jsonLines(_ url: URL, named naming: RowNaming = .optional) -> RowSource {
    RowSource(.jsonLines, .at(url), naming)
  }

  /// The rows of a text of JSON Lines, as if it stood in a file.
  ///
  /// - Parameter path: The name of the text in messages.
  public static func jsonLines(
    text: String, path: String, named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(.jsonLines, text: text, path: path, naming)
  }
}

/// Walks over the lines of a file, each of which is a JSON text.
enum JSONLinesRows {
  static func iterator(over reader: ByteReader, naming: RowNaming) throws -> RowIterator {
    try reader.skipMark()
    var lines = LineReader(reader)
    // A file without a row is more likely a mistake than a list of nothing.
    var first = try lines.next()
    if first == nil {
      throw AuthoringMistake(
        "The file is empty; expected an object on each line.",
        at: Place(path: reader.path, line: 1, column: 1))
    }
    return RowIterator {
      let next = try first ?? lines.next()
      first = nil
      return try next.map { try row(of: $0, in: reader, naming: naming) }
    }
  }

  private static func row(
    of line: LineReader.Line, in reader: ByteReader, naming: RowNaming
  ) throws -> RowOrMistake {
    guard let bytes = line.bytes else {
      return .mistake(
        AuthoringMistake(
          "The line is longer than \(reader.longestRow >> 20) MB, which is too long for a row.",
          at: Place(path: reader.path, line: line.number, column: 1)), named: nil)
    }
    var scanner = JSONScanner(line: bytes, line.number, path: reader.path)
    do {
      _ = scanner.peek()
      let place = scanner.place
      let value = try scanner.value()
      if scanner.peek() != nil { throw scanner.unexpected("the end of the line") }
      if let duplicate = scanner.popDuplicate() { return .mistake(duplicate, named: nil) }
      return RowOrMistake(of: value, at: place, naming)
    } catch let mistake as AuthoringMistake {
      return .mistake(mistake, named: nil)
    }
  }
}

/// Gives the lines of a file that hold something.
struct LineReader {
  /// A line, with its number counted from 1.
  struct Line {
    var number: Int
    /// `nil` if there are too many.
    var bytes: [UInt8]?
  }

  private let reader: ByteReader
  private var number = 0

  init(_ reader: ByteReader) {
    self.reader = reader
  }

  /// The next line that is not blank; `nil` after the last one.
  mutating func next() throws -> Line? {
    while true {
      number += 1
      guard let length = try length() else {
        return Line(number: number)
      }
      let line = reader.withUnread { bytes -> [UInt8]? in
        let line = bytes.prefix(length)
        return line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? nil : Array(line)
      }
      let isLast = length == reader.unreadCount
      reader.consume(isLast ? length : length + 1)
      if let line { return Line(number: number, bytes: line) }
      if isLast { return nil }
    }
  }

  /// The length of the line that begins here, all of which is unread then; `nil` if the line is too
  /// long, and is behind.
  private func length() throws -> Int? {
    var length = newLine()
    while length == nil, !reader.isComplete, reader.unreadCount <= reader.longestRow {
      try reader.fill()
      length = newLine()
    }
    let known = length ?? reader.unreadCount
    if known <= reader.longestRow { return known }
    while length == nil, !reader.isComplete {
      reader.consume(reader.unreadCount)
      try reader.fill()
      length = newLine()
    }
    reader.consume(length.map { $0 + 1 } ?? reader.unreadCount)
    return nil
  }

  /// The number of unread bytes before the next new line, if one is among them.
  private func newLine() -> Int? {
    reader.withUnread { bytes in
      guard let start = bytes.baseAddress, let end = memchr(start, 0x0A, bytes.count) else {
        return nil
      }
      return UnsafeRawPointer(end) - UnsafeRawPointer(start)
    }
  }
}
