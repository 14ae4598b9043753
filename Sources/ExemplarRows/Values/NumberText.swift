/// A number as JSON writes it, taken apart.
///
/// Two of them are equal if their values are, unless one has no bounds.
struct NumberText: Hashable {
  /// Never true of zero, which has one form.
  private let isNegative: Bool
  /// The digits before and after the point, without zeros at either end.
  private let digits: Substring
  /// The power of ten of the last of `digits`; `nil` if it is beyond all bounds.
  private let exponent: Int?

  /// Nil if the text is no number. Rows that are made in code can hold any text.
  init?(_ text: String) {
    guard Self.isNumber(text) else { return nil }
    let parts = text.split { $0 == "e" || $0 == "E" }
    let hasMinus = parts[0].first == "-"
    let mantissa = parts[0].dropFirst(hasMinus ? 1 : 0).split(separator: ".")
    let all = mantissa.joined().drop { $0 == "0" }
    let zeros = all.reversed().prefix { $0 == "0" }.count
    digits = String(all.dropLast(zeros))[...]
    isNegative = hasMinus && !all.isEmpty
    let fraction = mantissa.count > 1 ? mantissa[1].count : 0
    exponent =
      all.isEmpty
      ? 0
      : (parts.count > 1 ? Int(parts[1]) : 0).flatMap { power in
        let (sum, isTooMuch) = power.addingReportingOverflow(zeros - fraction)
        return isTooMuch ? nil : sum
      }
  }

  static func isNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var index = 0
      func skip(_ byte: UInt8, or other: UInt8? = nil) -> Bool {
        guard index < bytes.count, bytes[index] == byte || bytes[index] == other else {
          return false
        }
        index += 1
        return true
      }
      func skipDigits() -> Bool {
        let start = index
        while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
        return index > start
      }
      _ = skip(UInt8(ascii: "-"))
      guard skipDigits() else { return false }
      if skip(UInt8(ascii: ".")), !skipDigits() { return false }
      if skip(UInt8(ascii: "e"), or: UInt8(ascii: "E")) {
        _ = skip(UInt8(ascii: "+"), or: UInt8(ascii: "-"))
        if !skipDigits() { return false }
      }
      return index == bytes.count
    }
  }

  var significantDigits: Int { digits.count }

  /// Whether the exponent fits in 64 bits.
  var isBounded: Bool { exponent != nil }

  /// The number without point and exponent; `nil` if it is not whole, or longer than `limit`.
  func wholeDigits(atMost limit: Int) -> String? {
    if digits.isEmpty { return "0" }
    guard let exponent, (0...limit).contains(exponent), digits.count <= limit - exponent else {
      return nil
    }
    return (isNegative ? "-" : "") + digits + String(repeating: "0", count: exponent)
  }
}
