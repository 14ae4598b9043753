import ExemplarCore

/// One named set of values, which knows where it was written.
public struct Row: Sendable, Hashable {
  /// The name; `nil` if the row has none, in which case it is called by its position.
  public var name: String?
  /// The values. A row of a plain value has it under the key `value`.
  public var fields: RowFields
  /// Where the row begins.
  public var place: Place
  /// The data suites around the row, the outermost first: each becomes a group of the outline.
  public var suites: [RowSuite]
  /// Where the rows begin that values came from, for values of a combined row that came from another
  /// row than the one at `place`.
  var origins: [String: Place] = [:]

  public init(name: String?, fields: RowFields, place: Place, suites: [RowSuite] = []) {
    self.name = name
    self.fields = fields
    self.place = place
    self.suites = suites
  }

  /// The keys, in the order in which they were written.
  public var keys: [String] { fields.keys }

  /// The value under `key`; the row's name under `name`, also where the name is not one of the
  /// values.
  public subscript(key: String) -> RowValue? {
    if let value = fields[key] { return value }
    return key == "name" ? name.map { RowValue(.string($0)) } : .none
  }

  /// The values as people read them: `a: 2, b: 3`.
  public var valuesText: String {
    keys.filter { $0 != "name" }
      .map { key in "\(key): \(fields[key].map(\.description) ?? "")" }
      .joined(separator: ", ").shortened(to: 200)
  }

  /// The place of a value of this row, which is the one under `key` or lies in it.
  func place(of value: RowValue, under key: String? = nil) -> Place {
    let origin = key.flatMap { origins[$0] } ?? place
    return value.line == 0
      ? origin : Place(path: origin.path, line: Int(value.line), column: Int(value.column))
  }

  /// How messages call the row.
  var title: String { name.map { "row \u{201C}\($0)\u{201D}" } ?? "a row" }
}

/// What a row source gives: a row, or a row that is wrong by itself.
public enum SourcedRow: Sendable {
  case row(Row)
  case mistake(AuthoringMistake, named: String?, in: [RowSuite] = [])
}
