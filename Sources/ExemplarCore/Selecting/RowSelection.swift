/// The rows of an outline that run.
///
/// A row is identified by its path below the outline: its name, after the names of the surrounding
/// data suites. The path of a suite selects all of its rows.
package struct RowSelection: Sendable, Hashable {
  /// The paths that were asked for; `nil` stands for all.
  private(set) var paths: Set<ExampleID>?
  /// Rows that are left out all the same.
  private(set) var excluded: Set<ExampleID> = []

  /// Whether other shards run the rest of all rows, and whether this one reports the findings about all of them.
  private(set) var share: Share?

  enum Share: Hashable {
    case silent
    /// With the sum of all rows, as they were listed.
    case reporting(ShardShare.Sum)
  }

  /// Every row.
  package static let all = RowSelection()

  /// The rows at or below these paths.
  static func at(_ paths: Set<ExampleID>, as share: Share? = nil) -> RowSelection {
    RowSelection(paths: paths, share: share)
  }

  var isAll: Bool { paths == nil && excluded.isEmpty }

  /// Whether all rows run, here or in other shards.
  var isOfAll: Bool { isAll || share != nil }

  /// Whether only a focus among the rows has left out the others.
  private(set) var isFocused = false

  /// Only these rows, which are focused.
  func focused(on rows: Set<ExampleID>) -> RowSelection {
    RowSelection(paths: rows, isFocused: isAll)
  }

  /// Whether notes about the rows that were read are reported. They may explain the focus.
  var reportsNotes: Bool { reportsAll || isFocused }

  /// Whether findings about all rows are reported.
  var reportsAll: Bool { isAll || listedRows != nil }

  /// The sum of all rows, if findings about them are reported although only some run.
  var listedRows: ShardShare.Sum? {
    if case .reporting(let rows) = share { rows } else { nil }
  }

  /// Whether findings are asked for that require all rows to run.
  var needsAllRows: Bool {
    guard let paths else { return false }
    let names = [Outline.unreadName, Outline.columnsName, Outline.skipsName]
    return !paths.isDisjoint(with: names.map { ExampleID([$0]) })
  }

  func contains(_ path: ExampleID) -> Bool {
    guard let paths else { return !excluded.contains(path) }
    var current: ExampleID? = path
    while let ancestor = current {
      if paths.contains(ancestor) { return !excluded.contains(path) }
      current = ancestor.parent
    }
    return false
  }

  /// Adds the rows at or below `other`; if all rows were selected, only those remain.
  mutating func formUnion(_ other: Set<ExampleID>) {
    if paths?.formUnion(other) == nil { paths = other }
  }

  /// The same rows without some.
  func subtracting(_ rows: Set<ExampleID>) -> RowSelection {
    var result = self
    result.excluded.formUnion(rows)
    return result
  }
}
