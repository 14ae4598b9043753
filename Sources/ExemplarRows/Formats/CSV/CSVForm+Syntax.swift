extension CSVForm {
  /// The form as text, from which another process can make it. None of its parts has a new line in it.
  var syntax: String {
    let quotes = quoting == .none ? "none" : quoting == .rfc ? "rfc" : "lenient"
    let flags = [hasEscapes, isTrimmed, hasTrailingComments].map { $0 ? "1" : "0" }.joined()
    return ["table", String(separator), quotes, String(quote), flags, comments ?? ""]
      .joined(separator: "\n")
  }

  /// The form that ``syntax`` describes; `nil` for another text.
  init?(syntax: String) {
    let parts = syntax.split(separator: "\n", omittingEmptySubsequences: false)
    let flags = parts.count == 6 ? parts[4].map { $0 == "1" } : []
    guard flags.count == 3, parts[0] == "table", let separator = parts[1].first,
      let quote = parts[3].first
    else { return nil }
    self.init(
      separator: separator,
      quoting: parts[2] == "none" ? .none : parts[2] == "rfc" ? .rfc : .lenient,
      quote: quote, hasEscapes: flags[0], isTrimmed: flags[1],
      comments: parts[5].isEmpty ? nil : String(parts[5]), hasTrailingComments: flags[2])
  }
}
