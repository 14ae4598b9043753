import ExemplarCore
import ExemplarRows
import Foundation

/// The columns of a data file, each with the type that can read all of its values.
struct DataColumns {
  private(set) var columns: [DataColumn] = []
  private(set) var rows = 0
  /// The rows that cannot be read.
  private(set) var mistakes: [UsageError] = []
  /// Whether each row has a name.
  private(set) var isNamed = true
  /// Whether two rows of one group have the same name.
  private(set) var repeatsNames = false
  private var indices: [String: Int] = [:]
  private var names: Set<[String]> = []
  private var (members, elements): (RowFields, [RowValue]) = (RowFields(), [])

  /// Reads all rows. Throws an error if the file cannot be read.
  init(_ source: RowSource, at path: String) async throws {
    let site = DeclarationSite(module: "", place: Place(path: path))
    let iterator = try await source.rows(for: site)
    while let row = try await iterator.next() {
      switch row {
      case .success(let row): add(row)
      case .failure(let invalid): mistakes.append(invalid.mistake)
      }
    }
  }

  /// The rows as the value that a file is: an object if they are named by its keys, or else an array.
  var top: RowValue {
    RowValue(members.keys.isEmpty ? .array(elements) : .object(members))
  }

  private mutating func add(_ row: Row) {
    rows += 1
    let fields = row.fields
    let value = fields.keys == ["value"] ? fields["value"] : nil
    if let name = row.name, fields["name"]?.text != name {
      members[name] = value ?? RowValue(.object(fields))
    } else {
      elements.append(value ?? RowValue(.object(fields)))
    }
    let suites = row.suites.map(\.name)
    if let name = row.name {
      if !names.insert(suites + [name]).inserted { repeatsNames = true }
    } else {
      isNamed = false
    }
    for key in row.keys {
      if indices[key] == nil {
        indices[key] = columns.count
        columns.append(DataColumn(name: key))
      }
      if let index = indices[key] { columns[index].add(row, in: suites) }
    }
  }

  /// The columns that become parameters: without the name, if it is the name of each row, and without
  /// metadata, which outlines read themselves.
  var parameters: [DataColumn] {
    let values = columns.filter { !($0.isMetadata || $0.name == "name" && isNamed) }
    return values.isEmpty ? columns : values
  }

  /// The name of the column that can name the rows, if they have no names: the first one with short texts that differ.
  var namingColumn: String? {
    isNamed ? nil : columns.first { $0.canName && $0.filled == rows }?.name
  }

  /// The type of a column, which is optional if a row has no value in it.
  func type(of column: DataColumn) -> String {
    column.type + (column.filled < rows ? "?" : "")
  }
}

/// One column of a data file.
struct DataColumn {
  let name: String
  /// The number of rows with a value.
  private(set) var filled = 0
  private(set) var isMetadata = true
  /// The types that can read all values so far, the most precise first.
  private var types = ColumnType.all
  /// Whether all values are short texts that differ from each other in their group.
  private var differs = true
  private var texts: Set<[String]> = []

  init(name: String) { self.name = name }

  mutating func add(_ row: Row, in suites: [String]) {
    isMetadata = isMetadata && row.isMetadata(name)
    guard let value = row[name] else { return }
    var text: String?
    switch value.content {
    case .null, .untyped(""): return
    case .untyped(let written):
      text = written
      // An article number with a leading zero is a text, although it can be read as a number.
      if written.wholeMatch(of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/) == nil {
        types.removeAll(where: \.isNumber)
      }
    case .string(let written): text = written
    default: break
    }
    filled += 1
    types.removeAll { !$0.reads(row, name) }
    guard differs else { return }
    let isShort = text.map { (1...80).contains($0.count) && !$0.contains(where: \.isNewline) }
    differs = isShort == true && texts.insert(suites + [text ?? ""]).inserted
  }

  /// The name of the first type that can read all values.
  var type: String { filled == 0 ? "String" : types.first?.name ?? "RowValue" }

  /// Whether the type is one of Foundation.
  var needsFoundation: Bool { filled > 0 && types.first?.isOfFoundation == true }

  /// Whether its values can name rows.
  var canName: Bool { type == "String" && differs }
}

/// A type of a column.
private struct ColumnType: Sendable {
  let name: String
  var isNumber = false
  var isOfFoundation = false
  /// Whether the type can read the value of a row, as an outline does.
  let reads: @Sendable (Row, String) -> Bool

  init<Value: Decodable & SendableMetatype>(
    _ type: Value.Type, _ name: String, isNumber: Bool = false, isOfFoundation: Bool = false
  ) {
    self.name = name
    self.isNumber = isNumber
    self.isOfFoundation = isOfFoundation
    reads = { row, key in (try? row.decode(key, as: type)) != nil }
  }

  static let all = [
    ColumnType(Int.self, "Int", isNumber: true),
    ColumnType(Double.self, "Double", isNumber: true),
    ColumnType(Decimal.self, "Decimal", isNumber: true, isOfFoundation: true),
    ColumnType(Bool.self, "Bool"),
    ColumnType(Date.self, "Date", isOfFoundation: true),
    ColumnType(UUID.self, "UUID", isOfFoundation: true),
    ColumnType(String.self, "String"),
    ColumnType(Data.self, "Data", isOfFoundation: true),
    ColumnType([Int].self, "[Int]"),
    ColumnType([Double].self, "[Double]"),
    ColumnType([Bool].self, "[Bool]"),
    ColumnType([String].self, "[String]"),
    ColumnType(RowFields.self, "RowFields"),
    ColumnType([RowFields].self, "[RowFields]"),
    ColumnType(RowValue.self, "RowValue"),
  ]
}

/// A data file as an author would declare it: where its rows are, and what names them.
struct DataFile {
  let url: URL
  let columns: DataColumns
  /// The path to the rows; empty if they are at the top.
  let each: String
  /// Whether a group has rows of equal names, or the file groups.
  private(set) var repeatsNames: Bool

  /// Whether a path can lead to the rows of a file.
  static func takesPath(_ url: URL) -> Bool {
    !["csv", "tsv", "testsuite"].contains(url.pathExtension.lowercased())
  }

  /// Reads a file whose extension determines its format.
  ///
  /// - Parameter each: The path to the rows; `nil` if it has to be found.
  init(_ url: URL, each: String?) async throws {
    func read(_ each: String, named naming: RowNaming = .optional) async throws -> DataColumns {
      let path = each.isEmpty ? RowPath.top : RowPath(stringLiteral: each)
      guard let source = RowSource.file(url, each: path, named: naming) else {
        throw UsageError(FileCheck.problem(ofName: url.lastPathComponent, at: url.path).0)
      }
      return try await DataColumns(source, at: url.path)
    }
    self.url = url
    var found = try await read(each ?? "")
    let path = try each ?? (Self.takesPath(url) ? found.top.pathToRows(in: url) : "")
    if each == nil, !path.isEmpty { found = try await read(path) }
    guard found.rows > 0 else {
      throw found.mistakes.first
        ?? UsageError("There are no rows in \(url.lastPathComponent).", at: Place(path: url.path))
    }
    (columns, self.each, repeatsNames) = (found, path, found.repeatsNames)
    if let column = found.namingColumn {
      let named = try await read(path, named: RowNaming(stringLiteral: column))
      // The column names the groups too.
      repeatsNames = named.repeatsNames || named.mistakes.count > found.mistakes.count
    }
  }
}

extension RowValue {
  /// The path to the rows in the value of a file; empty if they are at its top.
  fileprivate func pathToRows(in url: URL) throws -> String {
    if let steps = stepsToRows { return steps.joined(separator: ".") }
    guard case .object(let fields) = content else { return "" }
    let lists = fields.keys.filter { fields[$0]?.stepsToRows != nil }
    if lists.isEmpty { return "" }
    throw UsageError(
      "The file has several lists of rows: \(lists.joined(separator: ", ")). Choose one with --each.",
      at: Place(path: url.path))
  }

  /// The steps to the rows; `nil` if there is no list of objects, or not one alone.
  ///
  /// Rows are the objects in a list. If each of them contains one list of objects itself, and all have it under the same
  /// key, they are groups of rows.
  private var stepsToRows: [String]? {
    switch content {
    case .array(let elements):
      let isObjects = elements.allSatisfy { if case .object = $0.content { true } else { false } }
      guard isObjects, let first = elements.first else { return nil }
      let steps = first.stepsToRows
      return elements.allSatisfy { $0.stepsToRows == steps } ? steps ?? [] : []
    case .object(let fields):
      let found = fields.keys.compactMap { key in
        fields[key]?.stepsToRows.map { (key: key, steps: $0) }
      }
      guard let first = found.first else { return nil }
      if found.count == 1 {
        return [first.key.replacing(/[.*\\]/) { "\\\($0.output)" }] + first.steps
      }
      let isEach = found.count == fields.keys.count && found.allSatisfy { $0.steps == first.steps }
      return isEach ? ["*"] + first.steps : nil
    default: return nil
    }
  }
}
