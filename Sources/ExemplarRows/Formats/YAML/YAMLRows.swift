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
      var maker = RowMaker(shape)
      let reader = try YAMLReader(data, path: path, shape, expected: "a list or a mapping of rows")
      let isList: Bool
      switch reader.next.kind {
      case .sequence: isList = true
      case .mapping: isList = false
      default:
        let place = reader.next.place
        let value = try reader.value()
        throw AuthoringMistake(
          "Expected a list or a mapping of rows, found \(value.kind).", at: place)
      }
      try reader.advance()
      var isOver = false
      return RowIterator {
        if isOver { return nil }
        do {
          guard reader.next.kind != .end else {
            isOver = true
            try reader.advance()
            try reader.expectEnd()
            return nil
          }
          return isList ? try element(reader, &maker) : try entry(reader, maker)
        } catch {
          isOver = true
          throw error
        }
      }
    }

    private static func element(
      _ reader: YAMLReader, _ maker: inout RowMaker
    ) throws -> RowResult {
      let place = reader.next.place
      let value = try reader.value()
      if let mistake = reader.popMistake() { return .mistake(mistake, named: nil) }
      return maker.element(value, at: place)
    }

    private static func entry(_ reader: YAMLReader, _ maker: RowMaker) throws -> RowResult {
      let place = reader.next.place
      let key = try reader.key()
      let value = try reader.value()
      if let mistake = reader.popMistake() { return .mistake(mistake, named: key.text) }
      guard case .text(let name) = key else {
        return .mistake(
          AuthoringMistake(
            "\u{201C}<<\u{201D} cannot bring in rows; use it inside a row.", at: place),
          named: nil)
      }
      return maker.entry(value, named: name, at: place)
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
