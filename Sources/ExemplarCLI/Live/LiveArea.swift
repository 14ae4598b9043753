import ExemplarReports

/// The lines at the bottom of a terminal that are redrawn, with the cursor at the beginning of the
/// last of them: a terminal that becomes narrower breaks lines, and the position of a cursor at the
/// end of a line would be unknown.
struct LiveArea {
  private var lines: [String] = []
  /// How wide the terminal was when they were drawn.
  private var columns = 0

  var isEmpty: Bool { lines.isEmpty }

  /// The text that draws the lines.
  var text: String { lines.isEmpty ? "" : lines.joined(separator: "\r\n") + "\r" }

  /// The text that removes them from a terminal of this width: one that has become narrower has
  /// broken them.
  func clearing(columns: Int) -> String {
    if lines.isEmpty { return "" }
    let above = lines.dropLast().reduce(0) { rows, line in
      rows + max(1, (Self.columns(of: line) + columns - 1) / max(1, columns))
    }
    return "\r" + (above > 0 ? "\u{1B}[\(above)A" : "") + "\u{1B}[J"
  }

  /// Puts other lines in their place; what the terminal is sent, nothing if they are the same.
  mutating func replacing(with lines: [String], columns: Int) -> String {
    if lines == self.lines, columns == self.columns { return "" }
    let cleared = clearing(columns: columns)
    self.lines = lines
    self.columns = columns
    return cleared + text
  }

  /// The columns of a line, without what sets its colors.
  private static func columns(of line: String) -> Int {
    DisplayText.columns(of: line.replacing(#/\u{1B}\[[0-9;]*m/#, with: ""))
  }
}
