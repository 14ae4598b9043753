import ExemplarCore
import Foundation

extension RowFormat {
  static let propertyList = RowFormat(
    fileExtensions: ["plist"], hasMetadata: false,
    .file { reader, shape, _ in
      try propertyListRows(of: reader.readRest(), path: reader.path, shape)
    })

  static func propertyListRows(
    of bytes: [UInt8], path: String, _ shape: RowShape = RowShape()
  ) throws -> RowCursor<RowResult> {
    let (root, failure) = try PropertyList.root(of: bytes, path: path)
    if !shape.path.steps.isEmpty {
      return try RowsAtPath.iterator(
        at: root, shape, expected: "a dictionary", failure: failure)
    }
    let layout = try SuiteLayout(root)
    var rest = layout.rows[...]
    var maker = RowMaker(shape)
    var isOver = false
    return RowCursor<RowResult> {
      if let next = rest.popFirst() { return layout.row(next, &maker) }
      // The rows before the error have run.
      defer { isOver = true }
      if !isOver, let failure { throw failure }
      return nil
    }
  }
}

extension RowSource {
  /// The rows of a property list, XML or binary.
  ///
  /// Every entry of a dictionary is a row; an entry that is not a dictionary is the row's `value`.
  /// In a dictionary with `ECTestItems`, `ECTestSuites` or both, the items are the rows, and each
  /// suite is a group of rows, which has either form again, to any depth. In an array of
  /// dictionaries, each is a row, named by its key `name`.
  ///
  /// The order of the rows is that of the file. Dictionaries in binary property lists have no
  /// order; their rows are in the natural order of their names (`row2` before `row10`).
  ///
  /// The parameters are those of ``json(_:each:columns:named:repeats:skipping:duplicateKeys:)``.
  public static func plist(
    _ input: RowInput, each path: RowPath = [], columns: String...,
    named naming: RowNaming = [], repeats: RowRepeats = .refused,
    skipping: RowSkipping = []
  ) -> RowSource {
    RowSource(
      .propertyList, input,
      RowShape(path: path, columns: columns, naming: naming, repeats: repeats, skipping: skipping))
  }
}
