import ExemplarCore
import Foundation

// Rows, their values, and the location of each, independent of formats. The rules that formats share, such as the
// meaning of text without a type, are in this file.

/// One named set of values, which knows where it was written.
public struct Row: Sendable {
  /// The name; `nil` for a row that is named by its position. An empty name counts as missing.
  public var name: String? {
    get { counted(ownName) }
    set { content.name = newValue?.nonEmpty }
  }
  /// The values. A row of a plain value has it under the key `value`.
  public var fields: RowFields {
    get { counted(own) }
    set { content.fields = newValue }
  }
  /// Where the row begins.
  public var place: Place {
    get { storage.content.place }
    set { content.place = newValue }
  }
  /// The data suites around the row, the outermost first: each becomes a group of the outline.
  package var suites: [RowSuite] {
    get { counted(ownSuites) }
    set { content.suites = newValue }
  }
  /// The folder that the row is, or the file; `nil` for a row that is only a part of a file.
  public var url: URL? {
    get { counted(location?.url) }
    set { content.location = newValue.map { RowValue(location: $0) } }
  }
  /// The values beside the rows in the file, around this row, the outermost first. The row inherits those values
  /// under keys for which it has no value itself.
  package var outerFields: [RowFields] {
    get { counted(ownOuterFields) }
    set { content.outerFields = newValue }
  }

  /// One reference, since a row is handed on many times before it is read.
  private var storage: RowStorage
  /// The keys that the author's code has read; `nil` for a row that is not tracked.
  var reads: RowReads?

  package init(
    name: String?, fields: RowFields, place: Place, suites: [RowSuite] = [], url: URL? = nil
  ) {
    self.init(
      RowContent(
        name: name?.nonEmpty, fields: fields, place: place, suites: suites,
        location: url.map { RowValue(location: $0) }))
  }

  init(_ content: consuming RowContent) { storage = RowStorage(content) }

  /// The content of the row. Reading it does not count as reading by the author's code.
  var content: RowContent {
    get { storage.content }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = RowStorage(storage.content) }
      yield &storage.content
    }
  }

  /// The keys, in the order in which they were written, the row's own first.
  public var keys: [String] { counted(allKeys) }

  var allKeys: [String] {
    if ownOuterFields.isEmpty { return own.keys }
    var known: Set<Spelling> = []
    return (own.keys + ownOuterFields.reversed().flatMap(\.keys)).filter {
      known.insert(Spelling($0)).inserted
    }
  }

  /// Whether the row has a value other than a name. A row without values may be intended.
  var hasColumns: Bool {
    own.keys.contains { $0 != "name" }
      || ownOuterFields.contains { $0.keys.contains { $0 != "name" } }
  }

  /// The value under `key`.
  ///
  /// Where the row has no value under the key, those of the groups around it have, the innermost first;
  /// the values of the innermost group alone are under `group`, and those of the one around that under
  /// `group` in it. A row also has values about itself: its name
  /// under `name`, and its folder or file under `url` and, as in ECUnitTests, `ECTestSuiteDataURL`. A
  /// row that is a file also has it under `text` and `data`.
  public subscript(key: String) -> RowValue? {
    if let index = own.table.index(of: key) {
      reads?.record(key, at: index)
      return own.values[index]
    }
    let value = valueBesideOwn(under: key)
    if value != nil { reads?.record(key, at: nil) }
    return value
  }

  /// The same as the subscript, without counting as reading by the author's code.
  func value(under key: String) -> RowValue? { own[key] ?? valueBesideOwn(under: key) }

  /// The value under a key that the row does not have itself.
  private func valueBesideOwn(under key: String) -> RowValue? {
    if key == "name", !content.isNamedOtherwise, let ownName { return RowValue(.string(ownName)) }
    for fields in ownOuterFields.reversed() {
      if let value = fields[key] { return value }
    }
    switch key {
    case "name": return ownName.map { RowValue(.string($0)) }
    case "url", "ECTestSuiteDataURL": return location
    case "text", "data":
      guard let value = own["value"], case .file = value.content else { return .none }
      return value
    case "group": return ownOuterFields.groupValue
    default: return .none
    }
  }

  /// The innermost values around the row that have one under `key`.
  func outerFields(holding key: String) -> RowFields? { ownOuterFields.last { $0[key] != nil } }

  /// A value, after noting that the author's code may have read any.
  private func counted<Value>(_ value: Value) -> Value {
    reads?.recordAll()
    return value
  }

  /// The place of a value of this row, which is the one under `key` or lies in it.
  func place(of value: RowValue, under key: String? = nil) -> Place {
    let origins = storage.content.origins
    let origin = origins.isEmpty ? place : key.flatMap { origins[$0] } ?? place
    return value.line == 0 && value.path == nil
      ? origin
      : Place(path: value.path ?? origin.path, line: Int(value.line), column: Int(value.column))
  }
}

extension Row {
  /// The same as the properties without `own`, without counting as reading by the author's code.
  var ownName: String? { storage.content.name }
  var own: RowFields { storage.content.fields }
  var ownSuites: [RowSuite] { storage.content.suites }
  var ownOuterFields: [RowFields] { storage.content.outerFields }
  var location: RowValue? { storage.content.location }

  /// Whether all of its values are in its own lines of its file.
  var isApart: Bool {
    ownSuites.isEmpty && ownOuterFields.isEmpty && storage.content.origins.isEmpty
  }

  /// The files of which any change concerns the row, whichever lines it changes.
  var otherFiles: [String] {
    let others = storage.content.origins.values.map(\.path)
    return Set(others + (ownSuites.isEmpty && ownOuterFields.isEmpty ? [] : [place.path])).sorted()
  }
}

/// All values that a row consists of.
struct RowContent: Sendable {
  var name: String?
  var fields: RowFields
  var place: Place
  var suites: [RowSuite] = []
  /// The values around the row in its file, the outermost first.
  var outerFields: [RowFields] = []
  /// The folder that the row is, or the file; `nil` if it is just a part of a file.
  var location: RowValue?
  /// Makes the value of a row that is no data.
  var object: (@Sendable () throws -> Any)?
  /// Whether a column or code names the row, so that its key `name` is one like the others.
  var isNamedOtherwise = false
  /// Where the rows begin that values came from, for values of a combined row that came from another
  /// row than the one at `place`.
  var origins: [Spelling: Place] = [:]
  /// The columns that code renamed, and whether the row had them.
  var renamings: [Spelling: Bool] = [:]
  /// Whether another row may have the same name.
  var mayRepeat = false
  /// A doubt of its reader about it, which is reported once for its outline.
  var note: UsageError?
  /// Whether it stands for an element that its source counts and leaves out.
  var isSkipped = false
  /// Whether that element is a list of rows that is missing.
  var isAbsent = false
}

/// Holds the content of a row, which changes only while it has one owner.
private final class RowStorage: @unchecked Sendable {
  @exclusivity(unchecked) var content: RowContent

  init(_ content: consuming RowContent) { self.content = content }
}

extension Row: CustomStringConvertible {
  /// The row by its name, and its values as people read them.
  public var description: String { "\(title) (\(valuesText))" }

  /// The values as people read them: `a: 2, b: 3`.
  package var valuesText: String {
    // A character may have several bytes.
    counted(own).columns(limit: 10_000, without: "name").valuesText
  }

  /// Returns the values that people need to see of a row, as they read them.
  ///
  /// Of a wide row, these are the values that the example read, and the others that differ from those of the
  /// previous row.
  func columns(read: [String], _ looks: WalkNotes, after previous: RowFields?) -> [RowColumn] {
    shownFields(read: read, after: previous).columns(limit: 4_000, without: "name", looking: looks)
  }

  private func shownFields(read: [String], after previous: RowFields?) -> RowFields {
    let isNarrow = own.keys.count <= Self.fewKeys
    let outer = read.filter { own[$0] == nil && $0 != "name" && $0 != "group" && location == nil }
    if isNarrow, outer.isEmpty { return own }
    let others = own.keys.filter { isNarrow || !read.contains($0) && previous?[$0] != own[$0] }
    return RowFields(
      (isNarrow ? others + outer : read + others)
        .compactMap { key in value(under: key).map { (key, $0) } })
  }

  /// How many columns are shown whether they were read or not.
  private static let fewKeys = 8

  /// The row in messages, which give its place too: by its name, if it has one.
  var title: String {
    if let ownName { return "row \u{201C}\(ownName)\u{201D}" }
    return "a row"
  }
}

extension [RowColumn] {
  /// The values on one line: `a: 2, b: "3" → 3`.
  var valuesText: String {
    map { "\($0.name): \($0.value)" + ($0.read.map { " → \($0)" } ?? "") }
      .joined(separator: ", ").shortened(to: 200)
  }
}

extension [RowFields] {
  /// The values of the innermost group, with those of the groups around it under `group`.
  fileprivate var groupValue: RowValue? {
    reduce(nil) { outer, fields in
      var fields = fields
      if let outer { _ = fields.add(outer, for: "group") }
      return RowValue(.object(fields))
    }
  }
}

extension RowValue {
  /// The fields of a row that is written as this value.
  var fieldsOfRow: RowFields {
    if case .object(let fields) = content { return fields }
    return RowFields([self], FieldKeys.value)
  }
}
