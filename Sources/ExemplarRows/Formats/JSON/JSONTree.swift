import ExemplarCore

/// A JSON text as nested values, of which each is read when a path has led to it.
struct JSONTree: RowTree {
  typealias Node = JSONScanner.Position

  /// The remaining members of an array or an object.
  struct Members {
    let isArray: Bool
    /// Where the array or the object begins.
    let start: Node
    /// The member that was given last.
    var last: Node?
    /// Where the first member would begin.
    var inside: Node
  }

  private var scanner: JSONScanner
  /// The beginnings and ends of values that have been read completely, as far as they may have to
  /// be skipped: in the order of the text, and not nested.
  private var ends: [(start: Int, end: Node)] = []
  /// Where values end that lie in those that were skipped.
  private var long = LongValues()

  init(_ scanner: JSONScanner) { self.scanner = scanner }

  func kind(of node: Node) -> RowTreeKind {
    guard node.index < scanner.bytes.count else { return .plain }
    switch scanner.bytes[node.index] {
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "{"): return .object
    default: return .plain
    }
  }

  func place(of node: Node) -> Place {
    Place(path: scanner.path, line: Int(node.line), column: node.index - node.lineStart + 1)
  }

  mutating func word(for node: Node) throws -> String {
    scanner.position = node
    return try scanner.value().kind
  }

  mutating func members(of node: Node) throws -> Members {
    let isArray = kind(of: node) == .array
    scanner.position = node
    scanner.advance()
    return Members(isArray: isArray, start: node, inside: scanner.position)
  }

  mutating func next(_ members: inout Members) throws -> RowTreeMember<Node>? {
    if let last = members.last {
      scanner.position = last
      forgetEnds(after: last.index)
      if let known = ends.last, known.start == last.index {
        scanner.position = known.end
        ends.removeLast()
      } else if let end = long.end(ofValueAt: last.index) {
        scanner.position = end
      } else {
        try scanner.skipValue(noting: &long)
      }
    } else {
      scanner.position = members.inside
    }
    let close: Unicode.Scalar = members.isArray ? "]" : "}"
    if scanner.consume(close) {
      noteEnd(of: members.start)
      return nil
    }
    if members.last != nil {
      try scanner.expect(",", "or \u{201C}\(close)\u{201D} after a value")
    }
    var key: (key: String, place: Place)?
    if !members.isArray { key = try scanner.key() }
    guard scanner.peek() != nil else { throw scanner.unexpected("a value") }
    let node = scanner.position
    members.last = node
    return .node(node, key: key?.key, at: key?.place ?? place(of: node))
  }

  mutating func value(of node: Node) throws -> Result<RowValue, AuthoringMistake> {
    scanner.position = node
    let value = try scanner.value()
    noteEnd(of: node)
    if let duplicate = scanner.popDuplicate() { return .failure(duplicate) }
    return .success(value)
  }

  /// Throws ``AuthoringMistake`` if something follows the outermost value.
  mutating func finish() throws {
    guard let outermost = ends.first else { return }
    scanner.position = outermost.end
    guard let next = scanner.peek() else { return }
    let brace = UInt8(ascii: "{")
    if next != brace || scanner.bytes[outermost.start] != brace {
      throw scanner.unexpected("the end of the file")
    }
    throw AuthoringMistake(
      "A second object follows the first one. A file with an object on each line is JSON Lines: give "
        + "its name the ending .jsonl, and read it with .jsonLines.", at: scanner.place)
  }

  /// Notes that a value ends where the scanner is.
  private mutating func noteEnd(of node: Node) {
    forgetEnds(after: node.index)
    ends.append((node.index, scanner.position))
  }

  /// Forgets what lies in a value that begins here: it is behind.
  private mutating func forgetEnds(after start: Int) {
    while let last = ends.last, last.start > start { ends.removeLast() }
  }
}
