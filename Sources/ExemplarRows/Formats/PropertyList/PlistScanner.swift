import ExemplarCore

/// Reads the markup of XML property lists: tags, comments, the prolog.
///
/// It takes the XML that property lists are made of. A document type is passed over, so no entity is
/// ever expanded but the five of XML itself.
struct PlistScanner {
  let bytes: [UInt8]
  let path: String
  private(set) var index = 0
  private(set) var line: Int32 = 1
  private var lineStart = 0
  /// What ended the reading before the end of the file.
  var failure: AuthoringMistake?

  /// A tag, with its place.
  struct Tag {
    enum Kind { case opening, closing, empty }
    var name: String
    var kind: Kind
    var line: Int32
    var column: Int32

    /// The tag as people write it, without its attributes.
    var text: String {
      switch kind {
      case .opening: "<\(name)>"
      case .closing: "</\(name)>"
      case .empty: "<\(name)/>"
      }
    }
  }

  init(_ bytes: [UInt8], path: String) throws {
    self.bytes = bytes
    self.path = path
    switch TextEncoding(ofTextThatBeginsWith: bytes) {
    case .utf8(let mark):
      index = mark
      lineStart = mark
    case .other: throw TextEncoding.mistake(in: path)
    }
  }

  var column: Int32 { Int32(truncatingIfNeeded: index - lineStart + 1) }

  var place: Place { Place(path: path, line: Int(line), column: Int(column)) }

  func place(of tag: Tag) -> Place {
    Place(path: path, line: Int(tag.line), column: Int(tag.column))
  }

  func mistake(_ message: String) -> AuthoringMistake { AuthoringMistake(message, at: place) }

  /// The mistake that something else stands here than was expected.
  func unexpected(_ expected: String) -> AuthoringMistake {
    mistake("Malformed property list: expected \(expected), found \(found).")
  }

  var isAtEnd: Bool { index >= bytes.count }

  /// Whether the next bytes are those of `text`.
  func isNext(_ text: StaticString) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Moves on by one byte.
  mutating func advance() {
    if bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    index += 1
  }

  /// Moves past `end`. Throws, at the place where it began, if there is none.
  mutating func skip(past end: StaticString, of what: String) throws {
    let start = place
    while !isAtEnd {
      if isNext(end) {
        for _ in 0..<end.utf8CodeUnitCount { advance() }
        return
      }
      advance()
    }
    throw AuthoringMistake(
      "Malformed property list: \(what) that begins here has no end; expected "
        + "\u{201C}\(end)\u{201D}.", at: start)
  }

  mutating func skipSpace() {
    while !isAtEnd, bytes[index].isXMLSpace { advance() }
  }

  /// Moves past what may stand between tags without a meaning. Throws if a comment has no end.
  mutating func skipBetweenTags() throws {
    while true {
      skipSpace()
      if isNext("<!--") {
        try skip(past: "-->", of: "a comment")
      } else if isNext("<?") {
        if isNext("<?xml") && !isNext("<?xml-") {
          throw mistake(
            "Malformed property list: \u{201C}<?xml\u{201D} may stand only at the very beginning.")
        }
        try skip(past: "?>", of: "an instruction")
      } else {
        return
      }
    }
  }

  /// What stands at the current place, for messages.
  var found: String {
    guard !isAtEnd else { return "the end of the file" }
    if bytes[index] < 0x20 && !bytes[index].isXMLSpace {
      return "a control character (code \(bytes[index]))"
    }
    let rest = bytes[index..<min(index + 200, bytes.count)]
    let inside = rest.dropFirst()
    if isNext("<"), let end = inside.firstIndex(where: { $0 == UInt8(ascii: ">") }),
      !inside[..<end].contains(UInt8(ascii: "<")), inside.first?.isXMLSpace == false
    {
      return String(decoding: rest[...end], as: UTF8.self).shortened(to: 60)
    }
    let end = inside.firstIndex { $0 == UInt8(ascii: "<") || $0 == 0x0A } ?? rest.endIndex
    let text = String(decoding: rest[..<end], as: UTF8.self).trimmed
    return "the text \u{201C}\(text.shortened(to: 40))\u{201D}"
  }
}

// MARK: - Tags

extension PlistScanner {
  /// Reads the tag that is next; `expected` says what it should be, for messages.
  mutating func tag(_ expected: String) throws -> Tag {
    try skipBetweenTags()
    var tag = Tag(name: "", kind: .opening, line: line, column: column)
    guard isNext("<"), !isNext("<!") else { throw unexpected(expected) }
    let start = self
    advance()
    if isNext("/") {
      tag.kind = .closing
      advance()
    }
    tag.name = name()
    if tag.name.isEmpty { throw start.unexpected(expected) }
    skipSpace()
    while !isAtEnd, !isNext(">"), !isNext("/>") { try attribute(of: tag) }
    if isNext("/>"), tag.kind == .opening {
      tag.kind = .empty
      advance()
    }
    guard isNext(">") else {
      throw unexpected("\u{201C}>\u{201D} to end \u{201C}<\(tag.name.shortened(to: 40))\u{201D}")
    }
    advance()
    return tag
  }

  /// Throws unless `last` ends what `first` began.
  func check(_ last: Tag, closes first: Tag) throws {
    guard last.kind == .closing, last.name == first.name else {
      throw AuthoringMistake(
        "Malformed property list: expected </\(first.name)> for the \(first.text) on line "
          + "\(first.line), found \(last.text.shortened(to: 60)).",
        at: place(of: last))
    }
  }

  private mutating func name() -> String {
    let name = bytes[index...].prefix { $0.isXMLName }
    index = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads an attribute. Only `plist` has some, such as its version; they tell nothing about rows.
  private mutating func attribute(of tag: Tag) throws {
    let start = self
    let name = name()
    skipSpace()
    let hasValue = isNext("=")
    if hasValue {
      advance()
      skipSpace()
    }
    guard !name.isEmpty, hasValue, isNext("\"") || isNext("'") else {
      throw start.unexpected("\u{201C}>\u{201D} to end \u{201C}<\(tag.name)\u{201D}")
    }
    if tag.name != "plist" || tag.kind == .closing {
      throw start.mistake(
        "Malformed property list: \(tag.text) has no attributes, found "
          + "\u{201C}\(name.shortened(to: 40))\u{201D}.")
    }
    try skipQuoted()
    skipSpace()
  }

  /// Moves past a text in quotation marks.
  mutating func skipQuoted() throws {
    let isDouble = isNext("\"")
    advance()
    try skip(past: isDouble ? "\"" : "'", of: "a text in quotation marks")
  }
}

extension UInt8 {
  /// Whether XML takes the byte for white space.
  var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// Whether the byte may be one of a name in XML.
  fileprivate var isXMLName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }
}
