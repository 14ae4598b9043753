import Foundation

// Values are equal if they are the same data, wherever and however they were written.

extension RowValue: Hashable {
  /// Whether both values are the same data.
  ///
  /// - Positions are not compared; ``isIdentical(to:)`` compares them.
  /// - Numbers are compared by their exact decimal values, also beyond 64 bits: `1`, `1.0` and `1e0` are
  ///   equal, as are `0` and `-0`. `inf`, `nan` and numbers whose exponents exceed 64 bits are compared
  ///   as they are spelled, so `nan` equals `nan`.
  /// - Objects are equal if they have equal values under the same keys, in any order.
  /// - Text of a format without types, such as CSV, is text: the cell `1` equals `"1"` and not `1`. Decode
  ///   it, or read its ``number``, to compare it with a number.
  /// - Texts are compared as Swift compares them: `é` equals `e` with a combining accent.
  ///   ``isIdentical(to:)`` compares their code units.
  /// - A file is the text in it, or its bytes if it holds no text, and is read for each comparison.
  ///
  /// Complexity: linear in the size of both values.
  @_disfavoredOverload  // `try row.decode("price") == 8.5` decodes a `Double`.
  public static func == (a: RowValue, b: RowValue) -> Bool { a.datum == b.datum }

  public func hash(into hasher: inout Hasher) { hasher.combine(datum) }

  private var datum: Datum {
    switch content {
    case .null: return .null
    case .bool(let truth): return .bool(truth)
    case .number(let text):
      guard let number = NumberText(text), number.isBounded else { return .spelling(text) }
      return .number(number)
    case .string(let text), .untyped(let text): return .text(text)
    case .date(let date): return .date(date)
    case .data(let data): return .data(data)
    case .file(let path):
      if let text { return .text(text) }
      return data.map { .data($0) } ?? .file(path: path)
    case .array(let values): return .array(values)
    case .object(let fields): return .object(fields.byKey)
    }
  }
}

/// The data that a value stands for. Each value has one, so values are equal if these are.
private enum Datum: Hashable {
  case null
  case bool(Bool)
  case number(NumberText)
  /// A number that has no exact value.
  case spelling(String)
  case text(String)
  case date(Date)
  case data(Data)
  /// A file that cannot be read.
  case file(path: String)
  case array([RowValue])
  case object([String: RowValue])
}

extension RowFields: Hashable {
  /// Whether both have equal values under the same keys, in any order.
  ///
  /// Complexity: linear in the size of both.
  public static func == (a: RowFields, b: RowFields) -> Bool {
    a.table === b.table ? a.values == b.values : a.byKey == b.byKey
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(byKey) }

  fileprivate var byKey: [String: RowValue] {
    Dictionary(zip(keys, values)) { first, _ in first }
  }
}

extension Row: Hashable {
  /// Whether both have equal names, suites and values, wherever they were written.
  ///
  /// The comparison counts as reading all values of both rows.
  public static func == (a: Row, b: Row) -> Bool {
    a.name == b.name && a.fields == b.fields && a.groups == b.groups
      && a.suites.map(\.name) == b.suites.map(\.name)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(fields)
  }
}

// MARK: - With positions

extension RowValue {
  /// Whether both values are the same data, written alike at the same position.
  ///
  /// Lines, columns, files, the code units of texts, the spelling of numbers and the order of keys are
  /// compared too. A file is known by its path and is not read.
  public func isIdentical(to other: RowValue) -> Bool {
    line == other.line && column == other.column && path.isSpelled(like: other.path)
      && trimsFinalNewline == other.trimsFinalNewline && content.isIdentical(to: other.content)
  }
}

extension RowValue.Content {
  fileprivate func isIdentical(to other: Self) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)), (.string(let a), .string(let b)),
      (.untyped(let a), .untyped(let b)), (.file(let a), .file(let b)):
      a.isSpelled(like: b)
    case (.array(let a), .array(let b)): a.elementsEqual(b) { $0.isIdentical(to: $1) }
    case (.object(let a), .object(let b)): a.isIdentical(to: b)
    case (.null, .null), (.bool, .bool), (.date, .date), (.data, .data):
      RowValue(self) == RowValue(other)
    default: false
    }
  }
}

extension RowFields {
  /// Whether both have identical values under the same keys, in the same order.
  package func isIdentical(to other: RowFields) -> Bool {
    keys.elementsEqual(other.keys) {
      $0.isSpelled(like: $1) && writtenKey($0).isSpelled(like: other.writtenKey($1))
    }
      && values.elementsEqual(other.values) { $0.isIdentical(to: $1) }
  }
}

extension Row {
  /// Whether both rows are equal, written alike at the same position.
  ///
  /// The comparison counts as reading all values of both rows.
  public func isIdentical(to other: Row) -> Bool {
    name.isSpelled(like: other.name) && place == other.place && url == other.url
      && suites.elementsEqual(other.suites) {
        $0.name.isSpelled(like: $1.name) && $0.place == $1.place
      }
      && fields.isIdentical(to: other.fields)
      && groups.elementsEqual(other.groups) { $0.isIdentical(to: $1) }
  }
}

extension String {
  /// Whether both texts have the same code units. Texts with the same characters may differ in them.
  fileprivate func isSpelled(like other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
  fileprivate func isSpelled(like other: String?) -> Bool {
    guard let self, let other else { return self == other }
    return self.isSpelled(like: other)
  }
}
