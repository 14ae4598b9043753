/// The shape of rows in a file, as declared by the author.
struct RowShape: Sendable {
  var path: RowPath = []
  /// Whether another path is tried if this one leads to no rows.
  var triesPath = false
  /// The names of the columns, for a file without them.
  var columns: [String] = []
  var naming: RowNaming = []
  var repeats = RowRepeats.refused
  /// The elements that are not rows.
  var skipping: RowSkipping = []
  var duplicateKeys = DuplicateKeys.refused
  var unknownTags = UnknownTags.refused
  var missing = MissingCells.refused
}

/// The treatment of cells that a row of a table lacks at its end.
public enum MissingCells: Sendable, Hashable {
  /// The row fails.
  case refused
  /// They are empty cells.
  case empty
}

/// The meaning of tags that YAML itself does not define, such as `!code`.
public enum UnknownTags: Sendable, Hashable {
  /// The row fails.
  case refused
  /// The value is read as if it had no tag.
  case ignored
}
