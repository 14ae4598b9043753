import ExemplarCore

/// How the rows of a source are named.
///
/// By default, the key `name` names a row, or the key of the row itself. A literal names other
/// columns:
///
/// ```swift
/// .joined([.json("offers", named: "title"), .json("sales", named: ["author", "title"])])
/// ```
public struct RowNaming: Sendable {
  enum Rule: Sendable {
    /// By the key `name`, or the key of the row.
    case own(isRequired: Bool)
    case columns([String])
    case closure(@Sendable (Row) throws -> String?)
  }

  let rule: Rule

  init(_ rule: Rule) { self.rule = rule }

  /// A row without a name is a failing example.
  public static let required = RowNaming(.own(isRequired: true))

  /// Rows are named by the result of `name`, or by their positions if it is `nil` or empty. A row
  /// for which it throws is a failing example.
  public static func by(_ name: @escaping @Sendable (Row) throws -> String?) -> RowNaming {
    RowNaming(.closure(name))
  }
}

extension RowNaming: ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
  /// Rows are named by the value of a column; those without one, or with an empty one, by their
  /// positions.
  public init(stringLiteral column: String) { self.init(.columns([column])) }

  /// Rows are named by the values of several columns, those that there are, with commas between them.
  /// Without any column, the key `name` or the key of the row names it, or else its position, `#3`.
  public init(arrayLiteral columns: String...) { self.init(columns) }

  init(_ columns: [String]) {
    self.init(columns.isEmpty ? .own(isRequired: false) : .columns(columns))
  }
}

extension RowNaming {
  var isRequired: Bool {
    if case .own(isRequired: true) = rule { true } else { false }
  }

  /// Whether the key `name` of a row is its name and nothing else.
  var isByName: Bool {
    if case .own = rule { true } else { false }
  }

  /// The keys that may name a group around rows, the first that there is.
  var groupKeys: [String] {
    if case .columns(let columns) = rule { columns + ["name"] } else { ["name"] }
  }

  /// The mistake that the key of a row is empty and so names nothing, if names are required.
  func mistake(ofKey key: String, at place: Place) -> UsageError? {
    guard isRequired, key.isEmpty else { return nil }
    return UsageError("The row has no name; its key is empty.", at: place)
  }
}

/// The treatment of rows of a source with the same name.
public enum RowRepeats: Sendable, Hashable {
  /// An error: names distinguish rows.
  case refused
  /// Nothing: the names are not the author's. The second is named `name (2)`, and so on; groups too.
  case numbered
}
