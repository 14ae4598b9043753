import ExemplarCore
import Foundation

// Decoding: converts values of rows to the requested Swift types, and reads the metadata of rows.
//
// A value that does not fit becomes an error at its location.

/// A row that is decoded as a whole, and which of its keys were read for that.
final class WholeRow {
  let row: Row
  private let table: FieldKeys
  private let values: [RowValue]
  @exclusivity(unchecked) private var found = KeyNotes()
  /// The keys that were asked for and are not there.
  @exclusivity(unchecked) private(set) var missing: [String] = []
  /// Whether all keys were asked for.
  @exclusivity(unchecked) private var isAll = false

  init(_ row: Row) {
    self.row = row
    (table, values) = (row.own.table, row.own.values)
  }

  /// The value under a key; notes that it was read.
  func read(_ key: String) -> RowValue? {
    if let index = table.index(of: key) {
      found.record(key, at: index)
      row.reads?.record(key, at: index)
      return values[index]
    }
    guard let value = row.value(under: key) else {
      if !missing.contains(where: { $0.isSpelled(as: key) }) { missing.append(key) }
      return nil
    }
    found.record(key, at: nil)
    row.reads?.record(key, at: nil)
    return value
  }

  /// All keys; notes that they were read.
  func readKeys() -> [String] {
    isAll = true
    return row.keys
  }

  /// The keys that were read or asked for.
  var keys: Set<Spelling> {
    Set(of: found.keys(of: row.own) + missing + (isAll ? row.allKeys : []))
  }
}

struct RowDecoder: Decoder {
  let value: RowValue
  /// The row, where the whole of it is decoded: its name can be asked for, and its plain `value`.
  let whole: WholeRow?
  let codingPath: [any CodingKey]

  init(_ value: RowValue, under key: RowKey, in outer: [any CodingKey] = []) {
    self.value = value
    codingPath = outer + [key]
    whole = nil
  }

  init(_ whole: WholeRow) {
    value = RowValue(.object(whole.row.own))
    self.whole = whole
    codingPath = []
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

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
    guard let whole, whole.row.own["value"] != nil, let value = whole.read("value") else {
      return self
    }
    return RowDecoder(value, under: RowKey("value"))
  }

  /// The reason why a file cannot be read as text, for messages.
  private var noText: String {
    guard case .file(let path) = value.content, (try? RowFile.text(path)) == .some(nil) else {
      return ""
    }
    return ", which holds no UTF-8 text; decode it as Data, or as a URL to read it yourself"
  }

  /// The same, with the text of a file in its place.
  ///
  /// - Parameter isText: Whether the text itself is wanted, with the newline that ends it.
  func readValue(asText isText: Bool = false) throws -> RowDecoder {
    let plain = plainValue
    guard case .file(let path) = plain.value.content else { return plain }
    do {
      guard let text = try plain.value.text(ofFileAt: path) else { return plain }
      return plain.holding(.untyped(isText ? text : text.withoutFinalNewline))
    } catch {
      throw plain.unreadable(error)
    }
  }

  /// The same with something else in the place of the value.
  private func holding(_ content: RowValue.Content) -> RowDecoder {
    guard let last = codingPath.last as? RowKey else { return self }
    var value = value
    value.content = content
    return RowDecoder(value, under: last, in: codingPath.dropLast())
  }

  func unreadable(_ error: any Error) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: "\(error)"))
  }

  func mismatch(_ expected: String, _ type: Any.Type) -> DecodingError {
    let found = whole == nil ? value.kind : "a row without a plain value"
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "expected \(expected), found \(found)\(noText)")
    if case .null = value.content, whole == nil { return .valueNotFound(type, context) }
    return .typeMismatch(type, context)
  }
}

// MARK: - Single values

extension RowDecoder: SingleValueDecodingContainer {
  /// Formats without types cannot distinguish a missing value from an empty text.
  func decodeNil() -> Bool {
    switch plainValue.value.content {
    case .null: true
    case .untyped(let text): text.isEmpty
    default: false
    }
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    let plain = try readValue()
    if let truth = plain.value.truth { return truth }
    let others = if case .untyped = plain.value.content { " (or yes, no, 1, 0)" } else { "" }
    throw plain.mismatch("true or false" + others, type)
  }

  func decode(_ type: String.Type) throws -> String {
    if case .string(let text) = value.content { return text }
    return try text("a text", type, isText: true) { $0 }
  }

  func decode(_ type: Double.Type) throws -> Double { try floatingPoint(type) }
  func decode(_ type: Float.Type) throws -> Float { try floatingPoint(type) }

  // The other integers are among the types that `decode(_:)` knows.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  private func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Number.Type
  ) throws -> Number {
    // Programs print them in many ways, and as often mean that a value is missing.
    let hint = " (infinity is written .inf, and what is not a number .nan)"
    return try number(
      "a number", limits: "a number that \(type) can hold", hint: hint, type
    ) { text in
      // A number that is too large becomes infinite; one that was written so is meant.
      Number(text).flatMap { $0.isFinite || ["nan", "inf", "-inf"].contains(text) ? $0 : nil }
    }
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    try number(
      "a whole number", limits: "a whole number from \(Integer.min) to \(Integer.max)", type
    ) { text in
      Integer(text)
        ?? NumberText(text)?.wholeDigits(atMost: "\(Integer.max)".count).flatMap { Integer($0) }
    }
  }

  /// Reads the number. `limits` is the expectation for a number outside the range, and `hint` an
  /// addition for a word that is not a number.
  func number<Number>(
    _ expected: String, limits: @autoclosure () -> String, hint: String = "", _ type: Number.Type,
    _ convert: (String) -> Number?
  ) throws -> Number {
    let plain = try readValue()
    guard let text = plain.value.numberText else {
      let isWord =
        if case .untyped(let cell) = plain.value.content { cell.namesNoNumber } else { false }
      throw plain.mismatch(expected + (isWord ? hint : ""), type)
    }
    guard let number = convert(text) else { throw plain.mismatch(limits(), type) }
    return number
  }

  /// Reads the text, or the value that it stands for.
  func text<Value>(
    _ expected: String, _ type: Value.Type, isText: Bool = false, _ convert: (String) -> Value?
  ) throws -> Value {
    let plain = try readValue(asText: isText)
    guard let text = plain.value.text, let value = convert(text) else {
      throw plain.mismatch(expected, type)
    }
    return value
  }
}

/// A key on the way to a value.
struct RowKey: CodingKey {
  var stringValue: String
  var intValue: Int?

  init(_ key: String) { stringValue = key }

  init(index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(index: intValue) }
}
