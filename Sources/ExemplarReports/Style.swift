import Foundation

/// How text looks on a terminal.
///
/// The text with its styles goes through ``PlainText``, which escapes everything else that a terminal obeys.
package struct Style: Sendable {
  package var hasColor: Bool

  package init(hasColor: Bool) {
    self.hasColor = hasColor
  }

  package func green(_ text: String) -> String { paint(text, "32") }
  package func red(_ text: String) -> String { paint(text, "31") }
  package func yellow(_ text: String) -> String { paint(text, "33") }
  package func dim(_ text: String) -> String { paint(text, "2") }
  package func bold(_ text: String) -> String { paint(text, "1") }
  package func boldRed(_ text: String) -> String { paint(text, "1;31") }
  package func boldGreen(_ text: String) -> String { paint(text, "1;32") }

  /// A line of a failure: what only one of two values has in the color of its side.
  package func failure(_ line: String) -> String {
    if line.hasPrefix("+ ") { return green(line) }
    return line.hasPrefix("  ") ? line : red(line)
  }

  private func paint(_ text: String, _ code: String) -> String {
    let mark = PlainText.styleMark
    return hasColor ? "\(mark)[\(code)m\(text)\(mark)[0m" : text
  }
}

extension Style {
  /// Whether the standard output of this process should have colors.
  package static func isWanted(environment: [String: String]) -> Bool {
    if environment["NO_COLOR"].map({ !$0.isEmpty }) == true { return false }
    if environment["TERM"] == "dumb" { return false }
    return isatty(1) != 0
  }
}
