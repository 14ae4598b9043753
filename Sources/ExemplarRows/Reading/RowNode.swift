import ExemplarCore

/// A value of a file with its location, before it is clear which values are rows.
struct RowNode {
  enum Content {
    /// A value that was read as a whole.
    case value(RowValue.Content)
    case array([RowNode])
    /// The values of an object with their keys, of which one may appear several times.
    case object([RowNode])
    /// A value that cannot be read, unlike those after it.
    case wrong(UsageError)
  }

  /// A location in the file; line 0 where the format has no lines.
  struct Position {
    let line: Int32
    let column: Int32

    init(line: Int32 = 0, column: Int32 = 0) { (self.line, self.column) = (line, column) }

    init(_ place: Place) {
      self.init(line: Int32(clamping: place.line), column: Int32(clamping: place.column))
    }

    func place(in path: String) -> Place {
      Place(path: path, line: Int(line), column: Int(column))
    }
  }

  /// The key in an object, with its position.
  var key: (name: String, position: Position)?
  var content: Content
  var position = Position()
  /// Whether the value was read to its end.
  var isComplete = true

  /// The value in a row. Throws ``UsageError`` for the first error in it.
  func value(path: String) throws -> RowValue {
    switch content {
    case .value(let content):
      RowValue(content, line: position.line, column: position.column)
    case .wrong(let mistake): throw mistake
    case .array(let nodes):
      RowValue(
        .array(try nodes.map { try $0.value(path: path) }), line: position.line,
        column: position.column)
    case .object(let nodes):
      RowValue(
        .object(try Self.fields(nodes, path)), line: position.line, column: position.column)
    }
  }

  private static func fields(_ nodes: [RowNode], _ path: String) throws -> RowFields {
    var fields = RowFields()
    for node in nodes where !fields.add(try node.value(path: path), for: node.name) {
      throw node.duplicate(in: nodes, path)
    }
    return fields
  }

  /// The key; empty outside objects.
  var name: String { key?.name ?? "" }

  /// The location of the key, or of a value without a key.
  func rowPlace(in path: String) -> Place { (key?.position ?? position).place(in: path) }

  /// The word for the kind of the value in messages.
  var kind: String {
    switch content {
    case .value(let content): RowValue(content).kind
    case .array: "an array"
    case .object: "a dictionary"
    case .wrong: "a value with an error"
    }
  }

  /// The error that several of `nodes` have the key of this one.
  func duplicate(in nodes: [RowNode], _ path: String) -> UsageError {
    let line = nodes.first { $0.name == name }?.key?.position.line ?? 0
    return UsageError(
      "The key \(name.shortened(to: 60).quoted) appears twice in one dictionary."
        + (line > 0 ? " The first one is on line \(line)." : ""), at: rowPlace(in: path))
  }
}

extension RowNode {
  /// A value, which stays whole.
  init(whole value: RowValue) {
    content = .value(value.content)
    position = Position(line: value.line, column: value.column)
  }

  /// A value, and those in it.
  init(_ value: RowValue) {
    self.init(whole: value)
    switch value.content {
    case .array(let values): content = .array(values.map { RowNode($0) })
    case .object(let fields):
      content = .object(zip(fields.keys, fields.values).map { RowNode($1).under($0) })
    default: break
    }
  }

  func under(_ key: String) -> RowNode {
    var node = self
    node.key = (key, position)
    return node
  }

  var isArray: Bool {
    switch content {
    case .array, .value(.array): true
    default: false
    }
  }

  /// Whether it is neither an array nor an object.
  var isPlain: Bool {
    switch content {
    case .array, .object, .value(.array), .value(.object): false
    default: true
    }
  }

  /// The values in an array or an object.
  var members: [RowNode] {
    switch content {
    case .array(let nodes), .object(let nodes): nodes
    case .value(.array(let values)): values.map { RowNode(whole: $0) }
    case .value(.object(let fields)):
      zip(fields.keys, fields.values).map { RowNode(whole: $1).under($0) }
    default: []
    }
  }
}
