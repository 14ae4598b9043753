import ExemplarCore
import Foundation

// Types whose own decoding does not know how formats write them, or cannot tell what is wrong.

extension RowDecoder {
  /// Decodes the value, giving the types that formats write as text or numbers their meaning.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let special: Any? =
      switch type {
      case is Date.Type: try date()
      case is URL.Type: try url()
      case is UUID.Type: try text("a UUID", UUID.self) { UUID(uuidString: $0) }
      case is Data.Type: try data()
      case is Decimal.Type: try decimal()
      default: nil
      }
    if let special, let value = special as? Value { return value }
    do {
      return try Value(from: self)
    } catch DecodingError.dataCorrupted(let context)
      where type is any RawRepresentable.Type && context.codingPath.count == codingPath.count
    {
      throw try readValue().mismatch(Self.expectation(of: type), type)
    } catch DecodingError.typeMismatch(_, let context)
      where context.codingPath.count == codingPath.count
    {
      if let choice = try namedCase(of: type), let value = choice as? Value { return value }
      throw DecodingError.typeMismatch(type, context)
    }
  }

  private func date() throws -> Date {
    if case .date(let date) = plainValue.value.content { return date }
    return try text("a date as ISO 8601 text, such as 2024-02-29T12:30:00Z", Date.self) {
      Date(iso8601: $0)
    }
  }

  private func url() throws -> URL {
    if case .file(let url) = plainValue.value.content { return url }
    return try text("a URL", URL.self) { URL(string: $0) }
  }

  private func data() throws -> Data {
    let plain = plainValue
    if case .data(let data) = plain.value.content { return data }
    if case .file(let url) = plain.value.content {
      do { return try RowFile.read(url) } catch { throw plain.unreadable(error) }
    }
    return try text("base64 text", Data.self) { Data(base64Encoded: $0) }
  }

  /// The case that a text names, of an enumeration without raw values. Its own decoding asks for an
  /// object, which nobody writes in a row.
  private func namedCase(of type: Any.Type) throws -> Any? {
    func named<Choice: CaseIterable>(_ name: String, of type: Choice.Type) throws -> Any {
      let cases = Array(type.allCases)
      if let choice = cases.first(where: { "\($0)" == name }) { return choice }
      throw try readValue().mismatch(
        Self.list(cases.map { "\($0)" }, orElse: "a case of \(type)"), type)
    }
    guard !(type is any RawRepresentable.Type), let text = plainValue.value.text,
      let choices = type as? any CaseIterable.Type
    else { return nil }
    return try named(text, of: choices)
  }

  private func decimal() throws -> Decimal {
    try number("a number", limits: "a number that Decimal can hold exactly", Decimal.self) { text in
      // Foundation drops the digits that are too many.
      guard let number = NumberText(text), number.significantDigits <= 38 else { return nil }
      return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
  }

  /// What is expected where a raw value is none of the type's: one of its cases, if they are few.
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

extension String {
  /// The number in a text of a format without types, where white space may stand around it and a
  /// plus sign before it, and nothing on one side of the point; also hexadecimal as `0x1F` and octal
  /// as `0o17`. What YAML writes as `.inf`, `-.inf` and `.nan` is `inf`, `-inf` and `nan`. `nil` if
  /// it is no number.
  var untypedNumber: String? {
    let text = trimmed
    switch text {
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return "inf"
    case "-.inf", "-.Inf", "-.INF": return "-inf"
    case ".nan", ".NaN", ".NAN": return "nan"
    default: break
    }
    var number = text.hasPrefix("+") ? String(text.dropFirst()) : text
    for (prefix, radix) in [("0x", 16), ("0o", 8)] where number.hasPrefix(prefix) {
      let digits = number.dropFirst(2)
      return digits.allSatisfy(\.isHexDigit) ? UInt64(digits, radix: radix).map(String.init) : nil
    }
    if number.hasPrefix(".") || number.hasPrefix("-.") {
      number.insert("0", at: number.firstIndex(of: ".") ?? number.startIndex)
    } else if number.hasSuffix(".") {
      number.removeLast()
    }
    return NumberText(number) == nil ? nil : number
  }

  /// Whether the text is a word that programs print for infinity, or for what is no number.
  var namesNoNumber: Bool {
    let word = trimmed.lowercased().drop { $0 == "+" || $0 == "-" }
    return ["inf", "infinity", "nan"].contains(word)
  }
}

/// A number as JSON writes it, taken apart.
struct NumberText {
  private let isNegative: Bool
  /// The digits before and after the point, without zeros at either end.
  private let digits: Substring
  /// The power of ten of the last of `digits`; `nil` if it is beyond all bounds.
  private let exponent: Int?

  /// Nil if the text is no number. Rows that are made in code can hold any text.
  init?(_ text: String) {
    var rest = text[...]
    isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    let whole = Self.takeDigits(&rest)
    var fraction: Substring = ""
    if rest.first == "." {
      rest.removeFirst()
      fraction = Self.takeDigits(&rest)
      if fraction.isEmpty { return nil }
    }
    var power: Substring = "0"
    if rest.first == "e" || rest.first == "E" {
      power = rest.dropFirst()
      rest = power.first == "-" || power.first == "+" ? power.dropFirst() : power
      if Self.takeDigits(&rest).isEmpty { return nil }
    }
    if whole.isEmpty || !rest.isEmpty { return nil }
    let all = (whole + fraction).drop { $0 == "0" }
    let zeros = all.reversed().prefix { $0 == "0" }.count
    digits = all.dropLast(zeros)
    exponent = Int(power).flatMap { power in
      let (sum, isTooMuch) = power.addingReportingOverflow(zeros - fraction.count)
      return isTooMuch ? nil : sum
    }
  }

  /// Removes the digits that the text begins with, and returns them.
  private static func takeDigits(_ text: inout Substring) -> Substring {
    let digits = text.prefix { ("0"..."9").contains($0) && $0.isASCII }
    text = text[digits.endIndex...]
    return digits
  }

  var significantDigits: Int { digits.count }

  /// The number without point and exponent; `nil` if it is not whole, or longer than `limit`.
  func wholeDigits(atMost limit: Int) -> String? {
    if digits.isEmpty { return "0" }
    guard let exponent, (0...limit).contains(exponent), digits.count <= limit - exponent else {
      return nil
    }
    return (isNegative ? "-" : "") + digits + String(repeating: "0", count: exponent)
  }
}
