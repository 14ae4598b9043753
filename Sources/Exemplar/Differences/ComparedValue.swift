import Testing

/// A value that was compared, as Swift Testing keeps it: its texts and its parts, not the value itself.
struct ComparedValue: Equatable {
  /// The value as people read it; a text stands in quotation marks.
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
    guard type == "Swift.String" || type == "Swift.Substring", text.count >= 2 else { return nil }
    return String(text.dropFirst().dropLast())
  }
}

/// Both sides of `==`, as an expectation that failed has them, with what was written there.
struct ComparedValues {
  var left: (code: String, value: ComparedValue)
  var right: (code: String, value: ComparedValue)
}

// Swift Testing offers no way to the values of an expectation but to its own tools. They are read as
// anybody can look into a value; where they look otherwise some day, there is no difference to show, and the
// message stands alone.

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
  /// The part of a name, out of the optional that it may stand in.
  fileprivate func part(_ name: String) -> Any? {
    guard let value = children.first(where: { $0.label == name })?.value else { return nil }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }
}
