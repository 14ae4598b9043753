import ExemplarCore

extension RowFormat {
  static let csv = table("csv", CSVForm())
  static let tsv = table("tsv", CSVForm(separator: "\t"))

  fileprivate static func table(_ fileExtension: String, _ form: CSVForm) -> RowFormat {
    RowFormat(
      fileExtensions: [fileExtension],
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

struct CSVForm: Sendable {
  var separator: Character = ","
  /// The prefix of lines that are not rows.
  var comments: String?

  /// The bytes that a table is written with.
  ///
  /// Throws ``UsageError`` if one of them cannot be distinguished from the contents of cells.
  func marks(for site: DeclarationSite) throws -> (separator: UInt8, comments: [UInt8]?) {
    guard let byte = separator.asciiValue, separator != "\"", !separator.isNewline, byte != 0 else {
      throw UsageError(
        "The separator \(String(separator).debugDescription) cannot separate cells; expected one "
          + "ASCII character other than a quotation mark or a new line.", at: site.place)
    }
    guard let mark = comments else { return (byte, nil) }
    if mark.isEmpty || mark.hasPrefix("\"") || mark.contains(where: \.isNewline) {
      throw UsageError(
        "The mark of comments \(mark.debugDescription) cannot begin a line; expected a text that "
          + "does not begin with a quotation mark and holds no new line.", at: site.place)
    }
    if mark.utf8.first == byte {
      throw UsageError(
        "The mark of comments \(mark.debugDescription) begins with the separator. Change one of them.",
        at: site.place)
    }
    return (byte, Array(mark.utf8))
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
  ///   - comments: A text such as `"#"` or `"//"`; lines that begin with it are skipped.
  ///   - missing: The treatment of cells that a row lacks at its end.
  ///   - naming: How rows are named: by the column `name`, or by others; and whether they must have
  ///     names.
  ///   - repeats: The treatment of rows with the same name.
  public static func csv(
    _ input: RowInput, columns: String..., separator: Character = ",", comments: String? = nil,
    missing: MissingCells = .refused, named naming: RowNaming = [], repeats: RowRepeats = .refused
  ) -> RowSource {
    RowSource(
      .table("csv", CSVForm(separator: separator, comments: comments)), input,
      RowShape(columns: columns, naming: naming, repeats: repeats, missing: missing))
  }

  /// The rows of a TSV file: CSV with tabs between the cells.
  public static func tsv(
    _ input: RowInput, columns: String..., comments: String? = nil,
    missing: MissingCells = .refused, named naming: RowNaming = [], repeats: RowRepeats = .refused
  ) -> RowSource {
    RowSource(
      .table("tsv", CSVForm(separator: "\t", comments: comments)), input,
      RowShape(columns: columns, naming: naming, repeats: repeats, missing: missing))
  }
}

/// The names of the columns.
struct CSVHeader {
  private let columns: FieldKeys
  private let nameColumn: Int?
  private let naming: RowNaming
  private var missing = MissingCells.refused

  static func rows(
    of reader: ByteReader, _ form: CSVForm, _ shape: RowShape, for site: DeclarationSite
  ) throws -> RowIterator {
    try reader.skipMark()
    let scanner = try CSVScanner(reader, form, for: site)
    let start = Place(path: reader.path, line: 1, column: 1)
    var isFirst = !shape.columns.isEmpty
    var header =
      isFirst
      ? try CSVHeader(
        shape.columns, at: shape.columns.map { _ in start }, "a text in columns:", shape.naming)
      : try scanner.next { try CSVHeader($0, shape.naming) }
    header?.missing = shape.missing
    guard let header else {
      throw UsageError(
        "The file is empty; expected a first row with the names of the columns.", at: start)
    }
    return RowIterator {
      try scanner.next { record in
        defer { isFirst = false }
        guard isFirst, record.texts == header.columns.keys else { return header.row(of: record) }
        return .mistake(
          UsageError(
            "The first row holds the names of the columns, which are named in code as well. Leave "
              + "out columns: there.", at: record.place), named: nil)
      }
    }
  }

  /// Reads the first row. Throws ``UsageError`` if its names do not distinguish columns.
  init(_ record: CSVRecord, _ naming: RowNaming) throws {
    if let problem = record.problem { throw problem }
    try self.init(
      record.cells.map { try record.text(of: $0) }, at: record.cells.map(record.place),
      "a text in the first row", naming)
  }

  /// Throws ``UsageError`` if the names do not distinguish columns.
  ///
  /// - Parameter expected: Where a name belongs, for messages.
  init(_ names: [String], at places: [Place], _ expected: String, _ naming: RowNaming) throws {
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      if name.isEmpty {
        throw UsageError(
          "Column \(index + 1) of \(names.count) has no name; expected \(expected) for every column.",
          at: places[index])
      }
      if let first = indices.updateValue(index, forKey: name) {
        throw UsageError(
          "The columns \(first + 1) and \(index + 1) are both named "
            + "\u{201C}\(name.shortened(to: 60))\u{201D}; expected names that differ.",
          at: places[index])
      }
    }
    columns = FieldKeys(names)
    self.naming = naming
    nameColumn = naming.isByName ? indices["name"] : nil
  }

  func row(of record: CSVRecord) -> RowResult {
    var name = nameColumn.flatMap { column in
      record.cells.indices.contains(column) ? try? record.text(of: record.cells[column]) : nil
    }
    // Formats without types cannot distinguish a missing value from an empty text.
    if name?.isEmpty == true { name = nil }
    do throws(UsageError) {
      if let problem = record.problem { throw problem }
      let lacking = columns.keys.count - record.cells.count
      if lacking < 0 || lacking > 0 && missing == .refused { throw ragged(record) }
      if naming.isRequired, name == nil {
        throw UsageError(
          "The row has no name; expected a text in the column \u{201C}name\u{201D}.",
          at: record.place)
      }
      var values: [RowValue] = []
      values.reserveCapacity(record.cells.count)
      for cell in record.cells {
        let text = try record.text(of: cell)
        values.append(RowValue(.untyped(text), line: cell.line, column: cell.column))
      }
      values += repeatElement(RowValue(.untyped("")), count: lacking)
      let fields = RowFields(values, columns)
      return .success(Row(name: name, fields: fields, place: record.place))
    } catch {
      return .mistake(error, named: name)
    }
  }

  /// The mistake that a row has more or fewer cells than there are columns.
  private func ragged(_ record: CSVRecord) -> UsageError {
    let (cells, names) = (record.cells.count, columns.keys)
    let text =
      "The row has \(cells) cell\(cells == 1 ? "" : "s"), but there "
      + (names.count == 1 ? "is 1 column" : "are \(names.count) columns")
    guard cells < names.count else {
      let cell = record.cells[names.count]
      let found = (try? record.text(of: cell)) ?? ""
      return UsageError(
        "\(text): \u{201C}\(found.shortened(to: 40))\u{201D} is in none. A cell that holds the "
          + "separator must be in quotation marks.", at: record.place(of: cell))
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

extension CSVRecord {
  /// The texts of the cells that are valid.
  fileprivate var texts: [String] { cells.compactMap { try? text(of: $0) } }
}
