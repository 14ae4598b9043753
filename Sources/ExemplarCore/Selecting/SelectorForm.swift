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

  /// The texts that select the file at `path`: itself, and each ending that begins after a separator.
  static func endings(of path: String) -> [String] {
    var endings = [path]
    let bytes = path.utf8
    for index in bytes.indices where bytes[index] == UInt8(ascii: "/") {
      endings.append(String(path[bytes.index(after: index)...]))
    }
    return endings
  }

  /// Whether `path` is `suffix` or ends with it at a separator.
  static func path(_ path: String, endsWith suffix: String) -> Bool {
    path == suffix || path.hasSuffix("/" + suffix)
  }
}
