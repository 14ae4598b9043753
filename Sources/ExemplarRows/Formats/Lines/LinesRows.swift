import ExemplarCore
import Foundation

extension RowSource {
  /// The rows of a text file: a row for each line, which is its `value`. Empty lines are skipped. A line
  /// ends with a line feed, a carriage return, or both.
  ///
  /// The file is read as the rows are asked for, in memory that does not grow with their number.
  ///
  /// - Parameters:
  ///   - input: The name of the file with its extension, a URL, or a text.
  ///   - trimming: Whether white space around a line is left out, and lines of white space are skipped.
  ///   - comments: A text such as `"#"` or `"//"`; lines that begin with it are skipped.
  ///   - naming: How rows are named: `"value"` for the line itself.
  ///   - repeats: What it means that rows have the same name.
  ///   - skipping: Further lines that are not rows: ``RowSkipping/containing(_:)`` takes a regular
  ///     expression. They are counted.
  public static func lines(
    _ input: RowInput, trimming: Bool = false, comments: String? = nil,
    named naming: RowNaming = [], repeats: RowRepeats = .refused, skipping: RowSkipping = []
  ) -> RowSource {
    lines(
      input, comments,
      RowShape(naming: naming, repeats: repeats, skipping: skipping), skippingSpaces: trimming,
      has: { _ in false }
    ) {
      { line, number in
        let spaces = trimming ? line.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count : 0
        return RowValue(
          .untyped(trimming ? line.trimmed : line), line: number,
          column: Int32(clamping: spaces + 1))
      }
    }
  }

  /// The rows of a text file in which each line matches a regular expression.
  ///
  /// ```swift
  /// .lines("shelves.txt", matching: /(?<shelf>[A-Z]\d+) +(?<title>.+)/)
  /// ```
  ///
  /// Captures with a name are the columns. Captures without one are named by `columns`, in their order; one
  /// alone, or without any the line, is the row's `value`. A line that does not match is a failing row.
  public static func lines<Output>(
    _ input: RowInput, columns: String...,
    matching pattern: @autoclosure @escaping @Sendable () -> Regex<Output>,
    comments: String? = nil, named naming: RowNaming = [], repeats: RowRepeats = .refused,
    skipping: RowSkipping = []
  ) -> RowSource {
    let shape = RowShape(columns: columns, naming: naming, repeats: repeats, skipping: skipping)
    return lines(
      input, comments, shape,
      has: { Captures(pattern(), columns).hasName($0) }
    ) {
      let captures = Captures(pattern(), columns)
      return { try captures.value(ofLine: $0, $1) }
    }
  }

  /// The rows of a text file whose columns are so many characters wide. White space around a value is
  /// no part of it; a line may end before its last columns, which are empty then.
  ///
  /// ```swift
  /// .lines("shelves.txt", widths: ["shelf": 4, "title": 30, "copies": 3])
  /// ```
  public static func lines(
    _ input: RowInput, widths: KeyValuePairs<String, Int>,
    comments: String? = nil, named naming: RowNaming = [], repeats: RowRepeats = .refused,
    skipping: RowSkipping = []
  ) -> RowSource {
    let columns = widths.map { ($0.key, $0.value) }
    let shape = RowShape(naming: naming, repeats: repeats, skipping: skipping)
    return lines(
      input, comments, shape, skippingSpaces: true,
      has: { name in columns.contains { $0.0 == name } }
    ) {
      { try RowValue(ofLine: $0, $1, columns) }
    }
  }

  /// A row for each match of a regular expression in a text file; a match may span several lines.
  /// The text between matches is ignored.
  ///
  /// ```swift
  /// .matches("manual.txt", of: /(?m)^>>> (?<input>.*)\n(?<output>.*)$/)
  /// ```
  ///
  /// Captures are columns, like those of a line. The file is read as a whole.
  public static func matches<Output>(
    _ input: RowInput, columns: String...,
    of pattern: @autoclosure @escaping @Sendable () -> Regex<Output>,
    named naming: RowNaming = [], repeats: RowRepeats = .refused
  ) -> RowSource {
    let format = RowFormat(
      fileExtensions: [],
      .file { reader, shape, _ in
        guard let text = String(textOf: Data(try reader.readRest())) else {
          throw UsageError("\(reader.path) is no text in UTF-8.", at: Place(path: reader.path))
        }
        return try Captures(pattern(), columns).rows(of: text, path: reader.path, shape)
      },
      mayHoldMarks: { _, _, _ in
        RowMetadata.keysForPlanning.contains(where: Captures(pattern(), columns).hasName)
      })
    return RowSource(
      format, input, RowShape(naming: naming, repeats: repeats))
  }

  /// The rows of the lines of a file.
  ///
  /// - Parameters:
  ///   - skipsSpaces: Whether lines of white space are skipped.
  ///   - hasColumn: Whether there is a column of a name.
  ///   - makeReading: Makes what reads a line, given with its number, for one walk.
  private static func lines(
    _ input: RowInput, _ comments: String?, _ shape: RowShape,
    skippingSpaces skipsSpaces: Bool = false, has hasColumn: @escaping @Sendable (String) -> Bool,
    _ makeReading: @escaping @Sendable () -> (_ line: String, Int32) throws -> RowValue
  ) -> RowSource {
    let format = RowFormat(
      fileExtensions: [],
      .file { reader, shape, site in
        try reader.skipMark()
        let form = CSVForm(separator: "\u{1F}", comments: comments)
        let lines = LineReader(reader, endsAtReturn: true, skippingSpaces: skipsSpaces)
        return rows(
          of: lines, path: reader.path, try form.marks(for: site).comments, shape, makeReading())
      }, mayHoldMarks: { _, _, _ in RowMetadata.keysForPlanning.contains(where: hasColumn) })
    var shape = shape
    shape.columns = []
    return RowSource(format, input, shape)
  }

  private static func rows(
    of lines: LineReader, path: String, _ comments: [UInt8]?, _ shape: RowShape,
    _ value: @escaping (String, Int32) throws -> RowValue
  ) -> RowCursor<RowResult> {
    var lines = lines
    let skips = shape.skipping.walk
    var read = shape
    // Lines are skipped, not the values that are read from them.
    read.skipping = []
    var maker = RowMaker(read)
    var isOver = false
    return RowCursor<RowResult> {
      while !isOver, let line = try lines.next() {
        if let comments, line.bytes?.starts(with: comments) == true { continue }
        let place = Place(path: path, line: line.number, column: 1)
        do {
          let text = try text(of: line, at: place)
          let whole = skips.isEmpty ? nil : RowValue(.untyped(text))
          if let skipped = skips.skipped(whole, named: nil, at: place, in: []) { return skipped }
          return maker.row(try value(text, Int32(clamping: line.number)), at: place)
        } catch let mistake as UsageError where mistake.endsReading {
          isOver = true
          throw mistake
        } catch {
          return .mistake(UsageError(wrapping: error, at: place).at(place), named: nil)
        }
      }
      return nil
    }
  }

  private static func text(of line: LineReader.Line, at place: Place) throws -> String {
    guard let bytes = line.bytes else {
      throw UsageError("The line is too long for a row.", at: place)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("The line is not valid UTF-8. Save the file as UTF-8.", at: place)
    }
    if let index = bytes.firstIndex(of: 0) {
      throw UsageError(
        "The line contains a NUL character (code 0); expected text.",
        at: Place(path: place.path, line: place.line, column: index + 1))
    }
    return text
  }
}

extension UsageError {
  /// The same error, at `place` if it has no location.
  fileprivate func at(_ place: Place) -> UsageError {
    self.place == nil ? moved(to: place) : self
  }
}

extension RowValue {
  /// The values of a line in columns that are so many characters wide.
  fileprivate init(
    ofLine line: String, _ number: Int32, _ columns: [(name: String, width: Int)]
  ) throws(UsageError) {
    var fields = RowFields()
    var rest = line[...]
    for (name, width) in columns {
      guard width > 0 else {
        throw .ofAllLines(
          "The column \(name.quoted) is \(width.counted("character")) wide. Give it a width of 1 or more."
        )
      }
      let cell = rest.prefix(width)
      let column = Int32(
        clamping: line.utf8.distance(from: line.startIndex, to: rest.startIndex) + 1)
      let value = RowValue(.untyped(String(cell).trimmed), line: number, column: column)
      guard fields.add(value, for: name) else {
        throw .ofAllLines("Two columns are named \(name.quoted).")
      }
      rest = rest.dropFirst(width)
    }
    let left = String(rest).trimmed
    if !left.isEmpty {
      throw UsageError(
        "\(left.shortened(to: 40).quoted) follows the last column; the columns are "
          + "\(columns.reduce(0) { $0 + $1.width }.counted("character")) wide together.")
    }
    self.init(.object(fields), line: number, column: 1)
  }
}
