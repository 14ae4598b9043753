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
    /// A file, which is read when it is asked for: as the text in it, and what that text stands for,
    /// or as its bytes. As a URL, it is the file's own.
    case file(URL)
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
    case .file(let url): "the file \(url.lastPathComponent)"
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
  /// The keys that stand otherwise in the file, as they stand there.
  private var written: [String: String] = [:]

  public init() {}

  /// The values of `keys`, one for each. Fields of one table share their keys.
  init(_ values: [RowValue], keyedAs other: RowFields) {
    precondition(values.count == other.keys.count)
    keys = other.keys
    indices = other.indices
    self.values = values
  }

  /// The value under `key`. One that is set stands in the place of the one before, or after the others;
  /// `nil` takes it away.
  public subscript(key: String) -> RowValue? {
    get { indices[key].map { values[$0] } }
    set {
      if let newValue { set(newValue, for: key) } else { remove(key) }
    }
  }

  /// The key as the file has it.
  func writtenKey(_ key: String) -> String { written[key] ?? key }

  /// Puts a value in the place of the one under `key`, or after the others.
  mutating func set(_ value: RowValue, for key: String) {
    if let index = indices[key] { values[index] = value } else { _ = add(value, for: key) }
  }

  /// Complexity: linear in the number of keys.
  private mutating func remove(_ key: String) {
    guard let index = indices.removeValue(forKey: key) else { return }
    keys.remove(at: index)
    values.remove(at: index)
    written[key] = nil
    for (position, key) in keys.enumerated().dropFirst(index) { indices[key] = position }
  }

  /// Adds a value, under a key that may stand otherwise in the file; `false`, without a change, if
  /// the key is there already.
  mutating func add(_ value: RowValue, for key: String, writtenAs original: String) -> Bool {
    guard add(value, for: key) else { return false }
    if original != key { written[key] = original }
    return true
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
    case .file(let url): text += Self.description(of: url)
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

extension RowFields {
  /// Adds the keys and values as people read them, but for one, to a text.
  func describe(_ text: inout String, limit: Int, without omitted: String? = nil) {
    var isFirst = true
    for key in keys where key != omitted && text.utf8.count < limit {
      text += isFirst ? "\(key): " : ", \(key): "
      isFirst = false
      self[key]?.describe(&text, limit: limit)
    }
  }
}

extension RowValue {
  /// The text of a small file, else its name.
  private static func description(of file: URL) -> String {
    guard FileKind(at: file) == .file, let data = try? RowFile.read(file), data.count <= 10_000,
      let text = FileText.text(of: data)
    else { return file.lastPathComponent }
    return text.debugDescription
  }

  /// The value, and those in it, as written in the file at `path`.
  func written(in path: String) -> RowValue {
    var value = self
    value.path = path
    switch content {
    case .array(let values): value.content = .array(values.map { $0.written(in: path) })
    case .object(let fields):
      let values = fields.keys.map { (fields[$0] ?? RowValue(.null)).written(in: path) }
      value.content = .object(RowFields(values, keyedAs: fields))
    default: break
    }
    return value
  }
}
