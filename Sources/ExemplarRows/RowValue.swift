import ExemplarCore
import Foundation

/// A value of a row, with the position at which it was written.
public struct RowValue: Sendable, Hashable {
  /// What the value is.
  public var content: Content
  /// The line, counted from 1; 0 where the format has none.
  public var line: Int32
  /// The column, counted from 1; 0 where it is not known.
  public var column: Int32

  public init(_ content: Content, line: Int32 = 0, column: Int32 = 0) {
    self.content = content
    self.line = line
    self.column = column
  }

  /// The kinds of values that formats have.
  public enum Content: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number as it was written, so that no digit is lost.
    case number(String)
    case string(String)
    /// Text of a format without types, such as CSV: it becomes what it is decoded as.
    case untyped(String)
    case date(Date)
    case data(Data)
    case array([RowValue])
    case object(RowFields)
  }

  /// The word for the kind of the value, for messages.
  var kind: String {
    switch content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): "the number \(text.shortened(to: 40))"
    case .string(let text), .untyped(let text):
      "the text \u{201C}\(text.shortened(to: 40))\u{201D}"
    case .date: "the date \(self)"
    case .data(let data): "\(data.count) bytes of data"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Named values in the order in which they were written.
public struct RowFields: Sendable, Hashable {
  public private(set) var keys: [String] = []
  private var indices: [String: Int] = [:]
  private var values: [RowValue] = []

  public init() {}

  /// The values of `keys`, one for each. Fields of one table share their keys.
  init(_ values: [RowValue], keyedAs other: RowFields) {
    precondition(values.count == other.keys.count)
    keys = other.keys
    indices = other.indices
    self.values = values
  }

  public subscript(key: String) -> RowValue? { indices[key].map { values[$0] } }

  /// Puts a value in the place of the one under `key`, or after the others.
  mutating func set(_ value: RowValue, for key: String) {
    if let index = indices[key] { values[index] = value } else { _ = add(value, for: key) }
  }

  /// Adds a value; `false`, without a change, if the key is there already.
  mutating func add(_ value: RowValue, for key: String) -> Bool {
    guard indices[key] == nil else { return false }
    indices[key] = values.count
    keys.append(key)
    values.append(value)
    return true
  }
}

extension RowValue: CustomStringConvertible {
  /// The value as people read it, on one line.
  public var description: String {
    switch content {
    case .null: "null"
    case .bool(let value): String(value)
    case .number(let text): text
    case .string(let text), .untyped(let text): text.debugDescription
    case .date(let date): date.formatted(.iso8601)
    case .data(let data): "\(data.count) bytes"
    case .array(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
    case .object(let fields):
      "{"
        + fields.keys.map { "\($0): \(fields[$0].map(\.description) ?? "")" }
        .joined(separator: ", ") + "}"
    }
  }
}

extension String {
  func shortened(to limit: Int) -> String {
    count <= limit ? self : prefix(limit - 1) + "…"
  }
}
