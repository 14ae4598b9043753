/// What an author says of how rows stand in a file.
struct RowShape: Sendable {
  /// The way to the rows.
  var path = RowPath.top
  /// The names of the columns, where the file has none.
  var columns: [String] = []
  var naming = RowNaming.optional
  var repeats = RowRepeats.refused
}
