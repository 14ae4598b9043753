import ExemplarCore

/// A file as nested values, of which each is read when a path has led to it.
protocol RowTree {
  /// A value that may not have been read yet.
  associatedtype Node
  /// The remaining members of an array or an object.
  associatedtype Members

  /// The kind of a node, as far as a path depends on it.
  func kind(of node: Node) -> RowTreeKind
  func place(of node: Node) -> Place
  /// The word for a node that is neither array nor object, for messages.
  mutating func word(for node: Node) throws -> String

  /// The members of an array or an object.
  mutating func members(of node: Node) throws -> Members
  /// The next member; `nil` after the last. Throws if nothing further can be read.
  mutating func next(_ members: inout Members) throws -> RowTreeMember<Node>?
  /// The value that a node is, or what is wrong with it by itself. Throws if nothing further can be read.
  mutating func value(of node: Node) throws -> Result<RowValue, AuthoringMistake>
  /// Throws if something follows the rows.
  mutating func finish() throws
}

enum RowTreeKind { case array, object, plain }

/// A member of an array or, with its key, of an object.
enum RowTreeMember<Node> {
  case node(Node, key: String? = nil, at: Place)
  /// A member that is wrong by itself.
  case mistake(AuthoringMistake, key: String? = nil)
}
