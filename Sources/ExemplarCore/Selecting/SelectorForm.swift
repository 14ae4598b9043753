/// The forms a selector can have.
enum SelectorForm {
  /// Reads `File.swift`, `File.swift:42` and `data.json:14`.
  static func fileAndLine(_ selector: String) -> (file: String, line: Int?)? {
    var file = selector[...]
    var line: Int?
    if let colon = selector.lastIndex(of: ":"),
      let number = Int(selector[selector.index(after: colon)...])
    {
      file = selector[..<colon]
      line = number
    }
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return nil }
    let ending = file[file.index(after: dot)...]
    guard !ending.isEmpty, ending.count <= 9, ending.allSatisfy({ $0.isLetter || $0.isNumber })
    else { return nil }
    return (String(file), line)
  }

  /// Whether `selector` is the id of a row or of a surrounding data suite, with or without its
  /// module, literally; `outline` is the outline's. For a row, separators in names need not be
  /// escaped.
  static func isPath(
    _ selector: String, atOrAbove row: ExampleID, below outline: ExampleID
  ) -> Bool {
    var current = row
    while current != outline {
      if selector == current.text || selector == String(current.textInModule) { return true }
      guard let parent = current.parent else { break }
      current = parent
    }
    let plain = ExampleID.unescape(selector[...])
    let names = row.components
    return plain == names.joined(separator: "/")
      || plain == names.dropFirst().joined(separator: "/")
  }

  /// Whether `path` is `suffix` or ends with it at a separator.
  static func path(_ path: String, endsWith suffix: String) -> Bool {
    path == suffix || path.hasSuffix("/" + suffix)
  }
}
