import Foundation

extension RowFormat {
  static let propertyList = RowFormat(
    endings: ["plist"],
    .content { data, path, shape in
      try PlistRows.iterator(over: [UInt8](data), path: path, shape)
    })
}

extension RowSource {
  /// The rows of a property list, XML or binary.
  ///
  /// Every entry of a dictionary is a row; an entry that is not a dictionary is the row's `value`.
  /// In a dictionary with `ECTestItems` or `ECTestSuites` or both, the items are the rows, and each
  /// suite is a group of rows, which is written in either way again, to any depth. In an array of
  /// dictionaries, each is a row, whose key `name` names it.
  ///
  /// Rows come in the order of the file; in a binary property list, whose dictionaries have no order,
  /// in the natural order of their names (`row2` before `row10`).
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without `.plist`.
  ///   - bundle: Where the file is; without one it is looked for in the resources of the module that
  ///     declares the outline, then beside the file that declares it.
  ///   - path: The way to the rows, where they do not stand at the top: `"testGroups.tests"`.
  ///   - columns: The names of the columns, where rows are arrays.
  ///   - naming: How rows are named: by the key `name`, or by columns; and whether they must be.
  ///   - repeats: What it means that rows have the same name.
  public static func plist(
    _ name: String, in bundle: Bundle? = nil, each path: RowPath = .top,
    columns: String..., named naming: RowNaming = .optional, repeats: RowRepeats = .refused
  ) -> RowSource {
    RowSource(
      .propertyList, .named(name, in: bundle),
      RowShape(path: path, columns: columns, naming: naming, repeats: repeats))
  }

  /// The rows of the property list at a URL.
  public static func plist(
    _ url: URL, each path: RowPath = .top, columns: String...,
    named naming: RowNaming = .optional, repeats: RowRepeats = .refused
  ) -> RowSource {
    RowSource(
      .propertyList, .at(url),
      RowShape(path: path, columns: columns, naming: naming, repeats: repeats))
  }

  /// The rows of the text of an XML property list, as if it stood in a file.
  ///
  /// - Parameter path: The name of the text in messages.
  public static func plist(
    text: String, path: String, each rows: RowPath = .top, columns: String...,
    named naming: RowNaming = .optional, repeats: RowRepeats = .refused
  ) -> RowSource {
    RowSource(
      .propertyList, text: text, path: path,
      RowShape(path: rows, columns: columns, naming: naming, repeats: repeats))
  }
}

/// Walks over the rows of a property list.
enum PlistRows {
  static func iterator(
    over bytes: [UInt8], path: String, _ shape: RowShape = RowShape()
  ) throws -> RowIterator {
    let content = try PropertyList.content(of: bytes, path: path)
    var failure = content.failure
    if !shape.path.steps.isEmpty {
      let tree = PlistTree(path: path, failure: failure)
      return try RowsAtPath.iterator(over: tree, at: content.root, shape, expected: "a dictionary")
    }
    var layout = PlistLayout(path: path)
    try layout.read(content.root)
    var rest = layout.rows[...]
    var maker = RowMaker(shape)
    return RowIterator {
      if let next = rest.popFirst() { return layout.row(next, &maker) }
      // What stands before the mistake could be read, and has run.
      defer { failure = nil }
      if let failure { throw failure }
      return nil
    }
  }
}
