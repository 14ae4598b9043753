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
