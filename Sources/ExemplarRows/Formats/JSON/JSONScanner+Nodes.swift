import ExemplarCore

extension JSONScanner {
  /// Reads a value. Of an array or an object on a path, each member is a node, and the first error ends
  /// the reading: it is the ``failure``.
  ///
  /// - Parameter steps: The rest of the path, which ends at the rows; `nil` if the value is not on it.
  mutating func node(_ steps: ArraySlice<String?>?) throws -> RowNode {
    let first = peek()
    let isArray = first == UInt8(ascii: "[")
    guard let steps, isArray || first == UInt8(ascii: "{") else {
      let value = try value()
      var node = RowNode(whole: value, in: path)
      if duplicate != nil, let mistake = popDuplicate() { node.content = .wrong(mistake) }
      return node
    }
    var node = RowNode(content: .array([]), place: place)
    var nodes: [RowNode] = []
    do {
      try enter()
      advance()
      while failure == nil,
        let member = try member(ofArray: isArray, isFirst: nodes.isEmpty, steps)
      {
        nodes.append(member)
      }
    } catch {
      failure = UsageError(wrapping: error)
    }
    depth -= 1
    node.isComplete = failure == nil
    node.content = isArray ? .array(nodes) : .object(nodes)
    return node
  }

  /// Reads the next member of an array or an object; `nil` after the last.
  ///
  /// - Parameter steps: The rest of the path at the array or the object.
  mutating func member(
    ofArray isArray: Bool, isFirst: Bool, _ steps: ArraySlice<String?> = []
  ) throws -> RowNode? {
    let close: Unicode.Scalar = isArray ? "]" : "}"
    if consume(close) { return nil }
    if !isFirst { try expect(",", "or \u{201C}\(close)\u{201D} after a value") }
    let key = isArray ? nil : try key()
    if peek() == nil { throw unexpected("a value") }
    if steps.isEmpty, isArray { return try node(nil) }
    let inner: ArraySlice<String?>? =
      switch steps.first {
      case nil: nil
      case .some(nil): steps.dropFirst()
      case .some(let wanted?):
        isArray ? steps : key?.key.isSpelled(as: wanted) == true ? steps.dropFirst() : nil
      }
    var node = try node(inner)
    node.key = key.map { ($0.key, $0.place) }
    return node
  }

  /// The error that something follows the outermost value.
  mutating func mistake(after first: UInt8) -> UsageError? {
    guard let next = peek() else { return nil }
    if next != first || next != UInt8(ascii: "{") { return unexpected("the end of the file") }
    return UsageError(
      "A second object follows the first one. A file with an object on each line is JSON Lines: give "
        + "its name the extension .jsonl, and read it with .jsonLines.", at: place)
  }
}
