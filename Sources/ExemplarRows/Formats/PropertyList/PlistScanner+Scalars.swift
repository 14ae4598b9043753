import Foundation

/// What is wrong with the text of a value.
struct PlistScalarProblem: Error {
  var message: String

  init(_ text: String, _ problem: String) {
    message = "\u{201C}\(text.shortened(to: 40))\u{201D} \(problem)"
  }
}

extension PlistScanner {
  /// The value that a text in an element of property lists stands for.
  static func scalar(_ text: String, as element: String) throws -> RowValue.Content {
    switch element {
    case "string": .string(text)
    case "integer": .number(try integer(text.trimmed))
    case "real": .number(try real(text.trimmed))
    case "date": .date(try date(text.trimmed))
    case "data": .data(try data(text))
    default: try truth(text, element)
    }
  }

  /// A whole number in decimal digits. Foundation takes hexadecimal ones too, of 64 bits at most.
  private static func integer(_ text: String) throws -> String {
    let isNegative = text.first == "-"
    let digits = isNegative || text.first == "+" ? text.dropFirst() : text[...]
    if digits.lowercased().hasPrefix("0x") {
      guard digits.dropFirst(2).allSatisfy({ $0.isASCII && $0.isHexDigit }),
        let number = UInt64(digits.dropFirst(2), radix: 16)
      else {
        throw PlistScalarProblem(text, "is not a hexadecimal integer of 64 bits, such as 0x1F.")
      }
      return (isNegative && number != 0 ? "-" : "") + String(number)
    }
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      let hint = (try? real(text)) == nil ? "" : " Other numbers go in <real>."
      throw PlistScalarProblem(text, "is not an integer, such as 42.\(hint)")
    }
    let significant = digits.drop { $0 == "0" }
    return significant.isEmpty ? "0" : (isNegative ? "-" : "") + significant
  }

  /// A number with all its digits, written as JSON would have it, or `nan`, `inf`, `-inf`.
  private static func real(_ text: String) throws -> String {
    let isNegative = text.first == "-"
    var digits = String(isNegative || text.first == "+" ? text.dropFirst() : text[...])
    switch digits.lowercased() {
    case "nan": return "nan"
    case "inf", "infinity": return isNegative ? "-inf" : "inf"
    default: break
    }
    // `.5` and `5.` are numbers too.
    if digits.hasPrefix(".") { digits = "0" + digits }
    if let point = digits.firstIndex(of: "."), point != digits.startIndex,
      digits[digits.index(after: point)...].first?.isNumber != true
    {
      digits.insert("0", at: digits.index(after: point))
    }
    guard digits != "0.0" || text.contains(where: \.isNumber), digits.first != "-",
      NumberText(digits) != nil
    else { throw PlistScalarProblem(text, "is not a number, such as 4.5, 1e3 or nan.") }
    return (isNegative ? "-" : "") + digits
  }

  private static func date(_ text: String) throws -> Date {
    guard let date = Date(iso8601: text) else {
      throw PlistScalarProblem(text, "is not a date, such as 2024-02-29T12:30:00Z.")
    }
    return date
  }

  private static func data(_ text: String) throws -> Data {
    let digits = text.filter { !$0.isWhitespace }
    if let odd = digits.first(where: { !$0.isBase64 }) {
      throw PlistScalarProblem(String(odd), "is not a character of base64 data.")
    }
    guard let data = Data(base64Encoded: digits) else {
      throw PlistScalarProblem(digits, "is not complete base64 data.")
    }
    return data
  }

  private static func truth(_ text: String, _ element: String) throws -> RowValue.Content {
    guard text.trimmed.isEmpty else {
      throw PlistScalarProblem(
        text.trimmed, "stands in <\(element)>, which holds nothing: write <\(element)/>.")
    }
    return .bool(element == "true")
  }
}

extension Character {
  fileprivate var isBase64: Bool {
    isASCII && (isLetter || isNumber || self == "+" || self == "/" || self == "=")
  }
}
