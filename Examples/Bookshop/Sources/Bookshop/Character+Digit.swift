extension Character {
  /// Whether the character is one of 0 to 9.
  var isDecimalDigit: Bool { isASCII && isWholeNumber }
}
