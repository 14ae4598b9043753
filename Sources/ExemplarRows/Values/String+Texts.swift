import ExemplarCore
import Foundation

extension String {
  /// The text, or its beginning with `…` if it has more than `limit` characters.
  func shortened(to limit: Int) -> String {
    // Texts may be long, and counting characters reads them all.
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return prefix(limit - 1) + "…"
  }

  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  var quoted: String { "\u{201C}\(self)\u{201D}" }

  /// The text in quotation marks, with its scalars if it looks like one of the others.
  func quoted(besides others: [String]) -> String {
    (others.contains(where: looks) ? withScalars : self).quoted
  }

  /// Whether two different texts look the same to people.
  func looks(like other: String) -> Bool { !isSpelled(as: other) && look == other.look }

  /// The text without what people cannot see.
  private var look: String {
    let scalars = decomposedStringWithCompatibilityMapping.unicodeScalars
    return String(scalars.filter { !$0.properties.isDefaultIgnorableCodePoint })
  }
}

extension String {
  /// `unit_price` as `unitPrice`.
  var withoutSnakes: String {
    let start = prefix { $0 == "_" }
    let end = self[start.endIndex...].reversed().prefix { $0 == "_" }.count
    let words = dropFirst(start.count).dropLast(end).split(separator: "_")
    guard words.count > 1, let first = words.first else { return self }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    return start + first.lowercased() + rest.joined() + String(repeating: "_", count: end)
  }
}

// The values of text in formats without types, such as CSV.

extension String {
  /// The number in a text of a format without types. White space may surround it, a plus sign may
  /// precede it, and one side of the point may be empty; hexadecimal `0x1F` and octal `0o17` are
  /// supported. YAML's `.inf`, `-.inf` and `.nan` are `inf`, `-inf` and `nan`. `nil` if it is not a
  /// number.
  var untypedNumber: String? {
    if NumberText.isNumber(self) { return self }
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
    return NumberText.isNumber(number) ? number : nil
  }

  /// Whether the text is a word that programs print for infinity or for an invalid number.
  var namesNoNumber: Bool {
    let word = trimmed.lowercased().drop { $0 == "+" || $0 == "-" }
    return ["inf", "infinity", "nan"].contains(word)
  }
}

extension Bool {
  /// The truth value that text of a format without types stands for: `true`, `yes` and `1`, or
  /// `false`, `no` and `0`, without regard to case.
  init?(untyped text: String) {
    switch text {
    case "true": self = true
    case "false": self = false
    default:
      switch text.trimmed.lowercased() {
      case "true", "yes", "1": self = true
      case "false", "no", "0": self = false
      default: return nil
      }
    }
  }
}

extension String {
  var trimmed: String {
    // Most texts contain none, and Foundation is slow to find out.
    guard let first = utf8.first, let last = utf8.last else { return self }
    let isPlain = (0x21...0x7E).contains(first) && (0x21...0x7E).contains(last)
    return isPlain ? self : trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
