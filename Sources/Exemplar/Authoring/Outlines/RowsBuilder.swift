/// Builds the rows of an outline: one ``row(_:_:traits:filePath:line:column:)`` after the other, with
/// `let`, `if`, `switch` and `for` among them.
///
/// The compiler checks each row by itself, so that rows cost the same each, and a wrong one is named
/// by its own line.
@resultBuilder
public enum RowsBuilder<Values: Sendable> {
  /// Takes one row.
  public static func buildExpression(_ row: InlineRow<Values>) -> [InlineRow<Values>] { [row] }

  /// Puts rows one after the other.
  public static func buildBlock(_ rows: [InlineRow<Values>]...) -> [InlineRow<Values>] {
    rows.flatMap { $0 }
  }

  /// Takes the rows of an `if` without `else`, or none.
  public static func buildOptional(_ rows: [InlineRow<Values>]?) -> [InlineRow<Values>] {
    rows ?? []
  }

  /// Takes the rows of the first branch of an `if` or `switch`.
  public static func buildEither(first rows: [InlineRow<Values>]) -> [InlineRow<Values>] { rows }

  /// Takes the rows of the other branch of an `if` or `switch`.
  public static func buildEither(second rows: [InlineRow<Values>]) -> [InlineRow<Values>] { rows }

  /// Puts the rows of each turn of a `for` one after the other.
  public static func buildArray(_ rows: [[InlineRow<Values>]]) -> [InlineRow<Values>] {
    rows.flatMap { $0 }
  }
}

/// Checks the rows of an attribute, before the types of its function are known.
///
/// The first row determines the types, so that later rows can be abbreviated (`.eur`, `nil`). A row
/// of other types is accepted too: the macro's expansion of the rows is checked with the types of
/// the function, and reports the error at the row.
///
/// The result is `Any`, which the compiler need not compare with anything; this is the cheapest
/// form for many rows. `Trait` is the type of the attribute's first trait, if there is one.
@resultBuilder
public enum __AttributeRowsBuilder<Values, Trait> {
  public typealias Rows = __AttributeRows<Values, Trait>

  public static func buildExpression(_ row: InlineRow<Values>) -> Rows { Rows() }

  @_disfavoredOverload
  public static func buildExpression<Other>(_ row: InlineRow<Other>) -> Rows { Rows() }

  public static func buildBlock(_ rows: Any...) -> Rows { Rows() }

  public static func buildOptional(_ rows: Rows?) -> Rows { Rows() }

  public static func buildEither(first rows: Rows) -> Rows { rows }

  public static func buildEither(second rows: Rows) -> Rows { rows }

  public static func buildArray(_ rows: [Rows]) -> Rows { Rows() }
}

/// The type of an attribute's rows to the compiler. It is never instantiated: attributes are not
/// run.
public struct __AttributeRows<Values, Trait> {}
