import ExemplarCore

extension RowFormat {
  static let jsonLines = RowFormat(
    fileExtensions: ["jsonl", "ndjson"], syntax: "jsonl",
    .file { reader, shape, _ in try jsonLines(of: reader, shape) },
    mayHoldMarks: { reader, _, _ in try mayHoldJSONMarks(reader) })

  /// Walks over the lines of a file, each of which is a JSON text.
  static func jsonLines(of reader: ByteReader, _ shape: RowShape) throws -> RowCursor<RowResult> {
    try reader.skipMark()
    var lines = LineReader(reader)
    // A file without a row is more likely a mistake than a list of nothing.
    var first = try lines.next()
    if first == nil {
      throw UsageError(
        "The file is empty; expected an object on each line.",
        at: Place(path: reader.path, line: 1, column: 1))
    }
    func nextLine() throws -> LineReader.Line? {
      defer { first = nil }
      return try first ?? lines.next()
    }
    let text = JSONText()
    let root = RowNode(
      content: .array([]), place: Place(path: reader.path, line: 1, column: 1))
    return try RowsAtPath.iterator(at: root, shape) {
      try nextLine().map { try jsonLine($0, text, in: reader, shape) }
    }
  }

  /// - Parameter text: Holds one line after the other.
  private static func jsonLine(
    _ line: LineReader.Line, _ text: JSONText, in reader: ByteReader, _ shape: RowShape
  ) throws -> RowNode {
    guard let bytes = line.bytes else {
      return RowNode(
        content: .wrong(
          UsageError(
            "The line is longer than \(reader.longestRow >> 20) MB, which is too long for a row.",
            at: Place(path: reader.path, line: line.number, column: 1))))
    }
    bytes.withUnsafeBufferPointer { text.replace(with: $0) }
    var scanner = JSONScanner(line: text, line.number, path: reader.path)
    scanner.duplicateKeys = shape.duplicateKeys
    do {
      let node = try scanner.node(nil)
      if scanner.peek() != nil { throw scanner.unexpected("the end of the line") }
      return node
    } catch let mistake as UsageError {
      return RowNode(content: .wrong(mistake))
    }
  }
}

extension RowSource {
  /// The rows of a file of JSON Lines: on each line an object, whose key `name` names the row; an array, if
  /// `columns` names its values; or a plain value, if the first line is one. Any other line is a failing
  /// row; lines of white space are skipped.
  ///
  /// The file is read on demand, in memory that does not grow with the number of rows. A line may
  /// be 64 MB long. The parameters are those of
  /// ``json(_:each:columns:named:repeats:skipping:duplicateKeys:)``.
  public static func jsonLines(
    _ input: RowInput, each path: RowPath = [], columns: String...,
    named naming: RowNaming = [], repeats: RowRepeats = .refused,
    skipping: RowSkipping = [], duplicateKeys: DuplicateKeys = .refused
  ) -> RowSource {
    RowSource(
      .jsonLines, input,
      RowShape(
        path: path, columns: columns, naming: naming, repeats: repeats, skipping: skipping,
        duplicateKeys: duplicateKeys))
  }
}
