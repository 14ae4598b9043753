import ExemplarCore
import ExemplarRows
import Foundation

/// A data file as an author would declare it: where its rows are, and its columns with their types.
struct DataFile {
  private(set) var url: URL
  /// The path to the rows; empty if they are at the top.
  private(set) var each: String
  private(set) var columns: [DataColumn] = []
  private var takesMetadata = true
  private(set) var rows = 0
  /// The errors of rows that cannot be read.
  private(set) var mistakes: [UsageError] = []
  private(set) var isNamed = true
  /// Whether rows without their last cells, or texts in the place of rows, are allowed, without which not all rows
  /// can be read.
  private(set) var isLenient = false
  /// Whether two rows of one group have the same name.
  private(set) var repeatsNames = false

  /// Reads a file whose extension determines its format.
  ///
  /// - Parameter each: The path to the rows; `nil` if it has to be found.
  init(_ url: URL, each: String?) async throws {
    let each = if let each { each } else { try await Self.pathToRows(in: url) }
    self = try await DataFile(url, each, isLenient: false)
    if !mistakes.isEmpty, let other = try? await DataFile(url, each, isLenient: true),
      other.mistakes.isEmpty
    {
      self = other
    }
  }

  private init(_ url: URL, _ each: String, isLenient: Bool) async throws {
    (self.url, self.each, self.isLenient) = (url, each, isLenient)
    takesMetadata = RowSource.file(url)?.takesMetadata ?? true
    var names: Set<[String]> = []
    for row in try await Self.rows(of: url, each: each, isLenient) {
      switch row {
      case .success(let row): add(row, &names)
      case .failure(let invalid): mistakes.append(invalid.mistake)
      }
    }
    if rows > 0 { return }
    throw mistakes.first
      ?? UsageError("There are no rows in \(url.lastPathComponent).", at: Place(path: url.path))
  }

  /// Whether a path can lead to the rows of a file.
  static func takesPath(_ url: URL) -> Bool {
    !["csv", "tsv", "testsuite"].contains(url.pathExtension.lowercased())
  }

  private static func rows(
    of url: URL, each: String = "", _ isLenient: Bool = false
  ) async throws -> [RowResult] {
    let path = each.isEmpty ? RowPath([]) : RowPath(stringLiteral: each)
    let source = RowSource.file(
      url, each: path, skipping: isLenient ? .strings : [], missing: isLenient ? .empty : .refused)
    guard let source else {
      throw UsageError(FileCheck.problem(ofName: url.lastPathComponent, at: url.path).0)
    }
    let site = DeclarationSite(module: "", place: Place(path: url.path))
    let iterator = try await source.rows(for: site)
    var rows: [RowResult] = []
    while let row = try await iterator.next() { rows.append(row) }
    return rows
  }

  private static func pathToRows(in url: URL) async throws -> String {
    guard takesPath(url) else { return "" }
    var (members, elements) = (RowFields(), [RowValue]())
    for case .success(let row) in try await rows(of: url) {
      let isPlain = row.fields.keys == ["value"]
      let value = isPlain ? row["value"] ?? .init(.null) : RowValue(.object(row.fields))
      if let name = row.name, row.fields["name"]?.text != name {
        members[name] = value
      } else {
        elements.append(value)
      }
    }
    let top = RowValue(members.keys.isEmpty ? .array(elements) : .object(members))
    if let steps = top.stepsToRows { return steps.joined(separator: ".") }
    let lists = members.keys.filter { members[$0]?.stepsToRows != nil }
    if lists.isEmpty { return "" }
    throw UsageError(
      "The file has several lists of rows: \(lists.joined(separator: ", ")). Choose one with --each.",
      at: Place(path: url.path))
  }

  private mutating func add(_ row: Row, _ names: inout Set<[String]>) {
    rows += 1
    let group = row.suites.map(\.name)
    isNamed = isNamed && row.name != nil
    if let name = row.name, !names.insert(group + [name]).inserted { repeatsNames = true }
    for key in row.keys {
      let index = columns.firstIndex { $0.name.isSpelled(as: key) } ?? columns.endIndex
      if index == columns.endIndex {
        columns.append(DataColumn(name: key, isMetadata: takesMetadata))
      }
      columns[index].add(row, in: group)
    }
  }

  /// The columns that become parameters: without the name, if it is the name of each row, and without
  /// metadata, which outlines read themselves.
  var parameters: [DataColumn] {
    let values = columns.filter { !($0.isMetadata || $0.name == "name" && isNamed) }
    return values.isEmpty ? columns : values
  }

  /// Whether the outline takes some columns as metadata, which its source states.
  var hasMetadata: Bool {
    columns.contains(where: \.isMetadata) && !parameters.contains(where: \.isMetadata)
  }

  /// The first column that can name the rows, if they have no names.
  var namingColumn: String? {
    isNamed ? nil : columns.first { !$0.isMetadata && $0.canName && $0.filled == rows }?.name
  }
}

/// One column of a data file.
struct DataColumn {
  let name: String
  /// The number of rows with a value.
  private(set) var filled = 0
  private(set) var isMetadata: Bool
  /// The types that can read all values so far, the most precise first.
  private var types = Self.types
  /// Short texts, one for each row; `nil` if rows of one group have the same, or none.
  private var texts: Set<[String]>? = []

  init(name: String, isMetadata: Bool) { (self.name, self.isMetadata) = (name, isMetadata) }

  mutating func add(_ row: Row, in group: [String]) {
    isMetadata = isMetadata && row.isMetadata(name)
    switch row[name]?.content {
    case nil, .null, .untyped(""): return
    case .untyped(let text)
    where text.wholeMatch(of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/) == nil:
      // An article number with a leading zero is a text, although it can be read as a number.
      types.removeAll { $0.name == "Int" || $0.name == "Double" }
    default: break
    }
    filled += 1
    types.removeAll { !$0.reads(row, name) }
    guard let text = row[name]?.text, (1...80).contains(text.count),
      !text.contains(where: \.isNewline), texts?.insert(group + [text]).inserted == true
    else { return texts = nil }
  }

  /// The name of the first type that can read all values.
  var type: String { filled == 0 ? "String" : types.first?.name ?? "RowValue" }
  var needsFoundation: Bool { ["Date", "UUID", "Data"].contains(type) }
  var canName: Bool { type == "String" && texts != nil }

  private typealias ColumnType = (name: String, reads: @Sendable (Row, String) -> Bool)
  private static let types = [
    type(Int.self, "Int"), type(Double.self, "Double"), type(Bool.self, "Bool"),
    type(Date.self, "Date"), type(UUID.self, "UUID"), type(String.self, "String"),
    type(Data.self, "Data"), type([Int].self, "[Int]"), type([Double].self, "[Double]"),
    type([String].self, "[String]"), type(RowFields.self, "RowFields"),
    type([RowFields].self, "[RowFields]"), type(RowValue.self, "RowValue"),
  ]

  private static func type<Value: Decodable & SendableMetatype>(
    _ type: Value.Type, _ name: String
  ) -> ColumnType {
    (name, { row, key in (try? row.decode(key, as: type)) != nil })
  }
}

extension RowValue {
  /// The steps to the rows in the value of a file; `nil` unless they are in one place.
  ///
  /// Rows are the objects in a list. If each of them contains one list of objects itself, and all have it under the same
  /// key, they are groups of rows.
  fileprivate var stepsToRows: [String]? {
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
