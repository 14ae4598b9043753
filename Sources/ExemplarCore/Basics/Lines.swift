// Lines as people see them: a carriage return and a newline are one character to Swift, which `"\n"` is not equal to.

extension StringProtocol {
  /// The lines, without what ends them.
  package var textLines: [SubSequence] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// The first line.
  package var firstLine: SubSequence { prefix { !$0.isNewline } }
}

extension String {
  /// The lines, with spaces between.
  package var onOneLine: String {
    utf8.contains { $0 == 0x0A || $0 == 0x0D }
      ? split(whereSeparator: \.isNewline).joined(separator: " ") : self
  }
}
