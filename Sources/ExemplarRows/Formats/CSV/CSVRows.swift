import ExemplarCore
import Foundation

extension RowFormat {
  static let csv = table("csv", separator: ",")
  static let tsv = table("tsv", separator: "\t")

  fileprivate static func table(_ ending: String, separator: Character) -> RowFormat {
    RowFormat(
      endings: [ending],
      .stream { reader, naming, site in
        try CSVRows.iterator(
          over: reader, separator: CSVRows.byte(of: separator, for: site), naming: naming)
      })
  }
}

extension RowSource {
  /// The rows of a CSV file, as RFC 4180 defines it: the first row names the columns, and the column
  /// `name` names the rows. A row that is wrong by itself, such as one with too few cells, is a
  /// failing row. Blank lines are skipped.
  ///
  /// The file is read as the rows are asked for, in memory that does not grow with their number. A
  /// row may be 64 MB long. Cells are text, and become what they are decoded as: a number, a date,
  /// a truth value (`true`, `yes`, `1`), …; an empty cell is `nil` for an optional.
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without `.csv`.
  ///   - bundle: Where the file is; without one it is looked for in the resources of the module that
  ///     declares the outline, then beside the file that declares it.
  ///   - separator: What stands between cells: an ASCII character, such as the semicolon that
  ///     spreadsheets write where the comma is the decimal point.
  ///   - naming: Whether every row must have a name.
  public static func csv(
    _ name: String, in bundle: Bundle? = nil, separator: Character = ",",
    named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(.table("csv", separator: separator), .named(name, in: bundle), naming)
  }

  /// The rows of the CSV file at a URL.
  public static func csv(
    _ url: URL, separator: Character = ",", named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(.table("csv", separator: separator), .at(url), naming)
  }

  /// The rows of a CSV text, as if it stood in a file.
  ///
  /// - Parameter path: The name of the text in messages.
  public static func csv(
    text: String, path: String, separator: Character = ",", named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(.table("csv", separator: separator), text: text, path: path, naming)
  }

  /// The rows of a TSV file: CSV with tabs between the cells.
  public static func tsv(
    _ name: String, in bundle: Bundle? = nil, named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(.tsv, .named(name, in: bundle), naming)
  }

  /// The rows of the TSV file at a URL.
  public static func tsv(_ url: URL, named naming: RowNaming = .optional) -> RowSource {
    RowSource(.tsv, .at(url), naming)
  }

  /// The rows of a TSV text, as if it stood in a file.
  ///
  /// - Parameter path: The name of the text in messages.
  public static func tsv(
    text: String, path: String, named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(.tsv, text: text, path: path, naming)
  }
}

/// Makes rows of the records of a CSV file.
enum CSVRows {
  static func iterator(
    over reader: ByteReader, separator: UInt8, naming: RowNaming
  ) throws -> RowIterator {
    try reader.skipMark()
    let scanner = CSVScanner(reader, separator: separator)
    guard let header = try scanner.next({ try CSVHeader($0) }) else {
      throw AuthoringMistake(
        "The file is empty; expected a first row with the names of the columns.",
        at: Place(path: reader.path, line: 1, column: 1))
    }
    return RowIterator { try scanner.next { header.row(of: $0, naming: naming) } }
  }

  /// The separator as it stands in files.
  static func byte(of separator: Character, for site: DeclarationSite) throws -> UInt8 {
    guard let byte = separator.asciiValue, separator != "\"", !separator.isNewline, byte != 0 else {
      throw AuthoringMistake(
        "The separator \(String(separator).debugDescription) cannot separate cells; expected "
          + "one ASCII character other than a quotation mark or a new line.", at: site.place)
    }
    return byte
  }
}

/// The names of the columns.
struct CSVHeader {
  private let columns: RowFields
  private let nameColumn: Int?

  /// Reads the first row. Throws ``AuthoringMistake`` if its names do not tell columns apart.
  init(_ record: CSVRecord) throws {
    if let problem = record.problem { throw problem }
    var columns = RowFields()
    for (index, cell) in record.cells.enumerated() {
      let name = try record.text(of: cell)
      guard !name.isEmpty else {
        throw AuthoringMistake(
          "Column \(index + 1) of \(record.cells.count) has no name; expected a text in the first "
            + "row for every column.", at: record.place(of: cell))
      }
      let column = RowValue(.untyped(name), line: cell.line, column: cell.column)
      if !columns.add(column, for: name) {
        let first = (columns.keys.firstIndex(of: name) ?? 0) + 1
        throw AuthoringMistake(
          "The columns \(first) and \(index + 1) are both named "
            + "\u{201C}\(name.shortened(to: 60))\u{201D}; expected names that differ.",
          at: record.place(of: cell))
      }
    }
    self.columns = columns
    nameColumn = columns.keys.firstIndex(of: "name")
  }

  /// The row that a record is.
  func row(of record: CSVRecord, naming: RowNaming) -> RowOrMistake {
    var name = nameColumn.flatMap { column in
      record.cells.indices.contains(column) ? try? record.text(of: record.cells[column]) : nil
    }
    // Formats without types cannot tell nothing from an empty text.
    if name?.isEmpty == true { name = nil }
    do throws(AuthoringMistake) {
      if let problem = record.problem { throw problem }
      if record.cells.count != columns.keys.count { throw ragged(record) }
      if naming == .required, name == nil {
        throw AuthoringMistake(
          "The row has no name; expected a text in the column \u{201C}name\u{201D}.",
          at: record.place)
      }
      var values: [RowValue] = []
      values.reserveCapacity(record.cells.count)
      for cell in record.cells {
        let text = try record.text(of: cell)
        values.append(RowValue(.untyped(text), line: cell.line, column: cell.column))
      }
      let fields = RowFields(values, keyedAs: columns)
      return .row(Row(name: name, fields: fields, place: record.place))
    } catch {
      return .mistake(error, named: name)
    }
  }

  /// The mistake that a row has more or fewer cells than there are columns.
  private func ragged(_ record: CSVRecord) -> AuthoringMistake {
    let (cells, names) = (record.cells.count, columns.keys)
    let text =
      "The row has \(cells) cell\(cells == 1 ? "" : "s"), but there "
      + (names.count == 1 ? "is 1 column" : "are \(names.count) columns")
    guard cells < names.count else {
      let cell = record.cells[names.count]
      let found = (try? record.text(of: cell)) ?? ""
      return AuthoringMistake(
        "\(text): \u{201C}\(found.shortened(to: 40))\u{201D} is in none. A cell that holds the "
          + "separator must be in quotation marks.", at: record.place(of: cell))
    }
    let missing = names[cells...].map { "\u{201C}\($0.shortened(to: 40))\u{201D}" }
    let shown = missing.prefix(8).joined(separator: ", ")
    let more = missing.count > 8 ? " and \(missing.count - 8) more" : ""
    return AuthoringMistake(
      "\(text): there is nothing in \(shown)\(more). Write the separators also where cells are empty.",
      at: record.place)
  }
}
