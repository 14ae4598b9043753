import ExemplarCore

extension PlistScanner {
  /// A dictionary or an array whose end has not been read.
  private struct Container {
    let tag: Tag
    var nodes: [PlistNode] = []
    var entries: [PlistEntry] = []
    /// The key whose value is next.
    var key: PlistEntry?

    var isDictionary: Bool { tag.name == "dict" }

    func node(isComplete: Bool) -> PlistNode {
      PlistNode(
        content: isDictionary ? .dictionary(entries) : .array(nodes), line: tag.line,
        column: tag.column, isComplete: isComplete)
    }

    mutating func add(_ node: PlistNode) {
      guard isDictionary else { return nodes.append(node) }
      key?.node = node
      if let key { entries.append(key) }
      key = nil
    }

    /// What may stand next, for messages.
    var expectation: String {
      if let key { return "the value of the key \u{201C}\(key.key.shortened(to: 60))\u{201D}" }
      return isDictionary ? "<key> or </dict>" : "a value or </array>"
    }
  }

  /// Reads the value that begins with `tag`, without recursion, as the stack of a thread is small.
  ///
  /// What is wrong inside a dictionary or an array ends the reading, and is kept in ``failure``; what
  /// was read before it is returned.
  mutating func element(_ tag: Tag) throws -> PlistNode {
    var open: [Container] = []
    do {
      var next = tag
      while true {
        if let root = try read(next, into: &open) { return root }
        next = try self.tag(open.last?.expectation ?? "a value")
      }
    } catch let mistake as AuthoringMistake {
      guard var inner = open.popLast() else { throw mistake }
      failure = isAtEnd && mistake.place == place ? truncated(mistake, inner.tag) : mistake
      while var outer = open.popLast() {
        outer.add(inner.node(isComplete: false))
        inner = outer
      }
      return inner.node(isComplete: false)
    }
  }

  /// Reads what a tag stands for into what is open; returns the outermost value when it is over.
  private mutating func read(_ tag: Tag, into open: inout [Container]) throws -> PlistNode? {
    if tag.kind == .closing {
      return try close(tag, &open)
    } else if open.last?.isDictionary == true, tag.name == "key" {
      addMissingValue(&open)
      let key = try text(of: tag)
      open[open.count - 1].key = PlistEntry(
        key: key, line: tag.line, column: tag.column, node: PlistNode(content: .plain(.null)))
      return nil
    } else if let container = open.last, container.isDictionary, container.key == nil {
      if !Self.elements.contains(tag.name) { throw unknown(tag) }
      throw unexpectedTag(tag, "<key> before the value, or </dict>")
    } else if tag.name == "dict" || tag.name == "array" {
      let container = Container(tag: tag)
      if tag.kind == .empty { return add(container.node(isComplete: true), &open) }
      open.append(container)
      if open.count > RowValue.maximumDepth {
        throw AuthoringMistake(
          "The property list is nested more than \(RowValue.maximumDepth) levels deep.",
          at: place(of: tag))
      }
      return nil
    }
    return add(
      PlistNode(content: try scalar(tag), line: tag.line, column: tag.column), &open)
  }

  private func close(_ tag: Tag, _ open: inout [Container]) throws -> PlistNode? {
    guard let container = open.last else { throw unexpectedTag(tag, "a value") }
    addMissingValue(&open)
    try check(tag, closes: container.tag)
    return open.popLast().flatMap { add($0.node(isComplete: true), &open) }
  }

  /// Adds a value to what is open; returns it if nothing is.
  private func add(_ node: PlistNode, _ open: inout [Container]) -> PlistNode? {
    if open.isEmpty { return node }
    open[open.count - 1].add(node)
    return nil
  }

  /// Notes that a key has no value if one was to come.
  private func addMissingValue(_ open: inout [Container]) {
    guard let key = open.last?.key else { return }
    let mistake = AuthoringMistake(
      "The key \u{201C}\(key.key.shortened(to: 60))\u{201D} has no value.", at: key.place(in: path))
    open[open.count - 1].add(PlistNode(content: .wrong(mistake)))
  }

  private mutating func scalar(_ tag: Tag) throws -> PlistNode.Content {
    guard Self.scalars.contains(tag.name) else { throw unknown(tag) }
    let text = try text(of: tag)
    do {
      return .plain(try Self.scalar(text, as: tag.name))
    } catch let problem as PlistScalarProblem {
      return .wrong(AuthoringMistake(problem.message, at: place(of: tag)))
    }
  }

  /// Says what is open where the file ends too early.
  private func truncated(_ mistake: AuthoringMistake, _ tag: Tag) -> AuthoringMistake {
    AuthoringMistake(
      mistake.message + " \(tag.text) on line \(tag.line) is not closed.", at: mistake.place)
  }

  // MARK: Tags that are not as they should be

  private func unexpectedTag(_ tag: Tag, _ expected: String) -> AuthoringMistake {
    AuthoringMistake(
      "Malformed property list: expected \(expected), found \(tag.text.shortened(to: 60)).",
      at: place(of: tag))
  }

  private func unknown(_ tag: Tag) -> AuthoringMistake {
    if tag.name == "key" || tag.name == "plist" { return unexpectedTag(tag, "a value") }
    let near = Suggestions.near(
      tag.name, in: Self.elements, limit: 2, spellings: { [$0] + (Self.otherNames[$0] ?? []) })
    let hint =
      near.isEmpty
      ? " Values are \(Self.values.map { "<\($0)>" }.joined(separator: ", "))."
      : Suggestions.question(near.map { "<\($0)>" })
    return AuthoringMistake(
      "Property lists have no element <\(tag.name.shortened(to: 40))>.\(hint)", at: place(of: tag))
  }

  private static let scalars: Set = ["string", "integer", "real", "true", "false", "date", "data"]
  private static let values = [
    "string", "integer", "real", "true", "false", "date", "data", "array", "dict",
  ]
  private static let elements = values + ["key"]

  /// The names of the elements in other formats.
  private static let otherNames = [
    "string": ["str", "text"], "integer": ["int", "number"], "real": ["float", "double", "number"],
    "true": ["bool", "boolean", "yes"], "false": ["bool", "boolean", "no"],
    "date": ["datetime", "time"], "data": ["base64"], "array": ["list"],
    "dict": ["dictionary", "object", "map"],
  ]
}
