import ExemplarCore
import Foundation

// Types whose own decoding does not know how formats write them, or cannot tell what is wrong.

extension RowDecoder {
  /// Decodes the value, giving the types that formats write as text or numbers their meaning.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let special: Any? =
      switch type {
      case is Date.Type:
        try text("a date as ISO 8601 text, such as 2024-02-29T12:30:00Z", Date.self) {
          Date(iso8601: $0)
        }
      case is URL.Type: try text("a URL", URL.self) { URL(string: $0) }
      case is UUID.Type: try text("a UUID", UUID.self) { UUID(uuidString: $0) }
      case is Data.Type: try text("base64 text", Data.self) { Data(base64Encoded: $0) }
      case is Decimal.Type: try decimal()
      default: nil
      }
    if let special, let value = special as? Value { return value }
    do {
      return try Value(from: self)
    } catch DecodingError.dataCorrupted(let context)
      where type is any RawRepresentable.Type && context.codingPath.count == codingPath.count
    {
      throw plainValue.mismatch(Self.expectation(of: type), type)
    }
  }

  private func decimal() throws -> Decimal {
    try number("a number", limits: "a number that Decimal can hold exactly", Decimal.self) { text in
      // Foundation drops the digits that are too many.
      guard NumberText(text).significantDigits <= 38 else { return nil }
      return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
  }

  /// What is expected where a raw value is none of the type's: one of its cases, if they are few.
  private static func expectation(of type: Any.Type) -> String {
    func rawValues<Choice: CaseIterable & RawRepresentable>(of type: Choice.Type) -> [String] {
      type.allCases.prefix(9).map { choice in
        (choice.rawValue as? String).map { "\u{201C}\($0)\u{201D}" } ?? "\(choice.rawValue)"
      }
    }
    guard let choices = type as? any (CaseIterable & RawRepresentable).Type else {
      return "a raw value of \(type)"
    }
    let values = rawValues(of: choices)
    switch values.count {
    case 1...8: return values.formatted(.list(type: .or).locale(Locale(identifier: "en_US")))
    default: return "a raw value of \(type)"
    }
  }
}

/// A number as JSON writes it, taken apart.
struct NumberText {
  private let isNegative: Bool
  /// The digits before and after the point, without zeros at either end.
  private let digits: Substring
  /// The power of ten of the last of `digits`; `nil` if it is beyond all bounds.
  private let exponent: Int?

  init(_ text: String) {
    isNegative = text.hasPrefix("-")
    let parts = text.split(whereSeparator: { "eE".contains($0) })
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    let all = (String(mantissa[0]) + fraction).drop { $0 == "0" }
    let zeros = all.reversed().prefix { $0 == "0" }.count
    digits = all.dropLast(zeros)
    exponent = (parts.count > 1 ? Int(parts[1]) : 0).map { $0 - fraction.count + zeros }
  }

  var significantDigits: Int { digits.count }

  /// The number without point and exponent; `nil` if it is not whole, or too long for any integer.
  var wholeDigits: String? {
    if digits.isEmpty { return "0" }
    guard let exponent, (0...40).contains(exponent) else { return nil }
    return (isNegative ? "-" : "") + digits + String(repeating: "0", count: exponent)
  }
}
