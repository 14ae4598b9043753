import ExemplarCore
import Foundation

extension XMLPlistReader {
  /// The markup around a value, or one end of it.
  struct Tag {
    enum Kind { case opening, closing, empty }
    var name = ""
    var kind = Kind.opening
    var position: PlistNode.Position

    /// The tag without attributes.
    var text: String {
      kind == .closing ? "</\(name)>" : kind == .empty ? "<\(name)/>" : "<\(name)>"
    }

    static let values = [
      "string", "integer", "real", "true", "false", "date", "data", "array", "dict",
    ]

    /// The names of the elements in other formats.
    static let otherNames = [
      "string": ["str", "text"], "integer": ["int", "number"],
      "real": ["float", "double", "number"],
      "true": ["bool", "boolean", "yes"], "false": ["bool", "boolean", "no"],
      "date": ["datetime", "time"], "data": ["base64"], "array": ["list"],
      "dict": ["dictionary", "object", "map"],
    ]
  }

  /// Reads a tag.
  ///
  /// - Parameter expected: The description of the tag in messages.
  mutating func tag(_ expected: String) throws -> Tag {
    try skipBetweenTags()
    let start = self
    var tag = Tag(position: position)
    guard isNext("<"), !isNext("<!") else { throw unexpected(expected) }
    advance()
    if isNext("/") {
      tag.kind = .closing
      advance()
    }
    tag.name = name()
    if tag.name.isEmpty { throw start.unexpected(expected) }
    skipSpace()
    // The version of the list, for example.
    while tag.name == "plist", tag.kind == .opening, let byte = bytes[index...].first,
      byte.isXMLName
    {
      try attribute()
    }
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

  private mutating func name() -> String {
    let name = bytes[index...].prefix { $0.isXMLName }
    index = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func attribute() throws {
    _ = name()
    skipSpace()
    guard isNext("=") else { throw unexpected("\u{201C}=\u{201D} after the name of an attribute") }
    advance()
    skipSpace()
    try skipQuoted()
    skipSpace()
  }

  private mutating func skipQuoted() throws {
    guard isNext("\"") || isNext("'") else { throw unexpected("a text in quotation marks") }
    let isDouble = isNext("\"")
    advance()
    try skip(past: isDouble ? "\"" : "'", of: "a text in quotation marks")
  }

  private mutating func skipSpace() {
    while !isAtEnd, bytes[index].isXMLSpace { advance() }
  }

  /// Skips a comment or an instruction; `false` if the next byte begins something else.
  private mutating func skipNote() throws -> Bool {
    if isNext("<!--") {
      try skip(past: "-->", of: "a comment")
    } else if isNext("<?") {
      try skip(past: "?>", of: "an instruction")
    } else {
      return false
    }
    return true
  }

  mutating func skipBetweenTags() throws {
    repeat {
      skipSpace()
      if isNext("<?xml"), !isNext("<?xml-") {
        throw malformed("\u{201C}<?xml\u{201D} must be at the beginning of the file.")
      }
    } while try skipNote()
  }

  // MARK: The prolog

  /// Moves to the first tag.
  mutating func readProlog() throws {
    let start = self
    if isNext("<?xml"), !isNext("<?xml-") {
      try skip(past: "?>", of: "an XML declaration")
      let declaration = String(decoding: bytes[start.index..<index], as: UTF8.self)
      if let match = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)/),
        !["utf-8", "utf8", "us-ascii", "ascii"].contains(match.1.lowercased())
      {
        throw AuthoringMistake(
          "The file declares the encoding \(String(match.1).shortened(to: 40).quoted), but only UTF-8 "
            + "can be read. Save it as UTF-8, and declare that in the first line.", at: start.place)
      }
    }
    if let invalid = bytes.withUnsafeBufferPointer({ String.validating($0).invalid }) {
      self = start
      advance(by: invalid - index)
      throw AuthoringMistake("The file is not valid UTF-8 here. Save it as UTF-8.", at: place)
    }
    try skipBetweenTags()
    if isAtEnd {
      throw AuthoringMistake("The file is empty; expected a property list.", at: place)
    }
    if isNext("<!DOCTYPE") {
      try skipDocumentType()
      try skipBetweenTags()
    }
    let first = bytes[index...].dropFirst().first ?? 0
    if !isAtEnd, !isNext("<") || (0x30...0x39).contains(first) {
      throw AuthoringMistake(
        "The file is neither an XML nor a binary property list: it begins with \(found). Convert an "
          + "old-style (OpenStep) list with plutil -convert xml1 FILE; give a JSON file the extension "
          + ".json.", at: place)
    }
  }

  private mutating func skipDocumentType() throws {
    let start = place
    var isInside = false
    while !isAtEnd {
      if isNext("\"") || isNext("'") {
        try skipQuoted()
      } else if try !skipNote() {
        let isLast = isNext(">") && !isInside
        isInside = isNext("[") || (isInside && !isNext("]"))
        advance()
        if isLast { return }
      }
    }
    throw malformed(
      "the document type that begins here has no end; expected \u{201C}>\u{201D}.", at: start)
  }

  // MARK: Text

  /// Reads the text between `tag` and its closing tag.
  mutating func text(of tag: Tag) throws -> String {
    guard tag.kind == .opening else { return "" }
    var text: [UInt8] = []
    while !isNext("</") {
      if isAtEnd { throw unexpected("</\(tag.name)>") }
      if isNext("<![CDATA[") {
        var section = self
        try section.skip(past: "]]>", of: "a CDATA section")
        advance(by: 9)
        while index < section.index - 3 { try character(&text) }
        advance(by: 3)
      } else if isNext("<") {
        if try skipNote() { continue }
        var mistake = unexpected("</\(tag.name)>")
        mistake.message += " In a text, \u{201C}<\u{201D} is written &lt;."
        throw mistake
      } else if isNext("&") {
        text += try reference().utf8
      } else {
        try character(&text)
      }
    }
    try check(try self.tag("</\(tag.name)>"), closes: tag)
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a byte of text. Line breaks of every kind become newlines, as XML requires.
  private mutating func character(_ text: inout [UInt8]) throws {
    let byte = bytes[index]
    if byte < 0x20, !byte.isXMLSpace { throw unexpected("a character that XML allows") }
    advance()
    if byte != 0x0D { text.append(byte) } else if !isNext("\n") { text.append(0x0A) }
  }

  /// Reads an entity or a character by number.
  private mutating func reference() throws -> String {
    let rest = bytes[index...].dropFirst().prefix(12)
    let name = rest.prefix { $0.isXMLName || $0 == UInt8(ascii: "#") }
    guard !name.isEmpty, rest[name.endIndex...].first == UInt8(ascii: ";") else {
      throw malformed("\u{201C}&\u{201D} is written &amp; in a text.")
    }
    let written = String(decoding: name, as: UTF8.self)
    let isHexadecimal = written.hasPrefix("#x")
    let number = UInt32(written.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    var text = Self.entities[written]
    if written.hasPrefix("#"), let scalar = number.flatMap({ Unicode.Scalar($0) }),
      scalar.value >= 0x20 || UInt8(scalar.value).isXMLSpace, scalar.value >> 1 != 0x7FFF
    {
      text = String(scalar)
    }
    guard let text else {
      throw malformed(
        written.hasPrefix("#")
          ? "&\(written); is not a character that XML allows."
          : "there is no entity &\(written);. Property lists have &lt; &gt; &amp; &quot; &apos; and "
            + "characters by number, such as &#8364;.")
    }
    advance(by: name.count + 2)
    return text
  }

  private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
}

extension UInt8 {
  var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// Whether the byte may be part of a name in XML.
  fileprivate var isXMLName: Bool {
    switch self {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x80...: true
    default: "-._:".utf8.contains(self)
    }
  }
}
