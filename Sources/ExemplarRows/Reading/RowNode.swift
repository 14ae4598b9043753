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

  /// The key in an object, with its location.
  var key: (name: String, place: Place)?
  var content: Content
  /// The location; line 0 where the format has no lines.
  var place = Place(path: "")
  /// Whether the value was read to its end.
  var isComplete = true

  /// The value in a row. Throws ``UsageError`` for the first error in it.
  func value() throws -> RowValue {
    switch content {
    case .value(let content): RowValue(content, at: place)
    case .wrong(let mistake): throw mistake
    case .array(let nodes): RowValue(.array(try nodes.map { try $0.value() }), at: place)
    case .object(let nodes): RowValue(.object(try Self.fields(nodes)), at: place)
    }
  }

  private static func fields(_ nodes: [RowNode]) throws -> RowFields {
    var fields = RowFields()
    for node in nodes where !fields.add(try node.value(), for: node.name) {
      throw node.duplicate(in: nodes)
    }
    return fields
  }

  /// The key; empty outside objects.
  var name: String { key?.name ?? "" }

  /// The location of the key, or of a value without a key.
  var rowPlace: Place { key?.place ?? place }

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
  func duplicate(in nodes: [RowNode]) -> UsageError {
    .duplicate(
      key: name, in: "one dictionary",
      line: nodes.first { $0.name.isSpelled(as: name) }?.rowPlace.line,
      at: rowPlace)
  }
}

extension RowNode {
  /// A value in a file, which stays whole.
  init(whole value: RowValue, in path: String) {
    content = .value(value.content)
    place = value.place(in: path)
  }

  /// A value in a file, and those in it.
  init(_ value: RowValue, in path: String) {
    self.init(whole: value, in: path)
    switch value.content {
    case .array(let values): content = .array(values.map { RowNode($0, in: path) })
    case .object(let fields):
      content = .object(
        zip(fields.keys, fields.values).map { RowNode($1, in: path).under($0) })
    default: break
    }
  }

  func under(_ key: String) -> RowNode {
    var node = self
    node.key = (key, place)
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

  /// The text under a key of an object; the last one if the key appears several times and `isLast`.
  func text(under key: String, last isLast: Bool) -> String? {
    switch content {
    case .object(let nodes):
      let found = nodes.filter { $0.name.isSpelled(as: key) }
      return try? (isLast ? found.last : found.first)?.value().text
    case .value(.object(let fields)): return fields[key]?.text
    default: return nil
    }
  }

  var members: [RowNode] {
    switch content {
    case .array(let nodes), .object(let nodes): nodes
    case .value(.array(let values)): values.map { RowNode(whole: $0, in: place.path) }
    case .value(.object(let fields)):
      zip(fields.keys, fields.values).map { RowNode(whole: $1, in: place.path).under($0) }
    default: []
    }
  }
}
