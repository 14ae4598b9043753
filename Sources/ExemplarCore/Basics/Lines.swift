// Lines of texts that people read. A carriage return and a newline are one character to Swift, which is not equal to a
// newline. Other separators of Unicode do not end lines in the files and terminals that show them.

extension StringProtocol {
  /// The lines, without the characters that end them.
  package var textLines: [SubSequence] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  /// The first line.
  package var firstLine: SubSequence { prefix { $0 != "\n" && $0 != "\r\n" } }
}

extension String {
  /// The lines, with spaces between.
  package var onOneLine: String {
    utf8.contains(0x0A) ? textLines.joined(separator: " ") : self
  }
}
