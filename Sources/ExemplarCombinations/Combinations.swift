import ExemplarCore

/// Rows that combine the values of several sources.
///
/// ```swift
/// outline("ships", over: pairwise(Currency.allCases, [1, 10, 1000], [true, false])) {
///   currency, quantity, isGift in …
/// }
/// ```
///
/// The rows are generated when they are first needed. An error, such as an empty source, is a failing
/// example at the line of the combinations; in code, ``rows`` throws it:
///
/// ```swift
/// @Test(arguments: try pairwise(Currency.allCases, [1, 10, 1000]).rows)
/// func ships(currency: Currency, quantity: Int) { … }
/// ```
public struct Combinations<Row: Sendable>: Sendable {
  enum Kind: Sendable {
    case product
    /// The first values together, then the second ones, …
    case zip
    /// Few rows that contain every combination of the values of `strength` sources.
    case covering(strength: Int)
  }

  /// The name of the function in messages.
  let name: String
  let kind: Kind
  let values: SourceValues<Row>
  let place: Place
  var seeds: @Sendable () throws(UsageError) -> [[Int?]] = { () in [] }
  var exclusions: [Exclusion] = []
  private let generated = Locked<Result<CombinationRows<Row>, UsageError>?>(nil)

  init(_ name: String, _ kind: Kind, of values: SourceValues<Row>, at place: Place) {
    self.name = name
    self.kind = kind
    self.values = values
    self.place = place
  }

  /// The rows, equal on every machine: seeds first, then ascending by the positions of their values.
  ///
  /// Throws ``UsageError`` if there are no rows, if the sources of a `zip` have different numbers
  /// of values, or if seeds and exclusions contradict each other.
  public var rows: CombinationRows<Row> {
    get throws(UsageError) {
      let rows = try possibleRows
      if let differentLengths { throw differentLengths }
      return rows
    }
  }

  /// The rows, of a `zip` as many as its shortest source has values.
  var possibleRows: CombinationRows<Row> {
    get throws(UsageError) {
      try generated.withLock { generated in
        let rows = generated ?? Result { () throws(UsageError) in try generate() }
        generated = rows
        return rows
      }.get()
    }
  }

  /// Returns the combinations without the rows for which `isExcluded` returns `true`.
  ///
  /// ```swift
  /// let orders = pairwise(Currency.allCases, [1, 10, 1000], [true, false])
  ///
  /// outline("ships", over: orders.excluding(reading: [0, 2]) { currency, _, isGift in
  ///   currency == .yen && isGift
  /// }) { currency, quantity, isGift in … }
  /// ```
  ///
  /// - Parameters:
  ///   - positions: The sources whose values `isExcluded` reads, counted from 0. Default: all.
  ///   - isExcluded: Whether to leave a row out. It must return equal results for equal values.
  public func excluding(
    reading positions: [Int] = [], filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ isExcluded: @escaping @Sendable (Row) -> Bool
  ) -> Combinations {
    excluding(
      reading: positions, at: Place(path: filePath, line: line, column: column), isExcluded)
  }

  func excluding(
    reading positions: [Int], at place: Place, _ isExcluded: @escaping @Sendable (Row) -> Bool
  ) -> Combinations {
    var copy = Combinations(name, kind, of: values, at: self.place)
    copy.seeds = seeds
    let reads = positions.isEmpty ? Array(values.sizes.indices) : Set(positions).sorted()
    copy.exclusions =
      exclusions + [
        Exclusion(parameters: reads, place: place) { [values] in isExcluded(values.row($0)) }
      ]
    return copy
  }
}

extension Combinations {
  /// An outline over the rows, each named after its values: `eur, 10, true`.
  ///
  /// - Parameter place: The location of all rows.
  package func outline(
    at place: Place, _ body: @escaping @Sendable (Row) async throws -> Void
  ) -> Outline {
    Outline {
      let rows = try possibleRows
      // The values of a zip may repeat from row to row. Elsewhere, equal values of a source are numbered.
      var unique: UniqueNames<Void>? = if case .zip = kind { UniqueNames<Void>() } else { nil }
      let names = CombinationNames(values.texts(), numbering: unique == nil)
      var index = 0
      return RowCursor {
        guard index < rows.count else {
          if let differentLengths { throw differentLengths }
          return nil
        }
        defer { index += 1 }
        let row = rows[index]
        let name = names.name(rows.positions(index))
        return ExampleInvocation(row: unique?.claim(name) ?? name, at: place) {
          try await body(row)
        }
      }
    }
  }
}
