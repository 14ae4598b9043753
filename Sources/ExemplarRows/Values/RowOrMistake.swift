import ExemplarCore

/// An element of a row source: a row, or an invalid row.
public enum RowOrMistake: Sendable {
  case row(Row)
  case mistake(AuthoringMistake, named: String?, in: [RowSuite] = [])

  /// The location of the row.
  var place: Place? {
    switch self {
    case .row(let row): row.place
    case .mistake(let mistake, _, _): mistake.place
    }
  }
}
