import ExemplarCore
import Foundation

extension RowNode.Content {
  /// The value of a text in an element of XML property lists.
  init(_ text: String, in tag: XMLPlistReader.Tag) {
    if let value = Self.value(of: text, in: tag.name) {
      self = .value(value)
    } else {
      let problem = Self.problem(with: text.trimmed, in: tag.name)
      self = .wrong(UsageError(problem, at: tag.place))
    }
  }

  private static func value(of text: String, in element: String) -> RowValue.Content? {
    let trimmed = text.trimmed
    return switch element {
    case "string": .string(text)
    case "integer": integer(trimmed).map { .number($0) }
    case "real": real(trimmed).map { .number($0) }
    case "date": Date(iso8601: trimmed).map { .date($0) }
    case "data": Data(base64Encoded: text.filter { !$0.isWhitespace }).map { .data($0) }
    default: trimmed.isEmpty ? .bool(element == "true") : nil
    }
  }

  private static func problem(with text: String, in element: String) -> String {
    let found = text.shortened(to: 40).quoted
    return switch element {
    case "integer" where text.lowercased().contains("0x"):
      "\(found) is not a hexadecimal integer of 64 bits, such as 0x1F."
    case "integer":
      "\(found) is not an integer, such as 42."
        + (real(text) == nil ? "" : " Other numbers go in <real>.")
    case "real": "\(found) is not a number, such as 4.5, 1e3 or nan."
    case "date": "\(found) is not a date, such as 2024-02-29T12:30:00Z."
    case "data": "\(found) is not valid base64 data."
    default: "<\(element)> has no content, found \(found). Write <\(element)/>."
    }
  }

  /// The number in decimal digits; `nil` if the text is not an integer.
  private static func integer(_ text: String) -> String? {
    let isNegative = text.hasPrefix("-")
    var digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    if digits.lowercased().hasPrefix("0x") {
      digits = digits.dropFirst(2)
      guard digits.allSatisfy(\.isHexDigit), let number = UInt64(digits, radix: 16) else {
        return nil
      }
      digits = "\(number)"
    }
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    digits = digits.drop { $0 == "0" }
    return digits.isEmpty ? "0" : (isNegative ? "-" : "") + digits
  }

  /// The number with all its digits, or `nan`, `inf` or `-inf`; `nil` if the text is something else.
  private static func real(_ text: String) -> String? {
    switch text.lowercased() {
    case "nan", "+nan", "-nan": "nan"
    case "inf", "+inf", "infinity", "+infinity": "inf"
    case "-inf", "-infinity": "-inf"
    default: text.contains("x") || text.contains("n") ? nil : text.untypedNumber
    }
  }
}
