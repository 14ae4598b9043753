import ExemplarCore
import Foundation

/// Reads XML property lists with the location of each value.
///
/// It reads the XML that property lists consist of. A document type is skipped, so the only entities
/// are the five of XML itself.
struct XMLPlistReader {
  private let bytes: [UInt8]
  private let path: String
  private var index = 0
  private let lines: LineTable
  private var depth = 0
  /// The error that ended the reading of a dictionary or an array.
  private(set) var failure: UsageError?

  init(_ bytes: [UInt8], path: String) throws {
    self.bytes = bytes
    self.path = path
    let start = try TextEncoding.markLength(of: bytes, in: path)
    index = start
    lines = bytes.withUnsafeBufferPointer { LineTable($0, from: start) }
  }

  /// Reads the whole file. Throws ``UsageError`` for an error outside dictionaries and arrays; after
  /// another one, which is the ``failure``, the values before it are returned.
  mutating func root() throws -> RowNode {
    try readProlog()
    let start = try tag("<plist>")
    let isWrapped = start.name == "plist"
    let first = isWrapped && start.kind == .opening ? try tag("a value in <plist>") : start
    if first.name == "plist" {
      throw mistake(
        "The property list has no value; expected a dictionary of rows.", start.place)
    }
    let root = try value(first)
    guard failure == nil else { return root }
    do {
      if isWrapped { try check(try tag("</plist>"), closes: start) }
      try skipBetweenTags()
      if !isAtEnd { throw unexpected("the end of the file") }
    } catch {
      failure = UsageError(wrapping: error)
    }
    return root
  }

  // MARK: Values

  private mutating func value(_ tag: Tag) throws -> RowNode {
    let isNested = tag.kind != .closing && (tag.name == "dict" || tag.name == "array")
    return isNested ? try container(tag) : try scalar(tag)
  }

  private mutating func scalar(_ tag: Tag) throws -> RowNode {
    if tag.kind == .closing || ["key", "plist"].contains(tag.name) {
      throw unexpected(tag, "a value")
    }
    guard Tag.values.contains(tag.name) else { throw unknown(tag) }
    return RowNode(content: .init(try text(of: tag), in: tag), place: tag.place)
  }

  /// A dictionary or an array that is being read.
  private struct Container {
    let tag: Tag
    var nodes: [RowNode] = []
    /// The key of the next value.
    var key: (name: String, place: Place)?
    var isComplete: Bool

    var isDictionary: Bool { tag.name == "dict" }

    /// The description of the next tag in messages.
    var expected: String {
      if let key { return "the value of the key \(key.name.shortened(to: 60).quoted)" }
      return isDictionary ? "<key> or </dict>" : "a value or </array>"
    }

    mutating func add(_ node: RowNode) {
      nodes.append(node)
      nodes[nodes.count - 1].key = key
      key = nil
    }
  }

  /// Reads a dictionary or an array up to the first error in it, which ends the reading.
  ///
  /// Everything that needs much of the stack is in other functions, because threads can have small stacks.
  private mutating func container(_ tag: Tag) throws -> RowNode {
    try enter(tag)
    defer { depth -= 1 }
    var container = Container(tag: tag, isComplete: tag.kind == .empty)
    do {
      while let inner = try nextValue(in: &container) { container.add(try value(inner)) }
    } catch {
      fail(with: error, in: tag)
    }
    return RowNode(
      content: container.isDictionary ? .object(container.nodes) : .array(container.nodes),
      place: tag.place, isComplete: container.isComplete)
  }

  private mutating func enter(_ tag: Tag) throws {
    if depth >= RowValue.maximumDepth {
      throw mistake(
        "The property list is nested more than \(RowValue.maximumDepth) levels deep.", tag.place)
    }
    depth += 1
  }

  /// The tag of the next value; `nil` after the last, and after an error in the one before.
  private mutating func nextValue(in container: inout Container) throws -> Tag? {
    while !container.isComplete, failure == nil {
      let tag = try tag(container.expected)
      if let lonely = container.key, tag.kind == .closing || tag.name == "key" {
        let text = "The key \(lonely.name.shortened(to: 60).quoted) has no value."
        container.add(RowNode(content: .wrong(mistake(text, lonely.place))))
      }
      if tag.kind == .closing {
        try check(tag, closes: container.tag)
        container.isComplete = true
      } else if !container.isDictionary || container.key != nil {
        return tag
      } else if tag.name == "key" {
        container.key = (try text(of: tag), tag.place)
      } else if Tag.values.contains(tag.name) {
        throw unexpected(tag, "<key> before the value, or </dict>")
      } else {
        return tag
      }
    }
    return nil
  }

  private mutating func fail(with error: any Error, in tag: Tag) {
    var mistake = UsageError(wrapping: error)
    if isAtEnd, mistake.place == place {
      mistake.message += " \(tag.text) on line \(tag.place.line) is not closed."
    }
    failure = mistake
  }

  /// Reads the text between `tag` and its closing tag.
  private mutating func text(of tag: Tag) throws -> String {
    guard tag.kind == .opening else { return "" }
    var text: [UInt8] = []
    while !isNext("</") {
      if isAtEnd { throw unexpected("</\(tag.name)>") }
      if isNext("<![CDATA[") {
        let start = index + 9
        try skip(past: "]]>", of: "a CDATA section")
        let end = index
        index = start
        while index < end - 3 { try readCharacter(&text) }
        index = end
      } else if try skipNote() {
        continue
      } else if isNext("<") {
        var mistake = unexpected("</\(tag.name)>")
        mistake.message += " In a text, \u{201C}<\u{201D} is written &lt;."
        throw mistake
      } else if isNext("&") {
        text += try reference().utf8
      } else {
        try readCharacter(&text)
      }
    }
    try check(try self.tag("</\(tag.name)>"), closes: tag)
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a byte of text. Line breaks of every kind become newlines, as XML requires.
  private mutating func readCharacter(_ text: inout [UInt8]) throws {
    let byte = bytes[index]
    if byte < 0x20, !byte.isXMLSpace { throw unexpected("a character that XML allows") }
    index += 1
    if byte != 0x0D { text.append(byte) } else if !isNext("\n") { text.append(0x0A) }
  }

  /// Reads an entity or a character by number.
  private mutating func reference() throws -> String {
    let name = String(
      decoding: bytes[index...].dropFirst().prefix(12).prefix { $0.isXMLName || $0 == 0x23 },
      as: UTF8.self)
    guard !name.isEmpty, bytes[index...].dropFirst(name.utf8.count + 1).first == 0x3B else {
      throw malformed("\u{201C}&\u{201D} is written &amp; in a text.")
    }
    var text = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"][name]
    if name.hasPrefix("#") {
      let isHexadecimal = name.hasPrefix("#x")
      let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      guard let scalar = number.flatMap({ Unicode.Scalar($0) }), scalar.value >> 1 != 0x7FFF,
        scalar.value >= 0x20 || UInt8(scalar.value).isXMLSpace
      else { throw malformed("&\(name); is not a character that XML allows.") }
      text = String(scalar)
    }
    guard let text else {
      throw malformed(
        "there is no entity &\(name);. Property lists have &lt; &gt; &amp; &quot; &apos; and "
          + "characters by number, such as &#8364;.")
    }
    index += name.utf8.count + 2
    return text
  }

  // MARK: Markup

  /// The markup around a value, or one end of it.
  struct Tag {
    enum Kind { case opening, closing, empty }
    var name = ""
    var kind = Kind.opening
    var place: Place

    /// The tag without attributes.
    var text: String {
      kind == .closing ? "</\(name)>" : kind == .empty ? "<\(name)/>" : "<\(name)>"
    }

    static let values = [
      "string", "integer", "real", "true", "false", "date", "data", "array", "dict",
    ]
  }

  /// Reads a tag.
  ///
  /// - Parameter expected: The description of the tag in messages.
  private mutating func tag(_ expected: String) throws -> Tag {
    try skipBetweenTags()
    let start = index
    var tag = Tag(place: place)
    guard isNext("<"), !isNext("<!") else { throw unexpected(expected) }
    index += 1
    if isNext("/") {
      tag.kind = .closing
      index += 1
    }
    let name = bytes[index...].prefix { $0.isXMLName }
    if name.isEmpty {
      index = start
      throw unexpected(expected)
    }
    tag.name = String(decoding: name, as: UTF8.self)
    index = name.endIndex
    while !isAtEnd, bytes[index].isXMLSpace { index += 1 }
    // The version of the list, for example.
    while tag.name == "plist", !isAtEnd, !isNext(">"), !isNext("/>") { index += 1 }
    if isNext("/>"), tag.kind == .opening {
      tag.kind = .empty
      index += 1
    }
    guard isNext(">") else {
      throw unexpected("\u{201C}>\u{201D} to end \u{201C}<\(tag.name.shortened(to: 40))\u{201D}")
    }
    index += 1
    return tag
  }

  private func check(_ last: Tag, closes first: Tag) throws {
    if last.kind == .closing, last.name == first.name { return }
    throw unexpected(last, "</\(first.name)> for the \(first.text) on line \(first.place.line)")
  }

  private mutating func skipBetweenTags() throws {
    repeat {
      while !isAtEnd, bytes[index].isXMLSpace { index += 1 }
    } while try skipNote()
  }

  /// Skips a comment or an instruction; `false` if the next byte begins something else.
  private mutating func skipNote() throws -> Bool {
    if isNext("<?xml ") {
      throw malformed("\u{201C}<?xml\u{201D} must be at the beginning of the file.")
    }
    if isNext("<!--") {
      try skip(past: "-->", of: "a comment")
    } else if isNext("<?") {
      try skip(past: "?>", of: "an instruction")
    } else {
      return false
    }
    return true
  }

  /// Moves to the first tag.
  private mutating func readProlog() throws {
    let start = index
    if isNext("<?xml ") {
      try skip(past: "?>", of: "an XML declaration")
      let declaration = String(decoding: bytes[start..<index], as: UTF8.self)
      if let match = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)/),
        !["utf-8", "utf8", "us-ascii", "ascii"].contains(match.1.lowercased())
      {
        throw mistake(
          "The file declares the encoding \(String(match.1).shortened(to: 40).quoted), but only UTF-8 "
            + "can be read. Save it as UTF-8, and declare that in the first line.", place(of: start)
        )
      }
    }
    if let invalid = bytes.withUnsafeBufferPointer({ String.validating($0).invalid }) {
      throw mistake("The file is not valid UTF-8 here. Save it as UTF-8.", place(of: invalid))
    }
    try skipBetweenTags()
    if isAtEnd { throw mistake("The file is empty; expected a property list.", place) }
    if isNext("<!DOCTYPE") {
      // Declarations in brackets are a part of it.
      if bytes[index...].first(where: { $0 == 0x5B || $0 == 0x3E }) == 0x5B {
        try skip(past: "]", of: "the document type")
      }
      try skip(past: ">", of: "the document type")
      try skipBetweenTags()
    }
    let first = bytes[index...].dropFirst().first ?? 0
    if !isAtEnd, !isNext("<") || (0x30...0x39).contains(first) {
      throw mistake(
        "The file is neither an XML nor a binary property list: it begins with \(found). Convert an "
          + "old-style (OpenStep) list with plutil -convert xml1 FILE; give a JSON file the extension "
          + ".json.", place)
    }
  }

  // MARK: Errors

  private func unknown(_ tag: Tag) -> UsageError {
    let near = Suggestions.near(tag.name, in: Tag.values + ["key"], limit: 2).map { "<\($0)>" }
    let hint =
      near.isEmpty
      ? " Values are \(Tag.values.map { "<\($0)>" }.joined(separator: ", "))."
      : Suggestions.question(near)
    return mistake(
      "Property lists have no element <\(tag.name.shortened(to: 40))>.\(hint)", tag.place)
  }

  private func mistake(_ message: String, _ place: Place) -> UsageError {
    UsageError(message, at: place)
  }

  private func malformed(_ message: String, at place: Place? = nil) -> UsageError {
    mistake("Malformed property list: \(message)", place ?? self.place)
  }

  private func unexpected(_ expected: String) -> UsageError {
    malformed("expected \(expected), found \(found).")
  }

  private func unexpected(_ tag: Tag, _ expected: String) -> UsageError {
    malformed("expected \(expected), found \(tag.text.shortened(to: 60)).", at: tag.place)
  }

  /// The next tag, or the text before it, for messages.
  private var found: String {
    guard !isAtEnd else { return "the end of the file" }
    if bytes[index] < 0x20 && !bytes[index].isXMLSpace {
      return "a control character (code \(bytes[index]))"
    }
    let rest = bytes[index...].prefix(200)
    let inside = rest.dropFirst()
    let end = inside.firstIndex { $0 == UInt8(ascii: "<") || $0 == 0x0A } ?? rest.endIndex
    if isNext("<"), inside.first?.isXMLSpace == false,
      let close = rest[..<end].firstIndex(of: UInt8(ascii: ">"))
    {
      return String(decoding: rest[...close], as: UTF8.self).shortened(to: 60)
    }
    return "the text "
      + String(decoding: rest[..<end], as: UTF8.self).trimmed.shortened(to: 40).quoted
  }

  // MARK: Bytes

  private var isAtEnd: Bool { index >= bytes.count }

  private var place: Place { place(of: index) }

  private func place(of index: Int) -> Place {
    let (line, column) = lines.position(of: index)
    return Place(path: path, line: Int(line), column: Int(column))
  }

  private func isNext(_ text: StaticString) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Moves past `end`. Throws an error at the start if the text does not follow.
  private mutating func skip(past end: StaticString, of subject: String) throws {
    let start = place
    while !isNext(end) {
      if isAtEnd {
        throw malformed(
          "\(subject) that begins here has no end; expected \u{201C}\(end)\u{201D}.", at: start)
      }
      index += 1
    }
    index += end.utf8CodeUnitCount
  }
}

extension UInt8 {
  fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// Whether the byte may be part of a name in XML.
  fileprivate var isXMLName: Bool {
    switch self {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x80...: true
    default: "-._:".utf8.contains(self)
    }
  }
}
