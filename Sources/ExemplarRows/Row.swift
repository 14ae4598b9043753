import ExemplarCore
import Foundation

/// One named set of values, which knows where it was written.
public struct Row: Sendable, Hashable {
  /// The name; `nil` if the row has none, in which case it is called by its position. An empty name is
  /// none.
  public var name: String? { didSet { name = name?.nonEmpty } }
  /// The values. A row of a plain value has it under the key `value`.
  public var fields: RowFields
  /// Where the row begins.
  public var place: Place
  /// The data suites around the row, the outermost first: each becomes a group of the outline.
  public var suites: [RowSuite]
  /// The folder that the row is, or the file; `nil` for a row that is only a part of a file.
  public var url: URL?
  /// Where the rows begin that values came from, for values of a combined row that came from another
  /// row than the one at `place`.
  var origins: [String: Place] = [:]

  public init(
    name: String?, fields: RowFields, place: Place, suites: [RowSuite] = [], url: URL? = nil
  ) {
    self.name = name?.nonEmpty
    self.fields = fields
    self.place = place
    self.suites = suites
    self.url = url
  }

  /// Whether the example ends where the body would begin.
  var isOnlyRead = false

  /// The keys, in the order in which they were written.
  public var keys: [String] { fields.keys }

  /// The value under `key`.
  ///
  /// What a row knows of itself can be asked for as well, where no value has the same key: its name
  /// under `name`, and its folder or file under `url` and, as in ECUnitTests, `ECTestSuiteDataURL`. A
  /// row that is a file also has it under `text` and `data`.
  public subscript(key: String) -> RowValue? {
    if let value = fields[key] { return value }
    switch key {
    case "name": return name.map { RowValue(.string($0)) }
    case "url", "ECTestSuiteDataURL": return url.map { RowValue(.file($0)) }
    case "text", "data":
      guard let value = fields["value"], case .file = value.content else { return .none }
      return value
    default: return .none
    }
  }

  /// The values as people read them: `a: 2, b: 3`.
  public var valuesText: String {
    var text = ""
    // A character may have several bytes.
    fields.describe(&text, limit: 10_000, without: "name")
    return text.shortened(to: 200)
  }

  /// The place of a value of this row, which is the one under `key` or lies in it.
  func place(of value: RowValue, under key: String? = nil) -> Place {
    let origin = key.flatMap { origins[$0] } ?? place
    return value.line == 0 && value.path == nil
      ? origin
      : Place(path: value.path ?? origin.path, line: Int(value.line), column: Int(value.column))
  }

  /// How messages call the row.
  var title: String { name.map { "row \u{201C}\($0)\u{201D}" } ?? "a row" }
}

/// What a row source gives: a row, or a row that is wrong by itself.
public enum SourcedRow: Sendable {
  case row(Row)
  case mistake(AuthoringMistake, named: String?, in: [RowSuite] = [])
}
