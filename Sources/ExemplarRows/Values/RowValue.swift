import ExemplarCore
import Foundation

/// A value of a row, with the position at which it was written.
public struct RowValue: Sendable {
  /// The value itself.
  package var content: Content
  /// Whether the newline at the end of a file is left out of its text.
  var trimsFinalNewline = false
  /// The line, counted from 1; 0 for formats without lines.
  package var line: Int32
  /// The column, counted from 1; 0 where it is not known.
  package var column: Int32
  /// The file in which it was written, where that is another one than its row's.
  package var path: String?

  package init(_ content: Content, line: Int32 = 0, column: Int32 = 0, path: String? = nil) {
    self.content = content
    self.line = line
    self.column = column
    self.path = path
  }

  init(_ content: Content, at place: Place) {
    self.init(
      content, line: Int32(clamping: place.line), column: Int32(clamping: place.column))
  }

  /// The location of the value, which is in the file at `file` if it does not have its own.
  func place(in file: String) -> Place {
    Place(path: path ?? file, line: Int(line), column: Int(column))
  }

  /// The kinds of values that formats have.
  package enum Content: Sendable {
    /// No value.
    case null
    /// A truth value.
    case bool(Bool)
    /// A number as it was written, so that no digit is lost.
    case number(String)
    /// Text.
    case string(String)
    /// Text of a format without types, such as CSV: it becomes what it is decoded as.
    case untyped(String)
    /// A date.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// The file at a path, which is read when it is asked for: as all of the text in it, as the number,
    /// date or case that the text stands for, whatever newline ends it, or as its bytes. As a URL, it is
    /// the file's own.
    case file(path: String)
    /// Elements in their order.
    case array([RowValue])
    /// Keyed values.
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
    case .data(let data): data.count.counted("byte") + " of data"
    case .file(let path): "the file \(path.lastPathPart)"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension RowValue: CustomStringConvertible {
  /// Deeper nesting is refused, because reading and decoding are recursive: a level takes about
  /// 1.5 KB of the stack in a debug build, and threads of tasks have 512 KB in all on Apple systems.
  static let maximumDepth = 128

  /// The value as people read it, on one line.
  public var description: String {
    var text = ""
    describe(&text, limit: .max)
    return text
  }

  /// Appends the value as people read it. Elements are replaced by `…` once the text has `limit` bytes.
  func describe(_ text: inout String, limit: Int) {
    switch content {
    case .null: text += "null"
    case .bool(let value): text += String(value)
    case .number(let number): text += number
    case .string(let value), .untyped(let value):
      // A character has at least one byte.
      text += (value.utf8.count > limit ? value.prefix(limit) + "…" : value).debugDescription
    case .date(let date): text += date.formatted(.iso8601)
    case .data(let data): text += data.count.counted("byte")
    case .file(let path): text += description(ofFileAt: path)
    case .array(let values):
      text += "["
      Self.describe(values.lazy.map { ("", $0) }, &text, limit)
      text += "]"
    case .object(let fields):
      text += "{"
      Self.describe(
        zip(fields.keys, fields.values).lazy.map { ($0.quotedIfSyntax + ": ", $1) }, &text, limit)
      text += "}"
    }
  }

  private static func describe(
    _ values: some Sequence<(String, RowValue)>, _ text: inout String, _ limit: Int
  ) {
    for (index, (label, value)) in values.enumerated() {
      if index > 0 { text += ", " }
      if text.utf8.count >= limit {
        text += "…"
        return
      }
      text += label
      value.describe(&text, limit: limit)
    }
  }
}

extension String {
  /// The text, in quotation marks if it could be mistaken for the syntax around it.
  fileprivate var quotedIfSyntax: String {
    isEmpty || utf8.contains { $0 < 0x20 || "{}[],:\"".utf8.contains($0) } ? debugDescription : self
  }
}

extension RowValue {
  /// The text of a small file, else its name.
  private func description(ofFileAt path: String) -> String {
    guard FileKind(atPath: path) == .file, let data = try? RowFile.read(path), data.count <= 10_000,
      let text = String(textOf: data)
    else { return path.lastPathPart.quotedIfSyntax }
    return (trimsFinalNewline ? text.withoutFinalNewline : text).debugDescription
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
