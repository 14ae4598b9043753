import ExemplarCore

/// An element of a row source: a row, or an error in its place.
package typealias RowResult = Result<Row, InvalidRow>

/// An error in the place of a row.
package struct InvalidRow: Error, Sendable {
  package var mistake: UsageError
  /// The name of the row, as far as it is known.
  package var name: String?
  /// The data suites around the row, the outermost first.
  package var suites: [RowSuite]
  /// The row, if it only lacks a file that an example may compare a value with.
  var row: Row?

  /// Creates an invalid row, which fails by itself.
  package init(_ mistake: UsageError, named name: String? = nil, in suites: [RowSuite] = []) {
    self.mistake = mistake
    self.name = name
    self.suites = suites
  }
}

extension RowResult {
  static func mistake(
    _ mistake: UsageError, named name: String?, in suites: [RowSuite] = []
  ) -> RowResult {
    .failure(InvalidRow(mistake, named: name, in: suites))
  }

  var place: Place? {
    switch self {
    case .success(let row): row.place
    case .failure(let invalid): invalid.mistake.place
    }
  }
}
