import Foundation

extension RowFormat {
  static let propertyList = RowFormat(
    endings: ["plist"],
    .content { data, path, naming in
      try PlistRows.iterator(over: [UInt8](data), path: path, naming: naming)
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
  ///   - naming: Whether every row of an array must have a name.
  public static func plist(
    _ name: String, in bundle: Bundle? = nil, named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(.propertyList, .named(name, in: bundle), naming)
  }

  /// The rows of the property list at a URL.
  public static func plist(_ url: URL, named naming: RowNaming = .optional) -> RowSource {
    RowSource(.propertyList, .at(url), naming)
  }

  /// The rows of the text of an XML property list, as if it stood in a file.
  ///
  /// - Parameter path: The name of the text in messages.
  public static func plist(
    text: String, path: String, named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(.propertyList, text: text, path: path, naming)
  }
}

/// Walks over the rows of a property list.
enum PlistRows {
  static func iterator(
    over bytes: [UInt8], path: String, naming: RowNaming = .optional
  ) throws -> RowIterator {
    let content = try PropertyList.content(of: bytes, path: path)
    var layout = PlistLayout(path: path, naming: naming)
    try layout.read(content.root)
    var rest = layout.rows[...]
    var failure = content.failure
    return RowIterator {
      if let next = rest.popFirst() { return layout.row(next) }
      // What stands before the mistake could be read, and has run.
      defer { failure = nil }
      if let failure { throw failure }
      return nil
    }
  }
}
