import ExemplarCore
import Foundation

extension RowFormat {
  static let yaml = RowFormat(
    endings: ["yaml", "yml"],
    .content { data, path, shape in
      try YAMLRows.iterator(over: data, path: path, shape)
    })
}

extension RowSource {
  /// The rows of a YAML file: a list of mappings, whose key `name` names the row; a mapping of
  /// mappings, whose keys name the rows; or a mapping of plain values, each of which is a row's
  /// `value`.
  ///
  /// A plain scalar is decoded as the requested type: `1.10` is a number for a `Double` and the
  /// written text for a `String`; text in quotation marks is text. A file contains one document.
  ///
  /// It requires the package trait `YAML`; without it, the outline fails with instructions for
  /// turning it on.
  ///
  /// - Parameter unknownTags: Whether tags such as `!code` fail the row or are ignored. The other
  ///   parameters are those of ``json(_:each:columns:named:repeats:skipping:duplicateKeys:)``.
  public static func yaml(
    _ input: RowInput, each path: RowPath = .top, columns: String...,
    named naming: RowNaming = .optional, repeats: RowRepeats = .refused,
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
  /// Walks over the rows of a YAML text, reading one at a time.
  enum YAMLRows {
    static func iterator(
      over data: Data, path: String, _ shape: RowShape
    ) throws -> RowIterator {
      if !shape.path.steps.isEmpty {
        let value = try YAMLValue.value(of: data, path: path, shape)
        return try RowsAtPath.iterator(
          over: ValueTree(path: path), at: value, shape, expected: "a mapping")
      }
      let reader = try YAMLReader(data, path: path, shape, expected: "a list or a mapping of rows")
      let (values, place) = (ValueTree(path: path), reader.next.place)
      guard reader.next.kind == .sequence || reader.next.kind == .mapping else {
        return try RowsAtPath.iterator(
          over: values, at: try reader.value(), shape, expected: "a mapping")
      }
      let kind: RowTreeKind = reader.next.kind == .sequence ? .array : .object
      try reader.advance()
      let tree = StreamedTree(kind: kind, place: place, values: values) {
        if reader.next.kind != .end { return try member(of: kind, reader) }
        try reader.advance()
        try reader.expectEnd()
        return nil
      }
      return try RowsAtPath.iterator(over: tree, at: .root, shape, expected: "a mapping")
    }

    private static func member(
      of kind: RowTreeKind, _ reader: YAMLReader
    ) throws -> RowTreeMember<RowValue> {
      let place = reader.next.place
      let key = kind == .object ? try reader.key() : nil
      let value = try reader.value()
      if let mistake = reader.popMistake() { return .mistake(mistake, key: key?.text) }
      if let key, key.text == nil {
        return .mistake(
          AuthoringMistake(
            "\u{201C}<<\u{201D} cannot bring in rows; use it inside a row.", at: place))
      }
      return .node(value, key: key?.text, at: place)
    }
  }

  /// Reads a YAML text as one value.
  enum YAMLValue {
    /// The value that the text is. Throws ``AuthoringMistake`` if the text is malformed, empty, or
    /// more than one document.
    ///
    /// - Parameter path: The name of the text in places.
    static func value(
      of data: Data, path: String, _ shape: RowShape = RowShape()
    ) throws -> RowValue {
      let reader = try YAMLReader(data, path: path, shape, expected: "keys and values")
      let value = try reader.value()
      if let mistake = reader.popMistake() { throw mistake }
      try reader.expectEnd()
      return value
    }
  }
#else
  enum YAMLRows {
    static func iterator(
      over data: Data, path: String, _ shape: RowShape
    ) throws -> RowIterator {
      throw YAMLValue.isOff(path)
    }
  }

  enum YAMLValue {
    static func value(of data: Data, path: String) throws -> RowValue { throw isOff(path) }

    /// The parser of YAML is a dependency that most packages can do without.
    fileprivate static func isOff(_ path: String) -> AuthoringMistake {
      AuthoringMistake(
        "YAML cannot be read, since the package trait YAML is off. Turn it on where Package.swift "
          + "names the dependency: .package(url: \u{2026}, from: \u{2026}, "
          + "traits: [.defaults, \"YAML\"]).",
        at: Place(path: path))
    }
  }
#endif
