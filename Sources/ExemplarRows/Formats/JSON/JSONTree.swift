import ExemplarCore

/// A JSON text as nested values, of which each is read when a path has led to it.
struct JSONTree: RowTree {
  typealias Node = JSONScanner.Position

  /// What is left of an array or an object.
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
  /// Where values end of which all was read, by where they begin.
  private var ends: [Int: Node] = [:]

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
      if let end = ends.removeValue(forKey: last.index) {
        scanner.position = end
      } else {
        try scanner.skipValue()
      }
      // What lies in the member is behind.
      if ends.count > 16 { ends = ends.filter { $0.key < last.index } }
    } else {
      scanner.position = members.inside
    }
    let close: Character = members.isArray ? "]" : "}"
    if scanner.consume(close) {
      ends[members.start.index] = scanner.position
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
    ends[node.index] = scanner.position
    if let duplicate = scanner.popDuplicate() { return .failure(duplicate) }
    return .success(value)
  }

  /// Throws ``AuthoringMistake`` if something follows the outermost value.
  mutating func finish() throws {
    guard let start = ends.keys.min(), let end = ends[start] else { return }
    scanner.position = end
    if scanner.peek() != nil { throw scanner.unexpected("the end of the file") }
  }
}
