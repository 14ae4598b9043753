import ExemplarCore
import Foundation

// Types whose own decoding does not support the spellings of formats, or has no useful errors.

extension RowDecoder {
  /// Decodes the value, giving the types that formats write as text or numbers their meaning.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let special = try special(type), special is Value { return special as! Value }
    do {
      return try Value(from: self)
    } catch let error as DecodingError {
      return try decode(type, after: error)
    }
  }

  /// The value of a type that formats write as text or numbers; `nil` for other types.
  private func special(_ type: Any.Type) throws -> Any? {
    if type == Date.self {
      try date()
    } else if type == URL.self {
      try url()
    } else if type == UUID.self {
      try text("a UUID", UUID.self) { UUID(uuidString: $0) }
    } else if type == Data.self {
      try data()
    } else if type == Decimal.self {
      try number("a number", limits: "a number that Decimal can hold exactly", Decimal.self) {
        RowValue(.number($0)).decimal
      }
    } else if let type = type as? any FixedWidthInteger.Type {
      try integer(type)
    } else if type is any KeyedByText.Type {
      try checkKeys()
    } else {
      nil
    }
  }

  /// Decodes a value in other ways than its type does, which has thrown an error. By itself, since a generic optional
  /// takes time even where there is none.
  private func decode<Value: Decodable>(
    _ type: Value.Type, after error: DecodingError
  ) throws -> Value {
    switch error {
    case .dataCorrupted(let context)
    where type is any RawRepresentable.Type && context.codingPath.count == codingPath.count:
      let read = try readValue()
      // A file may end in a newline, which a raw value does not have.
      if case .file = plainValue.value.content, let value = try? Value(from: read) { return value }
      throw read.mismatch(Self.expectation(of: type), type)
    case .typeMismatch(_, let context) where context.codingPath.count == codingPath.count:
      if let choice = try namedCase(of: type), let value = choice as? Value { return value }
      throw DecodingError.typeMismatch(type, context)
    default: throw error
    }
  }

  /// Throws where a dictionary would have one value for two keys, since it takes them for equal.
  private func checkKeys() throws -> Any? {
    guard let keys = value.object?.keys, Set(keys).count < keys.count,
      let key = keys.first(where: { key in keys.contains { $0 == key && !$0.isSpelled(as: key) } })
    else { return nil }
    throw unreadable(
      UsageError(
        "the key \(key.withScalars.quoted) and another one are equal in Swift, so a dictionary has one of "
          + "their values; decode RowFields, which has both"))
  }

  private func date() throws -> Date {
    if case .date(let date) = plainValue.value.content { return date }
    return try text("a date as ISO 8601 text, such as 2024-02-29T12:30:00Z", Date.self) {
      Date(iso8601: $0)
    }
  }

  private func url() throws -> URL {
    if case .file(let path) = plainValue.value.content { return URL(ofFileAt: path) }
    return try text("a URL", URL.self) { URL(string: $0) }
  }

  private func data() throws -> Data {
    let plain = plainValue
    if case .data(let data) = plain.value.content { return data }
    if case .file(let path) = plain.value.content {
      do { return try RowFile.read(path) } catch { throw plain.unreadable(error) }
    }
    return try text("base64 text", Data.self) { Data(base64Encoded: $0) }
  }

  /// The case that a text names, of an enumeration without raw values. Its own decoding expects an
  /// object, which is unusual in a row.
  private func namedCase(of type: Any.Type) throws -> Any? {
    func named<Choice: CaseIterable>(_ name: String, of type: Choice.Type) throws -> Any {
      let cases = Array(type.allCases)
      if let choice = cases.first(where: { "\($0)" == name }) { return choice }
      throw try readValue().mismatch(
        Self.list(cases.map { "\($0)" }, orElse: "a case of \(type)"), type)
    }
    guard !(type is any RawRepresentable.Type), let text = plainValue.value.word,
      let choices = type as? any CaseIterable.Type
    else { return nil }
    return try named(text, of: choices)
  }

  /// The expectation if a raw value is invalid: one of the type's cases, if they are few.
  private static func expectation(of type: Any.Type) -> String {
    func rawValues<Choice: CaseIterable & RawRepresentable>(of type: Choice.Type) -> [Any] {
      type.allCases.prefix(9).map(\.rawValue)
    }
    guard let choices = type as? any (CaseIterable & RawRepresentable).Type else {
      return "a raw value of \(type)"
    }
    return list(rawValues(of: choices), orElse: "a raw value of \(type)")
  }

  /// The values as a list, if they are few.
  private static func list(_ values: [Any], orElse other: String) -> String {
    guard (1...8).contains(values.count) else { return other }
    return values.map { value in (value as? String).map { "\u{201C}\($0)\u{201D}" } ?? "\(value)" }
      .formatted(.list(type: .or).locale(Locale(identifier: "en_US")))
  }
}

/// A dictionary whose keys are texts.
private protocol KeyedByText {}
extension Dictionary: KeyedByText where Key == String {}
