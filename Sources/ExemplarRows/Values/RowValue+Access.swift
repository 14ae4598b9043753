import Foundation

extension RowValue {
  /// The value null. A literal `nil` would be taken for the absence of the row's value.
  public static let null = RowValue(.null)

  /// The text, if the value is one, or all of the text in a file, with the newline that ends it.
  ///
  /// ``RowSource/trimmingFinalNewline`` leaves that newline out.
  public var text: String? {
    switch content {
    case .string(let text), .untyped(let text): text
    case .file(let path): try? text(ofFileAt: path)
    default: nil
    }
  }

  /// The text of the file that the value is; `nil` if it holds none. Throws ``UsageError`` if the
  /// file cannot be read.
  func text(ofFileAt path: String) throws -> String? {
    let text = try RowFile.text(path)
    return trimsFinalNewline ? text?.withoutFinalNewline : text
  }

  /// The text as a word or a name: an editor may have ended a file with a newline.
  var word: String? {
    if case .file = content { text?.withoutFinalNewline } else { text }
  }

  /// The number, if the value is one, or text of a format without types that reads as one.
  public var number: Double? {
    switch content {
    case .number(let text): Double(text)
    case .untyped(let text): text.untypedNumber.flatMap { Double($0) }
    case .file: text?.untypedNumber.flatMap { Double($0) }
    default: nil
    }
  }

  /// The truth value, if the value is one, or text of a format without types that reads as one.
  public var truth: Bool? {
    switch content {
    case .bool(let truth): truth
    case .untyped(let text): Bool(untyped: text)
    case .file: text.flatMap { Bool(untyped: $0) }
    default: nil
    }
  }

  /// The moment, if the value is one, or text that names one as ISO 8601 does.
  public var date: Date? {
    if case .date(let date) = content { date } else { word.flatMap { Date(iso8601: $0) } }
  }

  /// The bytes, if the value is data, or those of a file.
  public var data: Data? {
    switch content {
    case .data(let data): data
    case .file(let path): try? RowFile.read(path)
    default: nil
    }
  }

  /// The URL that the text is, if it is one; of a file, its own.
  public var url: URL? {
    if case .file(let path) = content {
      URL(ofFileAt: path)
    } else {
      text.flatMap { URL(string: $0) }
    }
  }

  /// The file or the folder at a URL, or its text if it is elsewhere.
  init(location url: URL) {
    self.init(
      url.isFileURL
        ? .file(path: url.path + (url.hasDirectoryPath && url.path != "/" ? "/" : ""))
        : .string(url.absoluteString))
  }

  var isNull: Bool { if case .null = content { true } else { false } }

  /// The values of an array, if the value is one.
  public var array: [RowValue]? {
    if case .array(let values) = content { values } else { nil }
  }

  /// The keyed values, if the value is an object.
  public var object: RowFields? {
    if case .object(let fields) = content { fields } else { nil }
  }

  /// The value under `key`, if the value is an object that has it.
  public subscript(key: String) -> RowValue? { object?[key] }
}
