import ExemplarCore
import Foundation

// Rows, their values, and where each was written. They know no format: what formats have in common,
// such as the meaning of text without a type, stands here.

/// One named set of values, which knows where it was written.
public struct Row: Sendable, Hashable {
  /// The name; `nil` if the row has none and is known by its position. An empty name is none.
  public var name: String? {
    get {
      noteAll()
      return ownName
    }
    set { parts.name = newValue?.nonEmpty }
  }
  /// The values. A row of a plain value has it under the key `value`.
  public var fields: RowFields {
    get {
      noteAll()
      return own
    }
    set { parts.fields = newValue }
  }
  /// Where the row begins.
  public var place: Place {
    get { content.parts.place }
    set { parts.place = newValue }
  }
  /// The data suites around the row, the outermost first: each becomes a group of the outline.
  public var suites: [RowSuite] {
    get {
      noteAll()
      return ownSuites
    }
    set { parts.suites = newValue }
  }
  /// The folder that the row is, or the file; `nil` for a row that is only a part of a file.
  public var url: URL? {
    get {
      noteAll()
      return location?.url
    }
    set { parts.location = newValue.map(RowLocation.init) }
  }
  /// What stands in the file beside the rows, around this one, the outermost first. The row has these
  /// values too, where it has no value of its own under their key.
  public var groups: [RowFields] {
    get {
      noteAll()
      return ownGroups
    }
    set { parts.groups = newValue }
  }

  /// One reference, since a row is handed on many times before it is read.
  private var content: RowContent
  /// What the author's code has read of the row.
  var notes = RowNotes()

  public init(
    name: String?, fields: RowFields, place: Place, suites: [RowSuite] = [], url: URL? = nil
  ) {
    self.init(
      RowParts(
        name: name?.nonEmpty, fields: fields, place: place, suites: suites,
        location: url.map(RowLocation.init)))
  }

  init(_ parts: RowParts) { content = RowContent(parts) }

  /// What the row holds, for code that is no author's.
  var parts: RowParts {
    get { content.parts }
    _modify {
      if !isKnownUniquelyReferenced(&content) { content = RowContent(content.parts) }
      yield &content.parts
    }
  }

  /// The keys, in the order in which they were written, the row's own first.
  public var keys: [String] {
    noteAll()
    return allKeys
  }

  var allKeys: [String] {
    if ownGroups.isEmpty { return own.keys }
    var keys = own.keys
    var known = Set(keys)
    for group in ownGroups.reversed() {
      keys += group.keys.filter { known.insert($0).inserted }
    }
    return keys
  }

  /// Whether there is anything to read beside a name. A row of nothing may be there for what it leaves out.
  var hasColumns: Bool {
    own.keys.contains { $0 != "name" } || ownGroups.contains { $0.keys.contains { $0 != "name" } }
  }

  /// The value under `key`.
  ///
  /// Where the row has no value under the key, those of the groups around it have, the innermost first;
  /// the values of the innermost group alone are under `group`, and those of the one around that under
  /// `group` in it. A row also answers for what it knows about itself: its name
  /// under `name`, and its folder or file under `url` and, as in ECUnitTests, `ECTestSuiteDataURL`. A
  /// row that is a file also has it under `text` and `data`.
  public subscript(key: String) -> RowValue? {
    if let index = own.table.index(of: key) {
      notes.reads?.note(key, at: index)
      return own.values[index]
    }
    let value = valueBesideOwn(under: key)
    if value != nil { notes.reads?.note(key, at: nil) }
    return value
  }

  /// The same as the subscript, for code that is no author's.
  func value(under key: String) -> RowValue? { own[key] ?? valueBesideOwn(under: key) }

  /// The value under a key that is none of the row's own.
  private func valueBesideOwn(under key: String) -> RowValue? {
    if key == "name", !parts.isNamedOtherwise, let ownName { return RowValue(.string(ownName)) }
    for group in ownGroups.reversed() {
      if let value = group[key] { return value }
    }
    switch key {
    case "name": return ownName.map { RowValue(.string($0)) }
    case "url", "ECTestSuiteDataURL": return location?.value
    case "text", "data":
      guard let value = own["value"], case .file = value.content else { return .none }
      return value
    case "group": return ownGroups.groupValue
    default: return .none
    }
  }

  /// The innermost group that has a value under `key`.
  func group(holding key: String) -> RowFields? { ownGroups.last { $0[key] != nil } }

  /// Notes that the author's code may have read any value.
  private func noteAll() { notes.reads?.noteAll() }

  /// The place of a value of this row, which is the one under `key` or lies in it.
  func place(of value: RowValue, under key: String? = nil) -> Place {
    let origin = key.flatMap { parts.origins[$0] } ?? place
    return value.line == 0 && value.path == nil
      ? origin
      : Place(path: value.path ?? origin.path, line: Int(value.line), column: Int(value.column))
  }
}

extension Row {
  /// The same as the properties without `own`, for code that is no author's.
  var ownName: String? { content.parts.name }
  var own: RowFields { content.parts.fields }
  var ownSuites: [RowSuite] { content.parts.suites }
  var ownGroups: [RowFields] { content.parts.groups }
  var location: RowLocation? { content.parts.location }
}

/// What a row holds.
struct RowParts: Sendable {
  var name: String?
  var fields: RowFields
  var place: Place
  var suites: [RowSuite] = []
  /// What stands around the row in its file, the outermost first.
  var groups: [RowFields] = []
  var location: RowLocation?
  /// Whether a column or code names the row, so that its key `name` is one like the others.
  var isNamedOtherwise = false
  /// Where the rows begin that values came from, for values of a combined row that came from another
  /// row than the one at `place`.
  var origins: [String: Place] = [:]
  /// Whether another row may have the same name.
  var mayRepeat = false
}

/// Holds the parts of a row, which change only while they have one owner.
private final class RowContent: @unchecked Sendable {
  @exclusivity(unchecked) var parts: RowParts

  init(_ parts: RowParts) { self.parts = parts }
}

extension Row: CustomStringConvertible {
  /// The row by its name, and its values as people read them.
  public var description: String { "\(title) (\(valuesText))" }
}

extension Row {
  /// Whether both have equal names, values and places. Reading both is what that takes.
  public static func == (a: Row, b: Row) -> Bool {
    a.noteAll()
    b.noteAll()
    return a.ownName == b.ownName && a.own == b.own && a.place == b.place
      && a.ownSuites == b.ownSuites && a.ownGroups == b.ownGroups && a.location == b.location
  }

  public func hash(into hasher: inout Hasher) {
    noteAll()
    hasher.combine(ownName)
    hasher.combine(own)
    hasher.combine(place)
  }

  /// The values as people read them: `a: 2, b: 3`.
  public var valuesText: String {
    notes.reads?.noteAll()
    return text(of: own, ReadLooks())
  }

  private func text(of fields: RowFields, _ looks: ReadLooks) -> String {
    var text = ""
    // A character may have several bytes.
    fields.describe(&text, limit: 10_000, without: "name", looking: looks)
    return text.shortened(to: 200)
  }

  /// The values that people need to see of a row, as they read them.
  ///
  /// Of a wide row, these are the ones that were read, and the others that differ from those of the row
  /// before. Behind a value stands what it became when it was read, where that looks otherwise.
  func valuesText(read: [String], _ looks: ReadLooks, after previous: RowFields?) -> String {
    let outer = read.filter { own[$0] == nil && $0 != "name" && $0 != "group" && location == nil }
    if own.keys.count <= Self.fewKeys, outer.isEmpty { return text(of: own, looks) }
    let others = own.keys.filter { key in
      own.keys.count <= Self.fewKeys
        || !read.contains(key) && previous?[key]?.content != own[key]?.content
    }
    let first = own.keys.count <= Self.fewKeys ? outer : read
    let shown = RowFields(
      (own.keys.count <= Self.fewKeys ? others + first : first + others)
        .compactMap { key in value(under: key).map { (key, $0) } })
    return text(of: shown, looks)
  }

  /// How many columns are shown whether they were read or not.
  private static let fewKeys = 8

  /// The row in messages, which give its place too: by its name, if it has one.
  var title: String {
    if let ownName { return "row \u{201C}\(ownName)\u{201D}" }
    return "a row"
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
