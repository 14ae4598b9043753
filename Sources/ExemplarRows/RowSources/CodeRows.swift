import ExemplarCore

extension RowSource {
  /// Rows written in code, each with a name and values.
  ///
  /// ```swift
  /// .rows(["Emma": ["pages": 474, "sold": true], "Dune": ["pages": 612, "sold": false]])
  /// ```
  ///
  /// A value that is not a dictionary is the row's `value`; for the value of a variable, write
  /// `RowValue(variable)`.
  public static func rows(
    _ rows: KeyValuePairs<String, RowValue>, filePath: String = #filePath, line: Int = #line
  ) -> RowSource {
    pairs(rows.map { ($0.key, $0.value) }, Place(path: filePath, line: line))
  }

  /// The rows of a dictionary, in the natural order of their names; or of pairs such as a sorted
  /// dictionary has, in their order.
  // Not a `Dictionary`: the compiler would prefer that for literals, which would lose their order,
  // and a duplicate name would terminate the program.
  @_disfavoredOverload
  public static func rows(
    _ rows: some Collection<(key: String, value: RowValue)>, filePath: String = #filePath,
    line: Int = #line
  ) -> RowSource {
    var all = rows.map { ($0.key, $0.value) }
    if !RowNode.isOrdered(rows) { all.sort { $0.0.naturallyPrecedes($1.0) } }
    return pairs(all, Place(path: filePath, line: line))
  }

  /// The rows of an array of names and values, in its order.
  ///
  /// ```swift
  /// .rows(books.map { ($0.title, ["price": RowValue($0.price)]) })
  /// ```
  @_disfavoredOverload
  public static func rows(
    _ rows: [(String, RowValue)], filePath: String = #filePath, line: Int = #line
  ) -> RowSource {
    pairs(rows, Place(path: filePath, line: line))
  }

  /// The rows of a sequence whose types are known only at run time, such as a `[String: Any]`.
  ///
  /// Pairs are rows with a name, and so are dictionaries with the key `name`. A dictionary is read
  /// like a property list, in the natural order of its keys: with `ECTestItems` or `ECTestSuites`,
  /// it has their rows and suites. A value that rows do not support fails its row.
  public static func rows(
    of rows: some Sequence, filePath: String = #filePath, line: Int = #line
  ) -> RowSource {
    let place = Place(path: filePath, line: line)
    let rows = Result { try readRows(of: rows, place) }
    return RowSource("rows") { _ in RowCursor<RowResult>(try rows.get()) }
  }

  /// The rows of a sequence that is created when the outline runs, read like
  /// ``rows(of:filePath:line:)``. It is created again each time the rows are read.
  ///
  /// ```swift
  /// .rows { try await catalog.titles() }
  /// ```
  ///
  /// An error that the closure throws is one failing example.
  public static func rows<Rows: Sequence & SendableMetatype>(
    filePath: String = #filePath, line: Int = #line,
    _ make: @escaping @Sendable () async throws -> Rows
  ) -> RowSource {
    let place = Place(path: filePath, line: line)
    return RowSource("rows") { _ in RowCursor<RowResult>(try readRows(of: try await make(), place))
    }
  }

  private static func pairs(_ rows: [(String, RowValue)], _ place: Place) -> RowSource {
    let all = rows.map { name, value in
      RowResult.success(Row(name: name, fields: value.fieldsOfRow, place: place))
    }
    return RowSource("rows") { _ in RowCursor<RowResult>(all) }
  }

  private static func readRows(of rows: some Sequence, _ place: Place) throws -> [RowResult] {
    let elements = rows.map { $0 as Any }
    let made = elements.compactMap { $0 as? Row }
    if made.count == elements.count { return made.map { .success($0) } }
    let layout = try SuiteLayout(
      RowNode(rows: elements, isOrdered: RowNode.isOrdered(rows)))
    var maker = RowMaker(mayRepeatEmptyKeys: true)
    return layout.rows.map { layout.row($0, &maker).placed(at: place) }
  }
}

extension RowResult {
  /// The row at the location of the code that creates it, which applies to all of its values.
  fileprivate func placed(at place: Place) -> RowResult {
    func placed(_ suites: [RowSuite]) -> [RowSuite] { suites.map { RowSuite($0.name, at: place) } }
    switch self {
    case .success(var row):
      row.content.place = place
      row.content.suites = placed(row.ownSuites)
      return .success(row)
    case .failure(var invalid):
      invalid.mistake = UsageError(invalid.mistake.message, at: place)
      invalid.suites = placed(invalid.suites)
      return .failure(invalid)
    }
  }
}
