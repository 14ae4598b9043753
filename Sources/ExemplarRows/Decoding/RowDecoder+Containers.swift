final class RowKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: RowDecoder
  private let whole: WholeRow?
  private let fields: RowFields

  init(decoder: RowDecoder, fields: RowFields) {
    self.decoder = decoder
    self.fields = fields
    whole = decoder.whole
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    (whole?.readKeys() ?? fields.keys).compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { value(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    let isNil = try inner(key).decodeNil()
    if isNil { reads?.recordNothing(under: key.stringValue) }
    return isNil
  }

  private var reads: RowReads? { whole?.row.reads }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let inner = try inner(key)
    reads?.record(type, of: key.stringValue, from: inner.value)
    return try inner.decode(type)
  }

  // The types of most columns, without the detour through their `init(from:)`. Values that do not
  // fit are passed to the decoder of the value, which supports other spellings and reports errors.

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let value = try found(key)
    if value.isConverted(to: type) { reads?.record(type, of: key.stringValue, from: value) }
    if case .file = value.content {} else if let truth = value.truth { return truth }
    return try inner(value, key).decode(type)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let value = try found(key)
    switch value.content {
    case .string(let text), .untyped(let text): return text
    default:
      if value.isConverted(to: type) { reads?.record(type, of: key.stringValue, from: value) }
      return try inner(value, key).decode(type)
    }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let value = try found(key)
    if let number = value.writtenNumber.flatMap({ Double($0) }), number.isFinite { return number }
    return try inner(value, key).decode(type)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    let value = try found(key)
    return try value.writtenNumber.flatMap { Int($0) } ?? inner(value, key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  /// The decoder of a superclass: the value under `super`, as other decoders write it; without one,
  /// all values.
  func superDecoder() throws -> any Decoder {
    guard fields["super"] != nil, let value = whole?.read("super") ?? fields["super"] else {
      return decoder
    }
    return RowDecoder(value, under: RowKey("super"), in: codingPath)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }

  private func value(_ key: Key) -> RowValue? {
    if let whole = whole { return whole.read(key.stringValue) }
    return fields[key.stringValue]
  }

  private func found(_ key: Key) throws -> RowValue {
    if let value = value(key) { return value }
    throw DecodingError.keyNotFound(
      key, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
  }

  private func inner(_ key: Key) throws -> RowDecoder { inner(try found(key), key) }

  private func inner(_ value: RowValue, _ key: Key) -> RowDecoder {
    RowDecoder(value, under: RowKey(key.stringValue), in: codingPath)
  }
}

extension RowValue {
  /// The text of a number that is written as most are.
  fileprivate var writtenNumber: String? {
    switch content {
    case .number(let text): text
    case .untyped(let text): NumberText.isNumber(text) ? text : nil
    default: nil
    }
  }
}

struct RowUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: RowDecoder
  let values: [RowValue]
  private(set) var currentIndex = 0

  init(decoder: RowDecoder, values: [RowValue]) {
    self.decoder = decoder
    self.values = values
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  mutating func decodeNil() throws -> Bool {
    guard try peek().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try passing { try $0.decode(type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try passing { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try passing { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try passing { $0 } }

  /// What `body` makes of the next value, after which comes the one after it.
  private mutating func passing<Result>(_ body: (RowDecoder) throws -> Result) throws -> Result {
    let result = try body(try peek())
    currentIndex += 1
    return result
  }

  private func peek() throws -> RowDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        RowValue.self,
        DecodingError.Context(
          codingPath: codingPath + [RowKey(index: currentIndex)],
          debugDescription: "expected a value, found the end of the array"))
    }
    return RowDecoder(values[currentIndex], under: RowKey(index: currentIndex), in: codingPath)
  }
}
