import ExemplarCore

/// Reads XML property lists with the location of each value.
///
/// It reads the XML that property lists consist of. A document type is skipped, so the only entities
/// are the five of XML itself.
struct XMLPlistReader {
  let bytes: [UInt8]
  private let path: String
  var index = 0
  private var line: Int32 = 1
  private var lineStart = 0
  /// The error that ended the reading of a dictionary or an array.
  private(set) var failure: AuthoringMistake?

  init(_ bytes: [UInt8], path: String) throws {
    self.bytes = bytes
    self.path = path
    guard case .utf8(let mark) = TextEncoding(ofTextThatBeginsWith: bytes) else {
      throw TextEncoding.mistake(in: path)
    }
    index = mark
    lineStart = mark
  }

  /// Reads the whole file. Throws ``AuthoringMistake`` for an error outside dictionaries and arrays; after
  /// another one, which is the ``failure``, the values before it are returned.
  mutating func root() throws -> PlistNode {
    try readProlog()
    let start = try tag("<plist>")
    let isWrapped = start.name == "plist"
    let first = isWrapped && start.kind == .opening ? try tag("a value in <plist>") : start
    if first.name == "plist" {
      throw AuthoringMistake(
        "The property list has no value; expected a dictionary of rows.",
        at: start.position.place(in: path))
    }
    let root = try value(first)
    guard failure == nil else { return root }
    do {
      if isWrapped { try check(try tag("</plist>"), closes: start) }
      try skipBetweenTags()
      if !isAtEnd { throw unexpected("the end of the file") }
    } catch {
      failure = AuthoringMistake(wrapping: error)
    }
    return root
  }

  // MARK: Values

  /// A dictionary or an array that is being read.
  private struct Container {
    let tag: Tag
    var nodes: [PlistNode] = []
    /// The key of the next value.
    var key: (name: String, position: PlistNode.Position)?

    var isDictionary: Bool { tag.name == "dict" }

    /// The description of the next tag in messages.
    var expected: String {
      if let key { return "the value of the key \(key.name.shortened(to: 60).quoted)" }
      return isDictionary ? "<key> or </dict>" : "a value or </array>"
    }

    mutating func add(_ node: PlistNode) {
      nodes.append(node)
      nodes[nodes.count - 1].key = key
      key = nil
    }

    /// Adds an error if a value should follow.
    mutating func addMissingValue(in path: String) {
      guard let key else { return }
      let mistake = AuthoringMistake(
        "The key \(key.name.shortened(to: 60).quoted) has no value.",
        at: key.position.place(in: path))
      add(PlistNode(content: .wrong(mistake)))
    }

    func node(isComplete: Bool) -> PlistNode {
      PlistNode(
        content: isDictionary ? .dictionary(nodes) : .array(nodes), position: tag.position,
        isComplete: isComplete)
    }
  }

  /// Reads the value that begins with `tag`. It does so without recursion, because threads can have
  /// small stacks.
  private mutating func value(_ tag: Tag) throws -> PlistNode {
    var open: [Container] = []
    var tag = tag
    do {
      while true {
        if let node = try read(tag, &open) {
          if open.isEmpty { return node }
          open[open.count - 1].add(node)
        }
        tag = try self.tag(open[open.count - 1].expected)
      }
    } catch {
      guard var inner = open.popLast() else { throw error }
      var mistake = AuthoringMistake(wrapping: error)
      if isAtEnd, mistake.place == place {
        mistake.message += " \(inner.tag.text) on line \(inner.tag.position.line) is not closed."
      }
      failure = mistake
      while var outer = open.popLast() {
        outer.add(inner.node(isComplete: false))
        inner = outer
      }
      return inner.node(isComplete: false)
    }
  }

  /// Returns the value that is complete with `tag`, if there is one.
  private mutating func read(_ tag: Tag, _ open: inout [Container]) throws -> PlistNode? {
    let last = open.count - 1
    if tag.kind == .closing || tag.name == "key", last >= 0 { open[last].addMissingValue(in: path) }
    if tag.kind == .closing {
      guard let container = open.last else { throw unexpected(tag, "a value") }
      try check(tag, closes: container.tag)
      open.removeLast()
      return container.node(isComplete: true)
    }
    if last >= 0, open[last].isDictionary, open[last].key == nil {
      if tag.name == "key" {
        open[last].key = (try text(of: tag), tag.position)
        return nil
      }
      if Tag.values.contains(tag.name) {
        throw unexpected(tag, "<key> before the value, or </dict>")
      }
    }
    guard Tag.values.contains(tag.name) else { throw unknown(tag) }
    if tag.name != "dict", tag.name != "array" {
      return PlistNode(content: .init(try text(of: tag), in: tag, path), position: tag.position)
    }
    if tag.kind == .empty { return Container(tag: tag).node(isComplete: true) }
    open.append(Container(tag: tag))
    if open.count > RowValue.maximumDepth {
      throw AuthoringMistake(
        "The property list is nested more than \(RowValue.maximumDepth) levels deep.",
        at: tag.position.place(in: path))
    }
    return nil
  }

  func check(_ last: Tag, closes first: Tag) throws {
    if last.kind == .closing, last.name == first.name { return }
    throw unexpected(last, "</\(first.name)> for the \(first.text) on line \(first.position.line)")
  }

  private func unknown(_ tag: Tag) -> AuthoringMistake {
    if tag.name == "key" || tag.name == "plist" { return unexpected(tag, "a value") }
    let near = Suggestions.near(tag.name, in: Tag.values + ["key"], limit: 2) {
      [$0] + (Tag.otherNames[$0] ?? [])
    }.map { "<\($0)>" }
    let hint =
      near.isEmpty
      ? " Values are \(Tag.values.map { "<\($0)>" }.joined(separator: ", "))."
      : Suggestions.question(near)
    return AuthoringMistake(
      "Property lists have no element <\(tag.name.shortened(to: 40))>.\(hint)",
      at: tag.position.place(in: path))
  }

  // MARK: Bytes

  var isAtEnd: Bool { index >= bytes.count }

  var position: PlistNode.Position {
    PlistNode.Position(line: line, column: Int32(clamping: index - lineStart + 1))
  }

  var place: Place { position.place(in: path) }

  /// Whether the next bytes are those of `text`.
  func isNext(_ text: StaticString) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  mutating func advance(by count: Int = 1) {
    for _ in 0..<count {
      if bytes[index] == 0x0A {
        line += 1
        lineStart = index + 1
      }
      index += 1
    }
  }

  /// Moves past `end`. Throws an error at the start if the text does not follow.
  mutating func skip(past end: StaticString, of subject: String) throws {
    let start = place
    while !isNext(end) {
      if isAtEnd {
        throw AuthoringMistake(
          "Malformed property list: \(subject) that begins here has no end; expected "
            + "\u{201C}\(end)\u{201D}.", at: start)
      }
      advance()
    }
    advance(by: end.utf8CodeUnitCount)
  }

  /// The error that something else was expected here.
  func unexpected(_ expected: String) -> AuthoringMistake {
    malformed("expected \(expected), found \(found).")
  }

  func unexpected(_ tag: Tag, _ expected: String) -> AuthoringMistake {
    malformed(
      "expected \(expected), found \(tag.text.shortened(to: 60)).", at: tag.position.place(in: path)
    )
  }

  func malformed(_ message: String, at place: Place? = nil) -> AuthoringMistake {
    AuthoringMistake("Malformed property list: \(message)", at: place ?? self.place)
  }

  /// The next tag, or the text before it, for messages.
  var found: String {
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
}
