import ExemplarCore

extension RowSource {
  /// The rows of the file that is named as a type: the source of an outline that names none.
  public static func named(after type: String) -> RowSource {
    RowSource(type) { site in
      try RowSource.json(type, named: .required).rowsNow(for: site)
    }
  }
}
