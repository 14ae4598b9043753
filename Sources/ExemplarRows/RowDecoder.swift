import ExemplarCore
import Foundation

/// Decodes a value of a row, or a whole row.
struct RowDecoder: Decoder {
  let value: RowValue
  let codingPath: [any CodingKey]
  /// The row, where the whole of it is decoded: its name can be asked for, and its plain `value`.
  let row: Row?
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(value: RowValue, codingPath: [any CodingKey]) {
    self.value = value
    self.codingPath = codingPath
    row = nil
  }

  init(row: Row) {
    value = RowValue(.object(row.fields))
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

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    plainValue
  }

  /// A row of a plain value stands for that value, where a single value or an array is asked for.
  private var plainValue: RowDecoder {
    guard let row, let value = row.fields["value"] else { return self }
    return RowDecoder(value: value, codingPath: [RowKey("value")])
  }

  /// Decodes the value, giving the types that formats write as text or numbers their meaning.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let special: Any? =
      switch type {
      case is Date.Type: try plainValue.date()
      case is URL.Type: try plainValue.url()
      case is Decimal.Type: try plainValue.decimal()
      case is Data.Type: try plainValue.data()
      default: nil
      }
    if let special, let value = special as? Value { return value }
    return try Value(from: self)
  }
}

// MARK: - Single values

extension RowDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.content == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let bool) = value.content else { throw mismatch("true or false", type) }
    return bool
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let text) = value.content else { throw mismatch("a text", type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    try number("a number", type) { Double($0).flatMap { $0.isFinite ? $0 : nil } }
  }

  func decode(_ type: Float.Type) throws -> Float {
    try number("a number", type) { Float($0).flatMap { $0.isFinite ? $0 : nil } }
  }

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

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    try number("a whole number from \(Integer.min) to \(Integer.max)", type) { text in
      if let integer = Integer(text) { return integer }
      // 2.0 and 1e3 are whole numbers too; beyond 2^53 a Double is no longer exact.
      guard let double = Double(text), abs(double) <= 0x1p53 else { return nil }
      return Integer(exactly: double)
    }
  }

  private func number<Number>(
    _ expected: String, _ type: Number.Type, _ convert: (String) -> Number?
  ) throws -> Number {
    guard case .number(let text) = value.content, let number = convert(text) else {
      throw mismatch(expected, type)
    }
    return number
  }
}

// MARK: - Types that formats write as text or numbers

extension RowDecoder {
  private func date() throws -> Date {
    guard case .string(let text) = value.content else {
      throw mismatch("a date as ISO 8601 text", Date.self)
    }
    let styles: [Date.ISO8601FormatStyle] = [
      .iso8601, Date.ISO8601FormatStyle(includingFractionalSeconds: true),
      Date.ISO8601FormatStyle().year().month().day(),
    ]
    for style in styles {
      if let date = try? style.parse(text) { return date }
    }
    throw mismatch("a date as ISO 8601 text, such as 2024-02-29T12:30:00Z", Date.self)
  }

  private func url() throws -> URL {
    guard case .string(let text) = value.content, let url = URL(string: text) else {
      throw mismatch("a URL", URL.self)
    }
    return url
  }

  private func decimal() throws -> Decimal {
    guard case .number(let text) = value.content,
      let decimal = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    else { throw mismatch("a number", Decimal.self) }
    return decimal
  }

  private func data() throws -> Data {
    guard case .string(let text) = value.content, let data = Data(base64Encoded: text) else {
      throw mismatch("base64 text", Data.self)
    }
    return data
  }

  /// The error that something else stands here than was expected.
  func mismatch(_ expected: String, _ type: Any.Type) -> DecodingError {
    let found = row == nil ? value.kind : "a row without a plain value"
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "expected \(expected), found \(found)")
    return value.content == .null && row == nil
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}
