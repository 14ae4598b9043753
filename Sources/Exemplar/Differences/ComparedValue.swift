import ExemplarRows
import Testing

/// A value that was compared, as Swift Testing keeps it: its texts and its parts, not the value itself.
struct ComparedValue: Equatable {
  /// The value for readers; a text is in quotation marks.
  var text: String
  /// The name of its type, with those of its module.
  var type: String
  /// The name it has in the value around it.
  var label: String?
  var isCollection: Bool
  /// Whether there are more parts than these.
  var isTruncated: Bool
  var parts: [ComparedValue]

  /// The text that it is, if it is one.
  var string: String? {
    // The text of a value in a row is the only part of that.
    if type == Self.rowValue, parts.count == 1, parts[0].type == "Swift.String" {
      return parts[0].string
    }
    guard type == "Swift.String" || type == "Swift.Substring", text.count >= 2 else { return nil }
    return String(text.dropFirst().dropLast())
  }

  private static let rowValue = String(reflecting: RowValue.self)
  private static let rowFields = String(reflecting: RowFields.self)

  /// Whether it is the array in a row.
  var isRowArray: Bool { type == Self.rowValue && text.hasPrefix("[") }

  /// The values that have keys, by the steps to them; `nil` if it is neither a dictionary nor an object in a
  /// row.
  var entries: [String: ComparedValue]? {
    if type.prefix(while: { $0 != "<" }) == "Swift.Dictionary" {
      guard parts.allSatisfy({ $0.parts.map(\.label) == ["key", "value"] }) else { return nil }
      return Dictionary(parts.map { ("[\($0.parts[0].text)]", $0.parts[1]) }) { first, _ in first }
    }
    guard type == Self.rowFields || type == Self.rowValue && text.hasPrefix("{") else { return nil }
    return Dictionary(parts.map { (".\($0.label ?? "")", $0) }) { first, _ in first }
  }

  /// Whether both are equal, as far as their texts and parts show. Numbers in rows are equal by value.
  func isEqual(to other: ComparedValue) -> Bool {
    if text == other.text, parts == other.parts { return true }
    return type == Self.rowValue && other.type == type && parts.isEmpty && other.parts.isEmpty
      && RowValue(.number(text)) == RowValue(.number(other.text))
  }
}

/// Both sides of `==` in an expectation that failed, with their source code.
struct ComparedValues {
  var left: (code: String, value: ComparedValue)
  var right: (code: String, value: ComparedValue)
}

// Swift Testing gives only its own tools access to the values of an expectation. They are read by
// reflection; if their form changes, there is no difference to show, and the message is alone.

extension ComparedValues {
  /// The values of an expectation whose operator is `==`; `nil` for another.
  init?(_ expectation: Expectation) {
    guard let expression = Mirror(reflecting: expectation).part("evaluatedExpression"),
      let kind = Mirror(reflecting: expression).part("kind"),
      let operation = Mirror(reflecting: kind).part("binaryOperation").map(
        Mirror.init(reflecting:)),
      operation.part("operator") as? String == "==",
      let left = operation.part("lhs").flatMap(Self.side),
      let right = operation.part("rhs").flatMap(Self.side)
    else { return nil }
    (self.left, self.right) = (left, right)
  }

  private static func side(_ expression: Any) -> (code: String, value: ComparedValue)? {
    let mirror = Mirror(reflecting: expression)
    guard let value = mirror.part("runtimeValue").flatMap(ComparedValue.init(value:)) else {
      return nil
    }
    let kind = mirror.part("kind").map(Mirror.init(reflecting:))?.children.first
    let code =
      kind?.value as? String
      ?? kind.flatMap { Mirror(reflecting: $0.value).part("sourceCode") as? String }
    return (code ?? value.text, value)
  }
}

extension ComparedValue {
  fileprivate init?(value: Any) {
    let mirror = Mirror(reflecting: value)
    guard let text = mirror.part("description") as? String,
      let isCollection = mirror.part("isCollection") as? Bool
    else { return nil }
    self.text = text
    self.isCollection = isCollection
    type = mirror.part("typeInfo").map { String(reflecting: $0) } ?? ""
    label = mirror.part("label") as? String
    isTruncated = mirror.part("isTruncated") as? Bool ?? false
    let values = mirror.part("children").map { Mirror(reflecting: $0).children.map(\.value) } ?? []
    parts = values.compactMap(ComparedValue.init(value:))
    if parts.count < values.count { isTruncated = true }
  }
}

extension Mirror {
  /// The part of a name, unwrapped if it is optional.
  fileprivate func part(_ name: String) -> Any? {
    guard let value = children.first(where: { $0.label == name })?.value else { return nil }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }
}
