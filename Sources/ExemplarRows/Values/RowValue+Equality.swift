import ExemplarCore
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

  /// The data that the value stands for. Values are equal if these are.
  fileprivate var datum: AnyHashable {
    switch content {
    case .null: return AnyHashable(String?.none)
    case .bool(let truth): return truth
    case .number(let text):
      // Some numbers have no exact value.
      guard let number = NumberText(text), number.isBounded else { return [text] }
      return number
    case .string(let text), .untyped(let text): return text
    case .date(let date): return date
    case .data(let data): return data
    case .file(let path):
      if let text { return text }
      if let data { return data }
      return URL(ofFileAt: path)
    case .array(let values): return values
    case .object(let fields): return fields.byKey
    }
  }
}

extension RowFields: Hashable {
  /// Whether both have equal values under the same keys, in any order.
  ///
  /// Complexity: linear in the size of both.
  public static func == (a: RowFields, b: RowFields) -> Bool {
    a.table === b.table ? a.values == b.values : a.byKey == b.byKey
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(byKey) }

  fileprivate var byKey: [Spelling: RowValue] {
    Dictionary(zip(keys.lazy.map { Spelling($0) }, values)) { first, _ in first }
  }
}

extension Row: Hashable {
  /// Whether both have equal names, suites and values, wherever they were written.
  ///
  /// The comparison counts as reading all values of both rows.
  public static func == (a: Row, b: Row) -> Bool {
    a.name.map { Spelling($0) } == b.name.map { Spelling($0) } && a.fields == b.fields
      && a.outerFields == b.outerFields
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
  public func isIdentical(to other: RowValue) -> Bool { spelling == other.spelling }

  fileprivate var spelling: AnyHashable {
    let content: [AnyHashable] =
      switch self.content {
      case .number(let text): ["number", text.spelling]
      case .string(let text): ["text", text.spelling]
      case .untyped(let text): ["untyped", text.spelling]
      case .file(let path): ["file", path.spelling]
      case .array(let values): values.map(\.spelling)
      case .object(let fields): [fields.spelling]
      case .null, .bool, .date, .data: [datum]
      }
    return [line, column, path?.spelling as AnyHashable, trimsFinalNewline, content]
      as [AnyHashable]
  }
}

extension RowFields {
  /// Whether both have identical values under the same keys, in the same order.
  package func isIdentical(to other: RowFields) -> Bool { spelling == other.spelling }

  fileprivate var spelling: AnyHashable {
    [keys.map(\.spelling), keys.map { writtenKey($0).spelling }, values.map(\.spelling)]
  }
}

extension Row {
  /// Whether both rows are equal, written alike at the same position.
  ///
  /// The comparison counts as reading all values of both rows.
  package func isIdentical(to other: Row) -> Bool { spelling == other.spelling }

  private var spelling: [AnyHashable] {
    [
      name?.spelling as AnyHashable, place, url, suites.map { [$0.name.spelling, $0.place] },
      fields.spelling, outerFields.map(\.spelling),
    ]
  }
}

extension String {
  fileprivate var spelling: AnyHashable { Spelling(self) }
}
