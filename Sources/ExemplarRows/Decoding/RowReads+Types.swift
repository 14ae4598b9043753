import ExemplarCore

extension RowReads {
  /// Notes as what the value under a key is read, unless that shows the value as it was written.
  func record<Value: Decodable>(_ type: Value.Type, of key: String, from value: RowValue) {
    // Types whose values look as they were written. A collection of them would cost a row more.
    if type == Int.self || type == Double.self { return }
    if type == String.self, !value.isConverted(to: String.self) { return }
    if type == Bool.self, !value.isConverted(to: Bool.self) { return }
    record(key) { { Self.text(of: $0, under: key, as: Value.self) } }
  }

  /// The decoded form of a value; `nil` if it equals its written form.
  private static func text<Value: Decodable>(
    of value: RowValue, under key: String, as type: Value.Type
  ) -> String? {
    guard let read = try? RowDecoder(value, under: RowKey(key)).decode(type) else { return nil }
    // Values of rows are read as they are.
    if read is RowValue || read is RowFields || read is [String: RowValue] { return nil }
    let text = text(of: read)
    let written = value.text ?? value.numberText ?? value.json
    let isAlike =
      text.letters == written.letters || text.letters == value.description.letters
      || Double(text) != nil && Double(text) == Double(written)
      || text == "nil" && value.isNull
    return isAlike ? nil : text.onOneLine.shortened(to: 80)
  }

  /// A value as people read it, without the optionals around it.
  private static func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(describing: value) }
    return mirror.children.first.map { text(of: $0.value) } ?? "nil"
  }
}

extension RowValue {
  /// Whether the value may look otherwise when it is read as text: a file becomes what is in it.
  func isConverted(to type: String.Type) -> Bool {
    if case .file = content { true } else { false }
  }

  /// Whether the value may look otherwise when it is read as a truth value: `yes` becomes `true`.
  func isConverted(to type: Bool.Type) -> Bool {
    switch content {
    case .bool, .untyped("true"), .untyped("false"): false
    default: true
    }
  }
}

extension String {
  /// The text without capitals and white space.
  fileprivate var letters: String { lowercased().filter { !$0.isWhitespace } }
}
