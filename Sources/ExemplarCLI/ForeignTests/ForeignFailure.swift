import ExemplarReports
import Foundation

/// The messages of the libraries about failures, with the difference of two values that should be equal.
///
/// The libraries report values as text alone. A message that can be read in several ways stays as it is.
enum ForeignFailure {
  /// The message of an assertion of XCTest.
  static func messageOfXCTest(_ message: String) -> String {
    // XCTest announces a comment even if there is none.
    let text = message.hasSuffix(" - ") ? String(message.dropLast(3)) : message
    let start = "XCTAssertEqual failed: (\""
    guard text.hasPrefix(start) else { return text }
    let sides = text.dropFirst(start.count).ranges(of: "\") is not equal to (\"")
    guard sides.count == 1, let middle = sides.first else { return text }
    // The end of the right value is before the comment or at the end of the text.
    let ends = text[middle.upperBound...].ranges(of: "\")").filter { end in
      end.upperBound == text.endIndex || text[end.upperBound...].hasPrefix(" - ")
    }
    guard ends.count == 1, let end = ends.first,
      !text[middle.upperBound..<end.lowerBound].contains("\") +/- (\"")
    else { return text }
    let left = text[text.index(text.startIndex, offsetBy: start.count)..<middle.lowerBound]
    let right = text[middle.upperBound..<end.lowerBound]
    guard
      let difference = TextDifference.text(String(left), String(right), areTexts: false)
    else { return text }
    let comment = text[end.upperBound...].dropFirst(3)
    return ["XCTAssertEqual failed: left is not equal to right", difference, String(comment)]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The message of an issue of Swift Testing, and the comments of the author.
  static func messageOfSwiftTesting(_ message: String, _ comments: [String]) -> String {
    let isComment = message == "Issue recorded" && !comments.isEmpty
    let explained = explainedExpectation(message) ?? message
    return ((isComment ? [] : [explained]) + comments).joined(separator: "\n")
  }

  /// An expectation of equality with its difference: `Expectation failed: (sum → 6) == 7`.
  private static func explainedExpectation(_ message: String) -> String? {
    let start = "Expectation failed: "
    guard message.hasPrefix(start), let sides = sides(of: message.dropFirst(start.count)) else {
      return nil
    }
    let values = (sides.left.value, sides.right.value)
    let areTexts = values.0.isQuotedText && values.1.isQuotedText
    let texts =
      areTexts ? (values.0.dropFirst().dropLast(), values.1.dropFirst().dropLast()) : values
    guard
      let difference = TextDifference.text(String(texts.0), String(texts.1), areTexts: areTexts)
    else { return nil }
    let isShort = message.utf8.count < 120 && !message.contains(where: \.isNewline)
    let first = isShort ? message : "\(start)\(sides.left.code) == \(sides.right.code)"
    return first + "\n" + difference
  }

  private typealias Side = (code: Substring, value: Substring)

  /// The code and the values on both sides of the only `==` that can be the operator.
  private static func sides(of expression: Substring) -> (left: Side, right: Side)? {
    let found = expression.ranges(of: " == ").compactMap { range -> (Side, Side)? in
      guard let left = side(expression[..<range.lowerBound]),
        let right = side(expression[range.upperBound...])
      else { return nil }
      return (left, right)
    }
    return found.count == 1 ? found[0] : nil
  }

  /// One side: `(code → value)`, or code that describes its value; `nil` for a part of one.
  private static func side(_ text: Substring) -> Side? {
    guard let arrow = text.firstRange(of: " → ") else { return (text, text) }
    guard text.first == "(", text.last == ")" else { return nil }
    return (text[..<arrow.lowerBound].dropFirst(), text[arrow.upperBound...].dropLast())
  }
}

extension Substring {
  /// Whether it is a text in quotation marks.
  fileprivate var isQuotedText: Bool {
    utf8.count > 1 && first == "\"" && last == "\""
  }
}
