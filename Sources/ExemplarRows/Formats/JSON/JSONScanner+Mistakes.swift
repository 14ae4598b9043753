import ExemplarCore

extension JSONScanner {
  /// The error for an unexpected character at the current position.
  func unexpected(_ expected: String) -> UsageError {
    malformed("expected \(expected), found \(found)", at: index, hint: hint(expected))
  }

  /// The mistake that the text is no JSON, at a byte of the current line.
  func malformed(_ problem: String, at index: Int, hint: String? = nil) -> UsageError {
    let hint = hint.map { " \($0)" } ?? ""
    return UsageError("Malformed JSON: \(problem).\(hint)", at: place(at: index))
  }

  /// The solution for a frequent error at the current position.
  private func hint(_ expected: String) -> String? {
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      let before = bytes[..<index].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      return before == UInt8(ascii: ",") ? "Remove the comma before it." : nil
    case UInt8(ascii: "/"): return "JSON has no comments."
    default:
      let others = ["'", "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}"]
      guard expected == "a value" || expected == "a key in quotation marks",
        others.contains(where: { bytes[index...].starts(with: $0.utf8) })
      else { return nil }
      return "Texts and keys go in double quotation marks."
    }
  }

  /// The replacement for a word of other languages.
  static func hint(for word: String) -> String? {
    switch word.lowercased() {
    case "true": "Write true."
    case "false": "Write false."
    case "null", "nil", "none", "undefined": "Write null."
    case "nan", "infinity", "inf": "JSON has finite numbers only."
    default: nil
    }
  }

  /// The text at the current position, for messages.
  private var found: String {
    guard index < bytes.count else { return end }
    let byte = bytes[index]
    switch byte {
    case 0x0A, 0x0D: return "a new line"
    case 0x09: return "a tab"
    case ..<0x20, 0x7F: return "a control character (code \(byte))"
    default: break
    }
    let rest = bytes[index..<min(index + 4, bytes.count)]
    let text = String(decoding: rest, as: UTF8.self)
    guard let first = text.first, let scalar = first.unicodeScalars.first else { return "nothing" }
    if scalar == "\u{FFFD}", !rest.starts(with: "\u{FFFD}".utf8) {
      return "a byte that is not UTF-8 (code \(byte))"
    }
    // A space that JSON does not allow looks like one that it does.
    switch scalar.properties.generalCategory {
    case .spaceSeparator where byte != 0x20, .lineSeparator, .paragraphSeparator, .format:
      return "an invisible character (U+\(String(scalar.value, radix: 16, uppercase: true)))"
    default: return "\u{201C}\(first)\u{201D}"
    }
  }
}
