import ExemplarCore

extension RowSource {
  /// Rows that stand in code, with a name and values each.
  ///
  /// ```swift
  /// .rows(["Emma": ["pages": 474, "sold": true], "Dune": ["pages": 612, "sold": false]])
  /// ```
  ///
  /// A value that is not a dictionary is the row's `value`.
  public static func rows(
    _ rows: KeyValuePairs<String, RowValue>, filePath: String = #filePath, line: Int = #line
  ) -> RowSource {
    let place = Place(path: filePath, line: line)
    let all = rows.map { name, value in
      Row(name: name, fields: value.fieldsOfRow, place: place)
    }
    return RowSource("rows") { _ in
      var rest = all[...]
      return RowIterator { rest.popFirst().map { .row($0) } }
    }
  }
}
