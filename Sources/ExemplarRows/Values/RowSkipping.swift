import ExemplarCore

/// The elements of a file that are not rows, such as comments between them.
///
/// ```swift
/// let urls = RowSource.json("urls", skipping: .strings)
/// let shelves = RowSource.json(
///   "shelves", each: "*", skipping: [.keys("comment"), .where { $0["sold"]?.truth == true }])
/// ```
///
/// An element is skipped before its shape is checked. The outline reports how many elements were
/// skipped, as the skipped example `skipped elements`.
public struct RowSkipping: Sendable {
  /// Decides whether an element is skipped, by its value and its key, of which either may be missing.
  typealias Rule = (_ value: RowValue?, _ key: String?) throws -> Bool

  /// Functions that make the rules, called once for each walk over the rows.
  private let rules: [@Sendable () -> Rule]

  /// Texts in the place of a row or a group of rows.
  public static let strings = RowSkipping.where { value in
    switch value.content {
    case .string, .untyped: true
    default: false
    }
  }

  /// Rows and groups of rows under one of these keys of an object.
  public static func keys(_ keys: String...) -> RowSkipping {
    RowSkipping(rules: [
      { [keys = Set<Spelling>(of: keys)] in { _, key in key.map(keys.contains) == true } }
    ])
  }

  /// Texts, or lines of a text file, in which a regular expression matches somewhere.
  public static func containing<Output>(
    _ pattern: @autoclosure @escaping @Sendable () -> Regex<Output>
  ) -> RowSkipping {
    RowSkipping(rules: [
      {
        let pattern = pattern()
        return { value, _ in try value?.text.flatMap { try pattern.firstMatch(in: $0) } != nil }
      }
    ])
  }

  /// Elements for which a closure is true: rows, and plain values in the place of a group of rows.
  /// An element for which it throws is a failing row.
  public static func `where`(
    _ isSkipped: @escaping @Sendable (RowValue) throws -> Bool
  ) -> RowSkipping {
    RowSkipping(rules: [{ { value, _ in try value.map(isSkipped) == true } }])
  }
}

extension RowSkipping: ExpressibleByArrayLiteral {
  /// Elements that one of several rules skips; without any rule, none.
  public init(arrayLiteral all: RowSkipping...) { self.init(rules: all.flatMap(\.rules)) }
}

extension RowSkipping {
  var isEmpty: Bool { rules.isEmpty }

  /// The words for a source without any element that is a row.
  static func allSkipped(_ count: Int, of source: String) -> String {
    count == 1
      ? "The only element of \(source) is skipped"
      : "All \(count) elements of \(source) are skipped"
  }

  var walk: [Rule] { rules.map { $0() } }
}

extension [RowSkipping.Rule] {
  /// The placeholder for an element that is skipped, or the mistake of a rule that throws; `nil`
  /// for others.
  ///
  /// - Parameter value: The element; `nil` for a group of rows, which only its key can skip.
  func skipped(
    _ value: RowValue?, named key: String?, at place: Place, in suites: [RowSuite]
  ) -> RowResult? {
    if isEmpty { return nil }
    do {
      return try contains { try $0(value, key) } ? .skipped(at: place) : nil
    } catch {
      let mistake = UsageError(
        wrapping: error, as: "It could not be decided whether the element is skipped", at: place)
      return .mistake(mistake, named: key, in: suites)
    }
  }
}

extension RowResult {
  /// Stands for an element that is skipped, until its source has counted it.
  ///
  /// - Parameter isAbsent: Whether the list of rows is missing, which may be so.
  static func skipped(at place: Place, isAbsent: Bool = false) -> RowResult {
    var content = RowContent(name: nil, fields: RowFields(), place: place)
    (content.isSkipped, content.isAbsent) = (true, isAbsent)
    return .success(Row(content))
  }

  var isSkipped: Bool {
    if case .success(let row) = self { row.content.isSkipped } else { false }
  }

  var isAbsent: Bool {
    if case .success(let row) = self { row.content.isAbsent } else { false }
  }
}
