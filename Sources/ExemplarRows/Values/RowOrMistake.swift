import ExemplarCore

/// What a row source gives: a row, or a row that is wrong by itself.
public enum RowOrMistake: Sendable {
  case row(Row)
  case mistake(AuthoringMistake, named: String?, in: [RowSuite] = [])

  /// Where the row stands.
  var place: Place? {
    switch self {
    case .row(let row): row.place
    case .mistake(let mistake, _, _): mistake.place
    }
  }
}
