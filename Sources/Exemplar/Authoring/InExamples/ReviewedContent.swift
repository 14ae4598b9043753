import ExemplarCore
import ExemplarRows
import Foundation

/// A value of an example, in the form in which it is compared with the expected one.
enum ReviewedContent {
  case text(String)
  case json(RowValue)
  case bytes(Data)

  /// Text and data are compared as they are, other values as JSON. A JSON text is compared as the text that it contains.
  init(_ value: some Encodable) throws {
    switch value {
    case let text as String: self = .text(text)
    case let data as Data: self = .bytes(data)
    default:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      self.init(json: try RowValue.json(encoder.encode(value), path: "value"))
    }
  }

  private init(json: RowValue) {
    if case .string(let text) = json.content { self = .text(text) } else { self = .json(json) }
  }

  /// The content after scrubbers, and the names of those that changed it.
  func scrubbed(by scrubbers: [Scrubber]) throws -> (content: ReviewedContent, names: [String]) {
    if case .bytes = self {
      throw UsageError("Bytes cannot be scrubbed. Compare a text, or leave out scrubbing:.")
    }
    var (text, names) = (inFile, [String]())
    for scrubber in scrubbers {
      let scrubbed = try scrubber.scrub(text)
      if !scrubbed.isSpelled(as: text) { names.append(scrubber.name) }
      text = scrubbed
    }
    if names.isEmpty { return (self, []) }
    switch self {
    case .text: return (.text(text), names)
    case .json: return (.init(json: try RowValue.json(Data(text.utf8), path: "value")), names)
    case .bytes: return (self, [])
    }
  }

  /// The content as the text of a file; bytes in Base64.
  var inFile: String {
    switch self {
    case .text(let text): text
    case .json(let value): value.sortedJSON(indent: "") + "\n"
    case .bytes(let data): data.base64EncodedString()
    }
  }

  /// The content as the text of a cell, a value or a literal.
  var inLine: String {
    if case .json(let value) = self { value.sortedJSON() } else { inFile }
  }

  var form: ReviewedValue.Form {
    switch self {
    case .text: .text
    case .json: .json
    case .bytes: .bytes
    }
  }

  /// The extension of a file with it.
  var fileExtension: String {
    switch self {
    case .text: "txt"
    case .json: "json"
    case .bytes: "bin"
    }
  }

  /// The content for a comparison that readers see.
  var shown: Any {
    switch self {
    case .text(let text): text
    case .json(let value): value
    case .bytes(let data): data
    }
  }

  /// Whether it is the same as an expected value: a text of which may contain JSON, or bytes in Base64.
  func equals(_ expected: RowValue) -> Bool {
    switch self {
    // A mark at the beginning of a file is a part of the text if the value has it.
    case .text(let text):
      expected.text?.isSpelled(as: text) == true || expected.data == Data(text.utf8)
    case .json(let value): Self.json(in: expected).isSameData(as: value)
    case .bytes(let data):
      if let bytes = expected.data { bytes == data } else { expected.text == inFile }
    }
  }

  /// The expected value for a comparison that readers see.
  func shown(_ expected: RowValue) -> Any {
    switch self {
    case .text: expected.text ?? expected
    case .json: Self.json(in: expected)
    case .bytes: expected.data ?? expected
    }
  }

  /// The value that a text contains as JSON; the text itself if it is no JSON, or is the value of a format with types.
  private static func json(in value: RowValue) -> RowValue {
    if case .string = value.content { return value }
    guard let text = value.text else { return value }
    return (try? RowValue.json(Data(text.utf8), path: "expected")) ?? RowValue(.string(text))
  }
}
