import ExemplarCore
import Foundation

extension RowFormat {
  static let yaml = RowFormat(
    fileExtensions: ["yaml", "yml"], syntax: "yaml",
    .file { reader, shape, _ in
      try yamlRows(of: Data(reader.readRest()), path: reader.path, shape)
    })
}

extension RowSource {
  /// The rows of a YAML file: a list of mappings, whose key `name` names the row; a mapping of
  /// mappings, whose keys name the rows; or a mapping of plain values, each of which is a row's
  /// `value`.
  ///
  /// A plain scalar is decoded as the requested type: `1.10` is a number for a `Double` and the
  /// written text for a `String`; text in quotation marks is text. In a file of several documents, each is
  /// a row, as if they were the elements of a list.
  ///
  /// It requires the package trait `YAML`; without it, the outline fails with instructions for
  /// turning it on.
  ///
  /// - Parameter unknownTags: Whether tags such as `!code` fail the row or are ignored. The other
  ///   parameters are those of ``json(_:each:columns:named:repeats:skipping:duplicateKeys:)``.
  public static func yaml(
    _ input: RowInput, each path: RowPath = [], columns: String...,
    named naming: RowNaming = [], repeats: RowRepeats = .refused,
    skipping: RowSkipping = [], duplicateKeys: DuplicateKeys = .refused,
    unknownTags: UnknownTags = .refused
  ) -> RowSource {
    RowSource(
      .yaml, input,
      RowShape(
        path: path, columns: columns, naming: naming, repeats: repeats, skipping: skipping,
        duplicateKeys: duplicateKeys, unknownTags: unknownTags))
  }
}

#if YAML
  extension RowFormat {
    /// Walks over the rows of a YAML text, reading one at a time.
    static func yamlRows(
      of data: Data, path: String, _ shape: RowShape
    ) throws -> RowCursor<RowResult> {
      if !shape.path.steps.isEmpty {
        let value = try RowValue.yaml(data, path: path, shape)
        return try RowsAtPath.iterator(
          at: RowNode(whole: value, in: path), shape, expected: "a mapping")
      }
      let reader = try YAMLReader(data, path: path, shape, expected: "a list or a mapping of rows")
      if YAMLReader.hasSeveralDocuments(data) {
        var isOver = false
        return try RowsAtPath.iterator(
          at: RowNode(whole: RowValue(.array([]), at: reader.next.place), in: path), shape,
          expected: "a mapping"
        ) {
          if isOver { return nil }
          let node = try yamlMember(ofArray: true, reader)
          isOver = try !reader.nextDocument()
          return node
        }
      }
      guard reader.next.kind == .sequence || reader.next.kind == .mapping else {
        return try RowsAtPath.iterator(
          at: RowNode(whole: try reader.value(), in: path), shape, expected: "a mapping")
      }
      let isArray = reader.next.kind == .sequence
      let root = RowValue(isArray ? .array([]) : .object(RowFields()), at: reader.next.place)
      try reader.advance()
      return try RowsAtPath.iterator(
        at: RowNode(whole: root, in: path), shape, expected: "a mapping"
      ) {
        if reader.next.kind != .end { return try yamlMember(ofArray: isArray, reader) }
        try reader.advance()
        try reader.expectEnd()
        return nil
      }
    }

    private static func yamlMember(
      ofArray isArray: Bool, _ reader: YAMLReader
    ) throws -> RowNode {
      let place = reader.next.place
      let key = isArray ? nil : try reader.key()
      var node = RowNode(whole: try reader.value(), in: place.path)
      // An element of a list is located at its anchor or tag, a value of a mapping at its key.
      if let key {
        node.key = key.text.map { ($0, place) }
      } else {
        node.place = place
      }
      if let mistake = reader.popMistake() {
        node.content = .wrong(mistake)
      } else if let key, key.text == nil {
        node.content = .wrong(
          UsageError(
            "\u{201C}<<\u{201D} cannot bring in rows; use it inside a row.", at: place))
      }
      return node
    }
  }

  extension RowValue {
    /// The value of a whole YAML text: of several documents, an array. Throws ``UsageError`` if the text is
    /// malformed or empty.
    ///
    /// - Parameter path: The name of the text in places.
    static func yaml(
      _ data: Data, path: String, _ shape: RowShape = RowShape()
    ) throws -> RowValue {
      let reader = try YAMLReader(data, path: path, shape, expected: "keys and values")
      let place = reader.next.place
      var documents: [RowValue] = []
      let isOne = !YAMLReader.hasSeveralDocuments(data)
      repeat {
        documents.append(try reader.value())
        if let mistake = reader.popMistake() { throw mistake }
        if isOne { try reader.expectEnd() }
      } while try !isOne && reader.nextDocument()
      return isOne ? documents[0] : RowValue(.array(documents), at: place)
    }
  }
#else
  extension RowFormat {
    static func yamlRows(
      of data: Data, path: String, _ shape: RowShape
    ) throws -> RowCursor<RowResult> {
      // The parser of YAML is a dependency that most packages can do without.
      throw UsageError(
        "YAML cannot be read, since the package trait YAML is off. Turn it on where Package.swift "
          + "names the dependency: .package(url: \u{2026}, from: \u{2026}, "
          + "traits: [.defaults, \"YAML\"]).",
        at: Place(path: path))
    }
  }

  extension RowValue {
    static func yaml(_ data: Data, path: String) throws -> RowValue {
      _ = try RowFormat.yamlRows(of: data, path: path, RowShape())
      return .null
    }
  }
#endif
