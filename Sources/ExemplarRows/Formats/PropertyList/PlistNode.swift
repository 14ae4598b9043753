import ExemplarCore

/// A value of a property list with its location, before it is clear which values are rows.
struct PlistNode {
  enum Content {
    case plain(RowValue.Content)
    case array([PlistNode])
    /// The values of a dictionary with their keys, of which one may appear several times.
    case dictionary([PlistNode])
    /// A value that cannot be read, unlike those after it.
    case wrong(AuthoringMistake)
  }

  /// A location in the file; line 0 where the format has no lines.
  struct Position {
    var line: Int32 = 0
    var column: Int32 = 0

    func place(in path: String) -> Place {
      Place(path: path, line: Int(line), column: Int(column))
    }
  }

  /// The key in a dictionary, with its position.
  var key: (name: String, position: Position)?
  var content: Content
  var position = Position()
  /// Whether the value was read to its end.
  var isComplete = true

  /// The value in a row. Throws ``AuthoringMistake`` for the first error in it.
  func value(path: String) throws -> RowValue {
    switch content {
    case .plain(let content):
      RowValue(content, line: position.line, column: position.column)
    case .wrong(let mistake): throw mistake
    case .array(let nodes):
      RowValue(
        .array(try nodes.map { try $0.value(path: path) }), line: position.line,
        column: position.column)
    case .dictionary(let nodes):
      RowValue(
        .object(try Self.fields(nodes, path)), line: position.line, column: position.column)
    }
  }

  private static func fields(_ nodes: [PlistNode], _ path: String) throws -> RowFields {
    var fields = RowFields()
    for node in nodes where !fields.add(try node.value(path: path), for: node.name) {
      throw node.duplicate(in: nodes, path)
    }
    return fields
  }

  /// The key; empty outside dictionaries.
  var name: String { key?.name ?? "" }

  /// The location of the key, or of a value without a key.
  func rowPlace(in path: String) -> Place { (key?.position ?? position).place(in: path) }

  /// The word for the kind of the value in messages.
  var kind: String {
    switch content {
    case .plain(let content): RowValue(content).kind
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .wrong: "a value with an error"
    }
  }

  /// The error that several of `nodes` have the key of this one.
  func duplicate(in nodes: [PlistNode], _ path: String) -> AuthoringMistake {
    let line = nodes.first { $0.name == name }?.key?.position.line ?? 0
    return AuthoringMistake(
      "The key \(name.shortened(to: 60).quoted) appears twice in one dictionary."
        + (line > 0 ? " The first one is on line \(line)." : ""), at: rowPlace(in: path))
  }
}

extension PlistNode {
  init(_ value: RowValue) {
    switch value.content {
    case .array(let values): content = .array(values.map { PlistNode($0) })
    case .object(let fields):
      content = .dictionary(fields.keys.map { PlistNode(fields[$0] ?? .null).under($0) })
    default: content = .plain(value.content)
    }
    position = Position(line: value.line, column: value.column)
  }

  func under(_ key: String) -> PlistNode {
    var node = self
    node.key = (key, position)
    return node
  }
}

/// A property list as a tree for a path.
struct PlistTree: RowTree {
  let path: String
  /// The error that ended the reading of the file.
  let failure: AuthoringMistake?

  func kind(of node: PlistNode) -> RowTreeKind {
    switch node.content {
    case .array: .array
    case .dictionary: .object
    case .plain, .wrong: .plain
    }
  }

  func place(of node: PlistNode) -> Place { node.position.place(in: path) }

  func word(for node: PlistNode) -> String { node.kind }

  func members(of node: PlistNode) -> ArraySlice<PlistNode> {
    switch node.content {
    case .array(let nodes), .dictionary(let nodes): nodes[...]
    case .plain, .wrong: []
    }
  }

  func next(_ members: inout ArraySlice<PlistNode>) -> RowTreeMember<PlistNode>? {
    members.popFirst().map { .node($0, key: $0.key?.name, at: $0.rowPlace(in: path)) }
  }

  func value(of node: PlistNode) throws -> Result<RowValue, AuthoringMistake> {
    if !node.isComplete { try finish() }
    return Result { try node.value(path: path) }.mapError { AuthoringMistake(wrapping: $0) }
  }

  func finish() throws {
    if let failure { throw failure }
  }
}
