import ExemplarCore
import Foundation

extension PlistScanner {
  /// Reads the whole file. What is wrong after the value has begun is kept in ``failure``, so that
  /// what was read before it is not lost.
  mutating func document() throws -> PlistNode {
    try declaration()
    try checkEncoding()
    try begin()
    let start = try tag("<plist>")
    guard start.name == "plist" else {
      let root = try element(start)
      attempt { try $0.end() }
      return root
    }
    guard start.kind == .opening else { throw hasNoValue(start) }
    let first = try tag("a value in <plist>")
    if first.kind == .closing, first.name == "plist" { throw hasNoValue(start) }
    let root = try element(first)
    attempt { scanner in
      let last = try scanner.tag("</plist>")
      try scanner.check(last, closes: start)
      try scanner.end()
    }
    return root
  }

  /// Does what follows if nothing has gone wrong so far.
  private mutating func attempt(_ body: (inout PlistScanner) throws -> Void) {
    guard failure == nil else { return }
    do {
      try body(&self)
    } catch {
      failure = AuthoringMistake(wrapping: error)
    }
  }

  private func hasNoValue(_ tag: Tag) -> AuthoringMistake {
    AuthoringMistake(
      "The property list holds no value; expected a dictionary of rows.", at: place(of: tag))
  }

  private mutating func end() throws {
    try skipBetweenTags()
    if !isAtEnd { throw unexpected("the end of the file") }
  }

  /// Moves to the first tag, past a document type.
  private mutating func begin() throws {
    try skipBetweenTags()
    if isAtEnd { throw mistake("The file is empty; expected a property list.") }
    if isNext("<!DOCTYPE") {
      try skipDocumentType()
      try skipBetweenTags()
    }
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    let isOldData = isNext("<") && Character(Unicode.Scalar(second)).isHexDigit && !isTagNext
    if isNext("{") || isNext("(") || isNext("\"") || isNext("//") || isNext("/*") || isOldData {
      throw mistake(
        "The file is neither an XML nor a binary property list: it begins with \(found), as JSON "
          + "and old-style (OpenStep) property lists do. Convert it with: plutil -convert xml1 FILE"
      )
    }
  }

  /// Whether a tag that property lists have is next: `<data>` and `<dict>` begin as old-style data
  /// such as `<da7a>` may.
  private var isTagNext: Bool {
    let name = bytes[(index + 1)...].prefix { !$0.isXMLSpace && $0 != UInt8(ascii: ">") }
    return !name.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
      || name.isEmpty
  }

  /// Reads `<?xml …?>`, and refuses other encodings than UTF-8.
  private mutating func declaration() throws {
    guard isNext("<?xml"), bytes.count > index + 5, bytes[index + 5].isXMLSpace else { return }
    let start = self
    try skip(past: "?>", of: "an XML declaration")
    let text = String(decoding: bytes[start.index..<index], as: UTF8.self)
    guard let encoding = Self.encoding(in: text) else { return }
    if !["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased()) {
      throw start.mistake(
        "The file says that its encoding is \u{201C}\(encoding.shortened(to: 40))\u{201D}; only "
          + "UTF-8 is read. Save it as UTF-8, and have the first line say so.")
    }
  }

  /// The encoding that an XML declaration names.
  private static func encoding(in declaration: String) -> String? {
    guard let name = declaration.range(of: "encoding") else { return nil }
    let rest = declaration[name.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    return String(rest.dropFirst().prefix { $0 != quote })
  }

  /// Refuses a file that is not UTF-8 throughout, so that every text in it can be taken as it is.
  private func checkEncoding() throws {
    guard String(bytes: bytes, encoding: .utf8) == nil else { return }
    let repaired = String(decoding: bytes, as: UTF8.self)
    let sound = zip(repaired.utf8, bytes).prefix { $0 == $1 }.count
    let before = bytes[..<min(sound, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    throw AuthoringMistake(
      "The file is not valid UTF-8 here. Save it as UTF-8.",
      at: Place(
        path: path, line: before.count { $0 == 0x0A } + 1, column: sound - lineStart + 1))
  }

  /// Moves past `<!DOCTYPE …>`, whatever it declares.
  private mutating func skipDocumentType() throws {
    let start = place
    var isInside = false
    while !isAtEnd {
      if isNext("\"") || isNext("'") {
        try skipQuoted()
      } else if isNext("<!--") {
        try skip(past: "-->", of: "a comment")
      } else if isNext("<?") {
        try skip(past: "?>", of: "an instruction")
      } else {
        if isNext("[") { isInside = true }
        if isNext("]") { isInside = false }
        let isOver = isNext(">") && !isInside
        advance()
        if isOver { return }
      }
    }
    throw AuthoringMistake(
      "Malformed property list: the document type that begins here has no end; expected "
        + "\u{201C}>\u{201D}.", at: start)
  }
}
