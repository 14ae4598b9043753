import ExemplarCore

/// A value that has been read as a whole, as a tree for a path.
struct ValueTree: RowTree {
  struct Members {
    var keys: ArraySlice<String> = []
    var fields: RowFields?
    var values: ArraySlice<RowValue> = []
  }

  /// The name of the file in places.
  let path: String

  func kind(of node: RowValue) -> RowTreeKind {
    switch node.content {
    case .array: .array
    case .object: .object
    default: .plain
    }
  }

  func place(of node: RowValue) -> Place {
    Place(path: node.path ?? path, line: Int(node.line), column: Int(node.column))
  }

  func word(for node: RowValue) -> String { node.kind }

  func members(of node: RowValue) -> Members {
    if let fields = node.object { return Members(keys: fields.keys[...], fields: fields) }
    return Members(values: (node.array ?? [])[...])
  }

  func next(_ members: inout Members) -> RowTreeMember<RowValue>? {
    if let fields = members.fields {
      guard let key = members.keys.popFirst(), let value = fields[key] else { return nil }
      return .node(value, key: key, at: place(of: value))
    }
    return members.values.popFirst().map { .node($0, at: place(of: $0)) }
  }

  func value(of node: RowValue) -> Result<RowValue, AuthoringMistake> { .success(node) }

  func finish() {}
}

/// A file of which the outermost array or object is read one member at a time, as a tree for a path.
struct StreamedTree: RowTree {
  enum Node {
    /// The outermost array or object.
    case root
    case value(RowValue)
  }
  enum Members {
    case root
    case values(ValueTree.Members)
  }

  /// The kind and the location of the root.
  let kind: RowTreeKind
  let place: Place
  let values: ValueTree
  /// Reads the next member of the root.
  let nextMember: () throws -> RowTreeMember<RowValue>?

  func kind(of node: Node) -> RowTreeKind {
    if case .value(let value) = node { values.kind(of: value) } else { kind }
  }

  func place(of node: Node) -> Place {
    if case .value(let value) = node { values.place(of: value) } else { place }
  }

  func word(for node: Node) -> String {
    if case .value(let value) = node { values.word(for: value) } else { "nothing" }
  }

  func members(of node: Node) -> Members {
    if case .value(let value) = node { .values(values.members(of: value)) } else { .root }
  }

  func next(_ members: inout Members) throws -> RowTreeMember<Node>? {
    let member: RowTreeMember<RowValue>?
    switch members {
    case .root: member = try nextMember()
    case .values(var rest):
      member = values.next(&rest)
      members = .values(rest)
    }
    switch member {
    case .node(let value, let key, let place)?: return .node(.value(value), key: key, at: place)
    case .mistake(let mistake, let key)?: return .mistake(mistake, key: key)
    case nil: return nil
    }
  }

  func value(of node: Node) -> Result<RowValue, AuthoringMistake> {
    if case .value(let value) = node { .success(value) } else { .success(.null) }
  }

  func finish() {}
}
