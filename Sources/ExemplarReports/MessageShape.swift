import ExemplarCore

/// The texts of a row's issues without the values that differ from row to row.
///
/// A value is a number or a text in quotation marks. In thrown errors and in what authors write, only values of the row
/// itself are omitted: a status code or the name of a missing key distinguishes failures. An expectation at a known
/// column is one expression, so the values that it shows are omitted too; but a text only where it is compared with
/// another one, since it may be an error. Names, operators, `nil` and enumeration cases always remain.
struct MessageShape {
  private let values: Set<[UInt8]>

  init(row: RowReference?) {
    guard let row else {
      values = []
      return
    }
    let columns = (row.columns ?? []).flatMap { [$0.value, $0.read ?? ""] }
    var values: Set<[UInt8]> = []
    for text in columns + [row.name, row.values ?? ""] {
      _ = Self.replacing(in: text) { value, _ in
        values.insert(Array(value))
        return false
      }
    }
    self.values = values
  }

  /// Returns a text without values of the row.
  func ofText(_ text: some StringProtocol) -> String {
    Self.replacing(in: text) { value, _ in values.contains(Array(value)) }
  }

  /// Returns a label without its numbers and the values of the row: it may count the elements of a sequence.
  func ofLabel(_ label: String) -> String {
    Self.replacing(in: label) { value, isText in !isText || values.contains(Array(value)) }
  }

  func ofMessage(_ issue: Issue) -> String {
    // Only Exemplar reports exceeded limits, with the threads that hang.
    if issue.cause != nil { return issue.message }
    // The message shows a value, which is different in each row.
    if issue.reviewed?.isPending == true { return "pending" }
    guard issue.isExpected, let place = issue.place, place.column > 0,
      issue.message.hasPrefix("Expectation failed: ")
    else { return ofText(issue.message) }
    var lines = issue.message.textLines[...]
    let expression = lines.removeFirst()
    var shape = [ofExpression(expression)]
    if lines.first == TextDifference.heading[...] {
      // The difference replaces the values, so the line is code.
      if !expression.contains("→ ") { shape = [String(expression)] }
      shape.append(TextDifference.heading)
      lines.removeFirst()
      while let line = lines.first, ["− ", "+ ", "  "].contains(where: line.hasPrefix) {
        // Marks are below the characters that differ.
        if !line.allSatisfy({ $0 == " " || $0 == "^" }) {
          shape.append(Self.replacing(in: line) { _, _ in true })
        }
        lines.removeFirst()
      }
    }
    return (shape + lines.map(ofText)).joined(separator: "\n")
  }

  /// The first line of an expectation: the values are after the arrows.
  private func ofExpression(_ line: Substring) -> String {
    guard let arrow = line.range(of: "→ ") else { return ofText(line) }
    let shown = line[arrow.upperBound...]
    let shape = Self.replacing(in: shown) { _, _ in true }
    let operands = [" == ", " != "].lazy.map { shape.split(separator: $0) }.first { $0.count > 1 }
    let comparesTexts = operands?.allSatisfy { $0.contains("\"…\"") } ?? false
    return line[..<arrow.lowerBound]
      + (comparesTexts
        ? shape
        : Self.replacing(in: shown) { value, isText in
          !isText || values.contains(Array(value))
        })
  }

  /// Returns a text in which the values that `isOmitted` accepts are replaced.
  private static func replacing(
    in text: some StringProtocol, _ isOmitted: (ArraySlice<UInt8>, _ isText: Bool) -> Bool
  ) -> String {
    let bytes = Array(text.utf8)
    var shape: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let start = index
      if bytes[index] == UInt8(ascii: "\"") {
        guard let end = endOfText(bytes, from: index + 1) else {
          shape += bytes[index...]
          break
        }
        index = end + 1
        let value = bytes[start + 1..<end]
        // An empty text is a failure of its own.
        let isValue = !value.isEmpty && isOmitted(value, true)
        shape += isValue ? "\"…\"".utf8.map(\.self) : Array(bytes[start..<index])
      } else if isPartOfWord(bytes, index) {
        var (hasLetters, hasDigits) = (false, false)
        while index < bytes.count, isPartOfWord(bytes, index) {
          if isLetter(bytes[index]) {
            hasLetters = true
          } else if bytes[index] != UInt8(ascii: ".") {
            hasDigits = true
          }
          index += 1
        }
        // The end of a sentence.
        while index > start + 1, bytes[index - 1] == UInt8(ascii: ".") { index -= 1 }
        let word = bytes[start..<index]
        // Digits in a name belong to it, as in `utf8`.
        let isNumber = hasDigits && !hasLetters
        shape += isNumber && isOmitted(word, false) ? [UInt8(ascii: "#")] : word
      } else {
        index += bytes[index] == 0xE2 ? 3 : 1
        shape += bytes[start..<index]
      }
    }
    return String(decoding: shape, as: UTF8.self)
  }

  private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index
      default: index += 1
      }
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// Whether the byte is part of a letter, or a digit or a decimal point.
  private static func isPartOfWord(_ bytes: [UInt8], _ index: Int) -> Bool {
    let byte = bytes[index]
    // Quotation marks and dashes have three bytes, with these first.
    if byte == 0xE2, bytes[index + 1] == 0x80 { return false }
    return isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".")
  }
}
