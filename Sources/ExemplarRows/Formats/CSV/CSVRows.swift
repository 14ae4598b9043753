import ExemplarCore

extension RowFormat {
  static let csv = table("csv", CSVForm())
  static let tsv = table("tsv", CSVForm(separator: "\t", quoting: .none))

  fileprivate static func table(_ fileExtension: String, _ form: CSVForm) -> RowFormat {
    RowFormat(
      fileExtensions: [fileExtension], syntax: form.syntax,
      .file { reader, shape, site in
        try CSVHeader.rows(of: reader, form, shape, for: site)
      },
      // The words appear in cells just as often.
      mayHoldMarks: { reader, shape, site in
        if !shape.columns.isEmpty { return false }
        try reader.skipMark()
        let names = try CSVScanner(reader, form, for: site).next(\.texts)
        return names?.contains(where: RowMetadata.keysForPlanning.contains) == true
      })
  }
}

/// The meaning of quotation marks in the cells of a table.
public enum CellQuoting: Sendable, Hashable {
  /// They are text, as in TSV by its registration, CoNLL-U and the Unicode database. A line is a row.
  case none
  /// They enclose cells with separators, new lines or quotation marks in them, of which the last are
  /// written twice, as RFC 4180 has it. Any other quotation mark fails its row.
  case rfc
  /// They enclose a cell that begins with one if the next one that is not written twice ends it on the same
  /// line, and are text elsewhere.
  case lenient
}

/// The form of a table, as declared by the author.
struct CSVForm: Sendable {
  var separator: Character = ","
  var quoting = CellQuoting.rfc
  var quote: Character = "\""
  /// Whether a backslash before a character gives it another meaning.
  var hasEscapes = false
  var isTrimmed = false
  /// The prefix of lines that are not rows.
  var comments: String?
  /// Whether it also begins a comment after the cells of a row.
  var hasTrailingComments = false

  /// The bytes that a table is written with.
  struct Marks {
    let form: CSVForm
    let separator: UInt8
    /// `nil` if cells are never enclosed.
    let quote: UInt8?
    var comments: [UInt8]?
    var isLenient: Bool { form.quoting == .lenient }

    /// Whether a byte around a cell is left out.
    func isSpace(_ byte: UInt8, _ isTrimmed: Bool = false) -> Bool {
      (isTrimmed || form.isTrimmed) && (byte == 0x20 || byte == 0x09) && byte != separator
    }
  }

  /// The bytes that a table is written with.
  ///
  /// Throws ``UsageError`` if one of them cannot be distinguished from the contents of cells.
  func marks(for site: DeclarationSite) throws -> Marks {
    let taken = [quote] + (hasEscapes ? ["\\"] : [])
    guard let byte = separator.asciiValue, !taken.contains(separator), !separator.isNewline,
      byte != 0
    else {
      throw UsageError(
        "The separator \(String(separator).debugDescription) cannot separate cells; expected one "
          + "ASCII character other than a quotation mark or a new line.", at: site.place)
    }
    guard let quoteByte = quote.asciiValue, !quote.isNewline, quoteByte != 0, quote != "\\",
      quoting != .none || quote == "\""
    else {
      throw UsageError(
        "The quotation mark \(String(quote).debugDescription) cannot enclose cells; expected one "
          + "ASCII character other than a backslash, and quoting: .rfc or .lenient.", at: site.place
      )
    }
    var marks = Marks(form: self, separator: byte, quote: quoting == .none ? nil : quoteByte)
    guard let mark = comments else {
      if !hasTrailingComments { return marks }
      throw UsageError(
        "trailingComments: needs the text that begins a comment, as in comments: \"#\".",
        at: site.place)
    }
    if mark.isEmpty || mark.first == quote || mark.contains(where: \.isNewline) {
      throw UsageError(
        "The mark of comments \(mark.debugDescription) cannot begin a line; expected a text that "
          + "does not begin with a quotation mark and holds no new line.", at: site.place)
    }
    if mark.utf8.first == byte {
      throw UsageError(
        "The mark of comments \(mark.debugDescription) begins with the separator. Change one of them.",
        at: site.place)
    }
    marks.comments = Array(mark.utf8)
    return marks
  }
}

extension RowSource {
  /// The rows of a CSV file, as RFC 4180 defines it: the first row names the columns, unless code
  /// does, and the column `name` names the rows. A row with an error of its own, such as one with
  /// too few cells, is a failing row. Blank lines are skipped.
  ///
  /// The file is read on demand, in memory that does not grow with the number of rows. A row may be
  /// 64 MB long. Cells are text, and are decoded as the requested type: a number, a date, a truth
  /// value (`true`, `yes`, `1`), …; an empty cell is `nil` for an optional.
  ///
  /// - Parameters:
  ///   - input: The name of the file, a URL, or a text.
  ///   - columns: The names of the columns, for a file without a header row.
  ///   - separator: The separator of cells: an ASCII character, such as the semicolon that
  ///     spreadsheets write where the comma is the decimal point.
  ///   - quoting: The meaning of quotation marks.
  ///   - quote: The quotation mark, such as `"'"`.
  ///   - backslashEscapes: Whether `\n`, `\t`, `\r` and `\\` stand for characters, a backslash before a
  ///     quotation mark or a separator makes it text, and a cell `\N` is null, as databases write them.
  ///   - trimming: Whether spaces and tabs around cells and names of columns are left out.
  ///   - comments: A text such as `"#"` or `"//"`; lines that begin with it are skipped.
  ///   - trailingComments: Whether that text also begins a comment after the cells of a row, unless it is in
  ///     a quoted cell; white space before it is a part of the comment.
  ///   - missing: The treatment of cells that a row lacks at its end.
  ///   - naming: How rows are named: by the column `name`, or by others; and whether they must have
  ///     names.
  ///   - repeats: The treatment of rows with the same name.
  public static func csv(
    _ input: RowInput, columns: String..., separator: Character = ",",
    quoting: CellQuoting = .rfc, quote: Character = "\"", backslashEscapes: Bool = false,
    trimming: Bool = false, comments: String? = nil, trailingComments: Bool = false,
    missing: MissingCells = .refused, named naming: RowNaming = [], repeats: RowRepeats = .refused
  ) -> RowSource {
    RowSource(
      .table(
        "csv",
        CSVForm(
          separator: separator, quoting: quoting, quote: quote, hasEscapes: backslashEscapes,
          isTrimmed: trimming, comments: comments, hasTrailingComments: trailingComments)), input,
      RowShape(columns: columns, naming: naming, repeats: repeats, missing: missing))
  }

  /// The rows of a TSV file: CSV with tabs between the cells, in which a quotation mark is text and each
  /// line is a row, as its registration as `text/tab-separated-values` defines it.
  ///
  /// Spreadsheets export tables with `quoting: .rfc`. The parameters are those of
  /// ``csv(_:columns:separator:quoting:quote:backslashEscapes:trimming:comments:trailingComments:missing:named:repeats:)``.
  public static func tsv(
    _ input: RowInput, columns: String..., quoting: CellQuoting = .none, quote: Character = "\"",
    backslashEscapes: Bool = false, trimming: Bool = false, comments: String? = nil,
    trailingComments: Bool = false, missing: MissingCells = .refused,
    named naming: RowNaming = [], repeats: RowRepeats = .refused
  ) -> RowSource {
    RowSource(
      .table(
        "tsv",
        CSVForm(
          separator: "\t", quoting: quoting, quote: quote, hasEscapes: backslashEscapes,
          isTrimmed: trimming, comments: comments, hasTrailingComments: trailingComments)), input,
      RowShape(columns: columns, naming: naming, repeats: repeats, missing: missing))
  }
}

/// The names of the columns.
struct CSVHeader {
  private let columns: FieldKeys
  private let nameColumn: Int?
  private let naming: RowNaming
  /// The argument by which code names the file.
  private let input: String
  private var missing = MissingCells.refused

  static func rows(
    of reader: ByteReader, _ form: CSVForm, _ shape: RowShape, for site: DeclarationSite
  ) throws -> RowCursor<RowResult> {
    try reader.skipMark()
    let scanner = try CSVScanner(reader, form, for: site)
    let start = Place(path: reader.path, line: 1, column: 1)
    var isFirst = !shape.columns.isEmpty
    var header =
      isFirst
      ? try CSVHeader(
        shape.columns, at: shape.columns.map { _ in start }, "a text in columns:", shape.naming,
        reader.input)
      : try scanner.next { record in
        try form.checkHeader(record, of: reader.input)
        return try CSVHeader(record, form, shape.naming, reader.input)
      }
    header?.missing = shape.missing
    guard let header else {
      throw UsageError(
        "The file is empty; expected a first row with the names of the columns.", at: start)
    }
    // The number of rows so far, while the first one may be a title above the names.
    var count = isFirst || header.columns.keys.count > 1 ? nil : 1
    return RowCursor<RowResult> {
      try scanner.next { record in
        defer {
          isFirst = false
          if record.cells.count > 1 { count = nil }
        }
        count = count.map { $0 + 1 }
        guard isFirst, record.texts == header.columns.keys else {
          return header.row(of: record, form, at: count)
        }
        return .mistake(
          UsageError(
            "The first row holds the names of the columns, which are named in code as well. Leave "
              + "out columns: there.", at: record.place), named: nil)
      }
    }
  }

  /// Reads the first row. Throws ``UsageError`` if its names do not distinguish columns.
  init(_ record: CSVRecord, _ form: CSVForm, _ naming: RowNaming, _ input: String) throws {
    if let problem = record.problem { throw problem }
    let names = try record.cells.map { try record.text(of: $0) }
    var unique = UniqueNames<Void>()
    let written = names.enumerated().map { unique.claim($1.nonEmpty ?? "column \($0 + 1)") }
    do throws(UsageError) {
      try self.init(
        names, at: record.cells.map(record.place), "a text in the first row", naming, input)
    } catch {
      throw UsageError(
        error.message + " To name them in code, write "
          + form.call(input, columns: written, skipping: 1) + ".", at: error.place)
    }
  }

  /// Throws ``UsageError`` if the names do not distinguish columns.
  ///
  /// - Parameter expected: Where a name belongs, for messages.
  init(
    _ names: [String], at places: [Place], _ expected: String, _ naming: RowNaming, _ input: String
  ) throws(UsageError) {
    var indices: [Spelling: Int] = [:]
    for (index, name) in names.enumerated() {
      if name.isEmpty {
        throw UsageError(
          "Column \(index + 1) of \(names.count) has no name; expected \(expected) for every column.",
          at: places[index])
      }
      if let first = indices.updateValue(index, forKey: Spelling(name)) {
        throw UsageError(
          "The columns \(first + 1) and \(index + 1) are both named "
            + "\u{201C}\(name.shortened(to: 60))\u{201D}; expected names that differ.",
          at: places[index])
      }
    }
    columns = FieldKeys(names)
    self.naming = naming
    self.input = input
    nameColumn = naming.isByName ? indices["name"] : nil
  }

  func row(of record: CSVRecord, _ form: CSVForm, at number: Int?) -> RowResult {
    do throws(UsageError) {
      if let problem = record.problem { throw problem }
      let lacking = columns.keys.count - record.cells.count
      if lacking < 0 || lacking > 0 && missing == .refused {
        throw ragged(record, form, at: number)
      }
      var values: [RowValue] = []
      values.reserveCapacity(record.cells.count)
      for cell in record.cells {
        values.append(try record.value(of: cell))
      }
      for _ in 0..<lacking { values.append(RowValue(.untyped(""))) }
      var name: String?
      // Formats without types cannot distinguish a missing value from an empty text.
      if let nameColumn, case .untyped(let text) = values[nameColumn].content {
        name = text.nonEmpty
      }
      if naming.isRequired, name == nil {
        throw UsageError(
          "The row has no name; expected a text in the column \u{201C}name\u{201D}.",
          at: record.place)
      }
      var content = RowContent(name: name, fields: RowFields(values, columns), place: record.place)
      content.note = record.note
      return .success(Row(content))
    } catch {
      let name = nameColumn.flatMap { column in
        record.cells.indices.contains(column) ? try? record.text(of: record.cells[column]) : nil
      }
      return .mistake(error, named: name?.nonEmpty)
    }
  }

  /// The mistake that a row has more or fewer cells than there are columns.
  private func ragged(_ record: CSVRecord, _ form: CSVForm, at number: Int?) -> UsageError {
    let (cells, names) = (record.cells.count, columns.keys)
    let text =
      "The row has \(cells.counted("cell")), but there "
      + "\(names.count == 1 ? "is" : "are") \(names.count.counted("column"))"
    guard cells < names.count else {
      let cell = record.cells[names.count]
      let found = (try? record.text(of: cell)) ?? ""
      let titles = number.map {
        " If titles precede the names of columns, write "
          + form.call(input, columns: record.texts, skipping: $0) + "."
      }
      return UsageError(
        "\(text): \u{201C}\(found.shortened(to: 40))\u{201D} is in none. A cell that holds the "
          + "separator must be in quotation marks.\(titles ?? "")", at: record.place(of: cell))
    }
    let missing = names[cells...].map { "\u{201C}\($0.shortened(to: 40))\u{201D}" }
    let shown = missing.prefix(8).joined(separator: ", ")
    let more = missing.count > 8 ? " and \(missing.count - 8) more" : ""
    return UsageError(
      "\(text): there is nothing in \(shown)\(more). Write the separators even if cells are empty, "
        + "or read such rows with missing: .empty.",
      at: record.place)
  }
}

extension CSVForm {
  /// Throws if the first row seems to be written with another separator, or states it as Excel does.
  ///
  /// - Parameter input: The argument by which code names the file.
  fileprivate func checkHeader(_ record: CSVRecord, of input: String) throws {
    let texts = record.texts
    guard record.problem == nil, let text = texts.first, texts.count == 1 || text == "sep=" else {
      return
    }
    let stated = text.hasPrefix("sep=") ? text.dropFirst(4).first ?? separator : nil
    let others = [";", "\t", "|"].filter { $0 != separator && text.contains($0) }
    guard let other = stated ?? others.first, !record.isQuoted || stated != nil else { return }
    var form = self
    form.separator = other
    if stated != nil { form.comments = "sep=" }
    let name = other == "\t" ? "a tab" : String(other).quoted
    let column = call(input, columns: texts, skipping: 1)
    throw UsageError(
      stated == nil
        ? "The only name in the first row, \(text.shortened(to: 40).quoted), contains \(name). If that "
          + "separates columns, write \(form.call(input)); if not, \(column)."
        : "The first row states the separator \(name) for Excel. Write \(form.call(input)).",
      at: record.place)
  }

  /// The code that reads an input in this form.
  fileprivate func call(_ input: String, columns: [String] = [], skipping count: Int = 0) -> String
  {
    let isTSV = separator == "\t"
    var arguments = [input]
    let names = columns.prefix(8).map { $0.shortened(to: 40).debugDescription }
    if !names.isEmpty { arguments.append("columns: " + names.joined(separator: ", ")) }
    if columns.count > 8 { arguments.append("\u{2026}") }
    if !isTSV, separator != "," { arguments.append("separator: \"\(separator)\"") }
    if let comments { arguments.append("comments: \(comments.debugDescription)") }
    let rest = count == 0 ? "" : count == 1 ? ".dropFirst()" : ".dropFirst(\(count))"
    return ".\(isTSV ? "tsv" : "csv")(\(arguments.joined(separator: ", ")))\(rest)"
  }
}

extension CSVRecord {
  /// The texts of the cells that are valid.
  fileprivate var texts: [String] { cells.compactMap { try? text(of: $0) } }
}
