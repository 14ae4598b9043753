import ExemplarCore

/// How the keys of a file become the names that code uses.
public struct KeyStrategy: Sendable {
  fileprivate let name: @Sendable (String) -> String
  /// Whether a key may become one of those that decide what runs.
  fileprivate let mayAddMetadata: Bool

  /// Keys such as `unit_price` are read as `unitPrice`. Underscores at either end stay, and a key
  /// without underscores between its letters is read as it is.
  public static let snakeCase = KeyStrategy(name: { $0.withoutSnakes }, mayAddMetadata: false)
}

extension RowSource {
  /// The same rows with other names for their columns.
  ///
  /// ```swift
  /// .csv("prices").keys(.snakeCase)
  /// ```
  ///
  /// A row in which two keys become equal is a failing row. Where no key of a row was `name`, one that
  /// becomes it names the row. Messages show the keys as they were written.
  ///
  /// - Parameters:
  ///   - strategy: How a key in the file becomes the name of a column.
  ///   - isDeep: Whether the keys of nested objects change too, at any depth. Without it, they are data
  ///     and stay as they are.
  public func keys(_ strategy: KeyStrategy, deep isDeep: Bool = false) -> RowSource {
    oneByOne(mayAddMetadata: strategy.mayAddMetadata) { row in
      try row.renamed(strategy.name, isDeep: isDeep)
    }
  }

  /// The same rows, with the keys that `name` makes of those in the file.
  ///
  /// - Parameters:
  ///   - isDeep: Whether the keys of nested objects change too, at any depth.
  ///   - name: The name of the column for a key in the file.
  public func keys(
    deep isDeep: Bool = false, _ name: @escaping @Sendable (_ written: String) -> String
  ) -> RowSource {
    keys(KeyStrategy(name: name, mayAddMetadata: true), deep: isDeep)
  }
}

extension Row {
  /// The row with other keys. Throws ``UsageError`` if two of them are equal.
  fileprivate func renamed(
    _ rename: (String) -> String, isDeep: Bool
  ) throws(UsageError) -> Row {
    var row = self
    row.content.fields = try own.renamed(rename, isDeep: isDeep, in: self)
    for index in outerFields.indices {
      row.content.outerFields[index] = try outerFields[index].renamed(
        rename, isDeep: isDeep, in: self)
    }
    if name == nil, let name = row.own["name"]?.text, !name.isEmpty { row.name = name }
    return row
  }
}

extension RowFields {
  /// The fields with other keys. Throws ``UsageError`` if two of them are equal.
  fileprivate func renamed(
    _ rename: (String) -> String, isDeep: Bool, in row: Row
  ) throws(UsageError) -> RowFields {
    var renamed = RowFields()
    for key in keys {
      guard var value = self[key] else { continue }
      let name = rename(key)
      if isDeep { value.content = try value.content.renamed(rename, in: row) }
      if renamed.add(value, for: name, writtenAs: writtenKey(key)) { continue }
      throw UsageError(
        "The keys \u{201C}\(renamed.writtenKey(name))\u{201D} and \u{201C}\(writtenKey(key))\u{201D} "
          + "of \(row.title) are both read as \u{201C}\(name)\u{201D}; expected keys that stay apart.",
        at: row.place(of: value))
    }
    return renamed
  }
}

extension RowValue.Content {
  fileprivate func renamed(
    _ rename: (String) -> String, in row: Row
  ) throws(UsageError) -> RowValue.Content {
    switch self {
    case .object(let fields):
      return .object(try fields.renamed(rename, isDeep: true, in: row))
    case .array(var values):
      for index in values.indices {
        values[index].content = try values[index].content.renamed(rename, in: row)
      }
      return .array(values)
    default: return self
    }
  }
}
