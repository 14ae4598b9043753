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

  /// The text in quotation marks.
  var quoted: String { "\u{201C}\(self)\u{201D}" }
}
