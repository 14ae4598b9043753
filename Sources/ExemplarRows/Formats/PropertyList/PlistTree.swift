import ExemplarCore

/// A property list as a tree for a path.
struct PlistTree: RowTree {
  struct Members {
    var entries: ArraySlice<PlistEntry> = []
    var nodes: ArraySlice<PlistNode> = []
  }

  let path: String
  /// What ended the reading of the file, if that was not its end.
  let failure: AuthoringMistake?

  func kind(of node: PlistNode) -> RowTreeKind {
    switch node.content {
    case .array: .array
    case .dictionary: .object
    case .plain, .wrong: .plain
    }
  }

  func place(of node: PlistNode) -> Place { node.place(in: path) }

  func word(for node: PlistNode) -> String { node.kind }

  func members(of node: PlistNode) -> Members {
    switch node.content {
    case .array(let nodes): Members(nodes: nodes[...])
    case .dictionary(let entries): Members(entries: entries[...])
    case .plain, .wrong: Members()
    }
  }

  func next(_ members: inout Members) -> RowTreeMember<PlistNode>? {
    if let entry = members.entries.popFirst() {
      return .node(entry.node, key: entry.key, at: entry.place(in: path))
    }
    return members.nodes.popFirst().map { .node($0, at: $0.place(in: path)) }
  }

  func value(of node: PlistNode) throws -> Result<RowValue, AuthoringMistake> {
    if !node.isComplete, let failure { throw failure }
    do { return .success(try node.value(path: path)) } catch {
      return .failure(AuthoringMistake(wrapping: error, at: place(of: node)))
    }
  }

  func finish() throws {
    if let failure { throw failure }
  }
}
