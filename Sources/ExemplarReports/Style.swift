/// How text looks on a terminal.
public struct Style: Sendable {
  /// Whether colors may be used.
  public var hasColor: Bool

  public init(hasColor: Bool) {
    self.hasColor = hasColor
  }

  func green(_ text: String) -> String { paint(text, "32") }
  func red(_ text: String) -> String { paint(text, "31") }
  func yellow(_ text: String) -> String { paint(text, "33") }
  func dim(_ text: String) -> String { paint(text, "2") }
  func bold(_ text: String) -> String { paint(text, "1") }
  func boldRed(_ text: String) -> String { paint(text, "1;31") }
  func boldGreen(_ text: String) -> String { paint(text, "1;32") }

  private func paint(_ text: String, _ code: String) -> String {
    hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
