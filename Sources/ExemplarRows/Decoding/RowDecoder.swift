import Foundation

// From the values of rows to what code asks for: Swift types, and what a row says about itself.
//
// What does not fit becomes a mistake at the place of the value.

/// The keys of a row that were read.
final class ReadKeys {
  var keys: Set<String> = []
}

/// Decodes a value of a row, or a whole row.
struct RowDecoder: Decoder {
  let value: RowValue
  let codingPath: [any CodingKey]
  /// The row, where the whole of it is decoded: its name can be asked for, and its plain `value`.
  let row: Row?
  /// Notes which keys of the row are read.
  let read: ReadKeys?
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(value: RowValue, codingPath: [any CodingKey]) {
    self.value = value
    self.codingPath = codingPath
    row = nil
    read = nil
  }

  init(row: Row, read: ReadKeys) {
    self.read = read
    value = RowValue(.object(row.own))
    codingPath = []
    self.row = row
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let fields) = value.content else { throw mismatch("an object", type) }
    return KeyedDecodingContainer(RowKeyedContainer<Key>(decoder: self, fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let plain = plainValue
    guard case .array(let values) = plain.value.content else {
      throw plain.mismatch("an array", [Any].self)
    }
    return RowUnkeyedContainer(decoder: plain, values: values)
  }

  /// The decoder itself: what a single value wraps may be the whole row, as for an optional.
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// A row of a plain value stands for that value, where a single value or an array is asked for.
  var plainValue: RowDecoder {
    guard let row, let value = row.own["value"] else { return self }
    row.notes.reads?.note("value")
    read?.keys.insert("value")
    return RowDecoder(value: value, codingPath: [RowKey("value")])
  }

  /// What keeps a file from being read as text, for messages.
  private var noText: String {
    guard case .file(let url) = value.content, (try? FileText.read(url)) == .some(nil) else {
      return ""
    }
    return ", which holds no UTF-8 text; decode it as Data, or as a URL to read it yourself"
  }

  /// The same, with the text of a file in its place.
  func readValue() throws -> RowDecoder {
    let plain = plainValue
    guard case .file(let url) = plain.value.content else { return plain }
    do {
      guard let text = try FileText.read(url) else { return plain }
      var value = plain.value
      value.content = .untyped(text)
      return RowDecoder(value: value, codingPath: plain.codingPath)
    } catch {
      throw plain.unreadable(error)
    }
  }

  /// The error that a file could not be read.
  func unreadable(_ error: any Error) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: "\(error)"))
  }

  /// The error that something else stands here than was expected.
  func mismatch(_ expected: String, _ type: Any.Type) -> DecodingError {
    let found = row == nil ? value.kind : "a row without a plain value"
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "expected \(expected), found \(found)\(noText)")
    return value.content == .null && row == nil
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

// MARK: - Single values

extension RowDecoder: SingleValueDecodingContainer {
  /// Formats without types cannot tell nothing from an empty text.
  func decodeNil() -> Bool {
    let content = plainValue.value.content
    return content == .null || content == .untyped("")
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    let plain = try readValue()
    switch plain.value.content {
    case .bool(let bool): return bool
    case .untyped(let text):
      if let bool = Bool(untyped: text) { return bool }
      throw plain.mismatch("true or false (or yes, no, 1, 0)", type)
    default: throw plain.mismatch("true or false", type)
    }
  }

  func decode(_ type: String.Type) throws -> String {
    try text("a text", type) { $0 }
  }

  func decode(_ type: Double.Type) throws -> Double { try floatingPoint(type) }
  func decode(_ type: Float.Type) throws -> Float { try floatingPoint(type) }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  private func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Number.Type
  ) throws -> Number {
    // Programs print them in many ways, and as often mean that a value is missing.
    let hint = " (infinity is written .inf, and what is not a number .nan)"
    let limits = "a number that \(type) can hold"
    return try number("a number", limits: limits, hint: hint, type) { text in
      // A number that is too large becomes infinite; one that was written so is meant.
      Number(text).flatMap { $0.isFinite || ["nan", "inf", "-inf"].contains(text) ? $0 : nil }
    }
  }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    let limits = "a whole number from \(Integer.min) to \(Integer.max)"
    return try number("a whole number", limits: limits, type) { text in
      Integer(text)
        ?? NumberText(text)?.wholeDigits(atMost: "\(Integer.max)".count).flatMap { Integer($0) }
    }
  }

  /// Reads the number; `limits` says what was expected where it is a number, but not a fit one, and
  /// `hint` what else to say where it is a word that means no number.
  func number<Number>(
    _ expected: String, limits: String, hint: String = "", _ type: Number.Type,
    _ convert: (String) -> Number?
  ) throws -> Number {
    let plain = try readValue()
    let text: String
    switch plain.value.content {
    case .number(let number): text = number
    case .untyped(let cell):
      guard let number = cell.untypedNumber else {
        throw plain.mismatch(expected + (cell.namesNoNumber ? hint : ""), type)
      }
      text = number
    default: throw plain.mismatch(expected, type)
    }
    guard let number = convert(text) else { throw plain.mismatch(limits, type) }
    return number
  }

  /// Reads the text.
  func text<Value>(
    _ expected: String, _ type: Value.Type, _ convert: (String) -> Value?
  ) throws -> Value {
    let plain = try readValue()
    guard let text = plain.value.text, let value = convert(text) else {
      throw plain.mismatch(expected, type)
    }
    return value
  }
}
