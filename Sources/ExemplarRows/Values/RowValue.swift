import Foundation

/// A value of a row, with the position at which it was written.
public struct RowValue: Sendable, Hashable {
  /// What the value is.
  public var content: Content
  /// The line, counted from 1; 0 where the format has none.
  public var line: Int32
  /// The column, counted from 1; 0 where it is not known.
  public var column: Int32
  /// The file in which it was written, where that is another one than its row's.
  public var path: String?

  public init(_ content: Content, line: Int32 = 0, column: Int32 = 0, path: String? = nil) {
    self.content = content
    self.line = line
    self.column = column
    self.path = path
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
    /// The file at a path, which is read when it is asked for: as the text in it, and what that text
    /// stands for, or as its bytes. As a URL, it is the file's own.
    case file(path: String)
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
    case .file(let path): "the file \(path.lastPathPart)"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension RowValue: CustomStringConvertible {
  /// The value as people read it, on one line.
  public var description: String {
    var text = ""
    describe(&text, limit: .max)
    return text
  }

  /// Adds the value as people read it to a text, at least as far as that has `limit` bytes then.
  func describe(_ text: inout String, limit: Int) {
    switch content {
    case .null: text += "null"
    case .bool(let value): text += String(value)
    case .number(let number): text += number
    case .string(let value), .untyped(let value):
      // A character has many bytes at times, but never less than one.
      text += (value.utf8.count > limit ? String(value.prefix(limit)) : value).debugDescription
    case .date(let date): text += date.formatted(.iso8601)
    case .data(let data): text += "\(data.count) bytes"
    case .file(let path): text += Self.description(ofFileAt: path)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() where text.utf8.count < limit {
        if index > 0 { text += ", " }
        value.describe(&text, limit: limit)
      }
      text += "]"
    case .object(let fields):
      text += "{"
      fields.describe(&text, limit: limit)
      text += "}"
    }
  }
}

extension RowValue {
  /// The text of a small file, else its name.
  private static func description(ofFileAt path: String) -> String {
    guard FileKind(atPath: path) == .file, let data = try? RowFile.read(path), data.count <= 10_000,
      let text = FileText.text(of: data)
    else { return path.lastPathPart }
    return text.debugDescription
  }

  /// The value, and those in it, as written in the file at `path`.
  func written(in path: String) -> RowValue {
    var value = self
    value.path = path
    switch content {
    case .array(let values): value.content = .array(values.map { $0.written(in: path) })
    case .object(let fields):
      value.content = .object(fields.mapValues { $0.written(in: path) })
    default: break
    }
    return value
  }
}
