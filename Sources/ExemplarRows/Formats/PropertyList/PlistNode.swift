import ExemplarCore

/// A value of a property list as it stands in the file, before it is known what of it is rows.
struct PlistNode {
  enum Content {
    case plain(RowValue.Content)
    case array([PlistNode])
    case dictionary([PlistEntry])
    /// Something that cannot be read, while the rest can.
    case wrong(AuthoringMistake)
  }

  var content: Content
  /// Where the value begins; 0 where the format has no lines.
  var line: Int32 = 0
  var column: Int32 = 0
  /// Whether all of it was read.
  var isComplete = true
}

/// A value of a dictionary with its key. A key may stand twice, and then has two entries.
struct PlistEntry {
  var key: String
  var line: Int32 = 0
  var column: Int32 = 0
  var node: PlistNode
}

extension PlistNode {
  /// Where the value begins.
  func place(in path: String) -> Place {
    Place(path: path, line: Int(line), column: Int(column))
  }

  /// The value as rows have it. Throws ``AuthoringMistake`` for the first thing in it that is wrong.
  func value(path: String) throws -> RowValue {
    switch content {
    case .plain(let content): RowValue(content, line: line, column: column)
    case .array(let nodes):
      RowValue(.array(try nodes.map { try $0.value(path: path) }), line: line, column: column)
    case .dictionary(let entries):
      RowValue(.object(try Self.fields(entries, path: path)), line: line, column: column)
    case .wrong(let mistake): throw mistake
    }
  }

  private static func fields(_ entries: [PlistEntry], path: String) throws -> RowFields {
    var fields = RowFields()
    for entry in entries where !fields.add(try entry.node.value(path: path), for: entry.key) {
      throw AuthoringMistake(entry.standsTwice(entries), at: entry.place(in: path))
    }
    return fields
  }

  /// The word for the kind of the value, for messages.
  var kind: String {
    switch content {
    case .plain(let content): RowValue(content).kind
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .wrong: "something that cannot be read"
    }
  }
}

extension PlistEntry {
  /// Where the key stands.
  func place(in path: String) -> Place {
    Place(path: path, line: Int(line), column: Int(column))
  }

  /// The message that the key of this entry stands among `entries` more than once.
  func standsTwice(_ entries: [PlistEntry]) -> String {
    let first = entries.first { $0.key == key && $0.line != 0 }
    return "The key \u{201C}\(key.shortened(to: 60))\u{201D} appears twice in one dictionary."
      + (first.map { " The first one is on line \($0.line)." } ?? "")
  }
}
