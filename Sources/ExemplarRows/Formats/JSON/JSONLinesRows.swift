import ExemplarCore
import Foundation

extension RowFormat {
  static let jsonLines = RowFormat(
    endings: ["jsonl", "ndjson"],
    .stream { reader, shape, _ in try JSONLinesRows.iterator(over: reader, shape) },
    mayHoldMarks: { reader, _, _ in try mayHoldJSONMarks(reader) })
}

extension RowSource {
  /// The rows of a file of JSON Lines: an object on each line, whose key `name` names the row. Any
  /// other line is a failing row; blank lines are skipped.
  ///
  /// The file is read on demand, in memory that does not grow with the number of rows. A line may
  /// be 64 MB long. The parameters are those of
  /// ``json(_:each:columns:named:repeats:skipping:duplicateKeys:)``.
  public static func jsonLines(
    _ input: RowInput, each path: RowPath = .top, columns: String...,
    named naming: RowNaming = .optional, repeats: RowRepeats = .refused,
    skipping: RowSkipping = [], duplicateKeys: DuplicateKeys = .refused
  ) -> RowSource {
    RowSource(
      .jsonLines, input,
      RowShape(
        path: path, columns: columns, naming: naming, repeats: repeats, skipping: skipping,
        duplicateKeys: duplicateKeys))
  }
}

/// Walks over the lines of a file, each of which is a JSON text.
enum JSONLinesRows {
  static func iterator(over reader: ByteReader, _ shape: RowShape) throws -> RowIterator {
    try reader.skipMark()
    var lines = LineReader(reader)
    // A file without a row is more likely a mistake than a list of nothing.
    var first = try lines.next()
    if first == nil {
      throw AuthoringMistake(
        "The file is empty; expected an object on each line.",
        at: Place(path: reader.path, line: 1, column: 1))
    }
    func nextLine() throws -> LineReader.Line? {
      defer { first = nil }
      return try first ?? lines.next()
    }
    let text = JSONText()
    if !shape.path.steps.isEmpty {
      let tree = StreamedTree(
        kind: .array, place: Place(path: reader.path, line: 1, column: 1),
        values: ValueTree(path: reader.path)
      ) {
        try nextLine().map { try value(of: $0, text, in: reader, shape) }
      }
      return try RowsAtPath.iterator(over: tree, at: .root, shape)
    }
    var maker = RowMaker(shape)
    return RowIterator {
      try nextLine().map { line in
        switch try value(of: line, text, in: reader, shape) {
        case .node(let value, _, let place): maker.element(value, at: place)
        case .mistake(let mistake, let key): .mistake(mistake, named: key)
        }
      }
    }
  }

  /// - Parameter text: Holds one line after the other.
  private static func value(
    of line: LineReader.Line, _ text: JSONText, in reader: ByteReader, _ shape: RowShape
  ) throws -> RowTreeMember<RowValue> {
    guard let bytes = line.bytes else {
      return .mistake(
        AuthoringMistake(
          "The line is longer than \(reader.longestRow >> 20) MB, which is too long for a row.",
          at: Place(path: reader.path, line: line.number, column: 1)))
    }
    bytes.withUnsafeBufferPointer { text.replace(with: $0) }
    var scanner = JSONScanner(line: text, line.number, path: reader.path)
    scanner.duplicateKeys = shape.duplicateKeys
    do {
      _ = scanner.peek()
      let place = scanner.place
      let value = try scanner.value()
      if scanner.peek() != nil { throw scanner.unexpected("the end of the line") }
      if let duplicate = scanner.popDuplicate() { return .mistake(duplicate) }
      return .node(value, at: place)
    } catch let mistake as AuthoringMistake {
      return .mistake(mistake)
    }
  }
}
