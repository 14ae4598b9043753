import ExemplarCore
import Foundation

extension RowFormat {
  static let yaml = RowFormat(
    endings: ["yaml", "yml"],
    .content { data, path, naming in
      try YAMLRows.iterator(over: data, path: path, naming: naming)
    })
}

extension RowSource {
  /// The rows of a YAML file: a list of mappings, whose key `name` names the row; a mapping of
  /// mappings, whose keys name the rows; or a mapping of plain values, each of which is a row's
  /// `value`.
  ///
  /// A plain scalar becomes what it is decoded as: `1.10` is a number for a `Double` and the text as
  /// it was written for a `String`; text in quotation marks is text. A file holds one document.
  ///
  /// It needs the package trait `YAML`; without it, the outline fails and says how to turn it on.
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without `.yaml` or `.yml`.
  ///   - bundle: Where the file is; without one it is looked for in the resources of the module that
  ///     declares the outline, then beside the file that declares it.
  ///   - naming: Whether every row of a list must have a name.
  public static func yaml(
    _ name: String, in bundle: Bundle? = nil, named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(.yaml, .named(name, in: bundle), naming)
  }

  /// The rows of the YAML file at a URL.
  public static func yaml(_ url: URL, named naming: RowNaming = .optional) -> RowSource {
    RowSource(.yaml, .at(url), naming)
  }

  /// The rows of a YAML text, as if it stood in a file.
  ///
  /// - Parameter path: The name of the text in messages.
  public static func yaml(
    text: String, path: String, named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(.yaml, text: text, path: path, naming)
  }
}

#if YAML
  /// Walks over the rows of a YAML text, reading one at a time.
  enum YAMLRows {
    static func iterator(
      over data: Data, path: String, naming: RowNaming
    ) throws -> RowIterator {
      let reader = try YAMLReader(data, path: path, expected: "a list or a mapping of rows")
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
          return isList ? try element(reader, naming) : try entry(reader, naming)
        } catch {
          isOver = true
          throw error
        }
      }
    }

    private static func element(_ reader: YAMLReader, _ naming: RowNaming) throws -> RowOrMistake {
      let place = reader.next.place
      let value = try reader.value()
      if let mistake = reader.popMistake() { return .mistake(mistake, named: nil) }
      return RowOrMistake(of: value, at: place, naming)
    }

    private static func entry(_ reader: YAMLReader, _ naming: RowNaming) throws -> RowOrMistake {
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
      if let mistake = naming.mistake(ofKey: name, at: place) {
        return .mistake(mistake, named: nil)
      }
      return .row(Row(name: name, fields: value.fieldsOfRow, place: place))
    }
  }

  /// Reads a YAML text as one value.
  enum YAMLValue {
    /// The value that the text is. Throws ``AuthoringMistake`` if the text is malformed, empty, or
    /// more than one document.
    ///
    /// - Parameter path: The name of the text in places.
    static func value(of data: Data, path: String) throws -> RowValue {
      let reader = try YAMLReader(data, path: path, expected: "keys and values")
      let value = try reader.value()
      if let mistake = reader.popMistake() { throw mistake }
      try reader.expectEnd()
      return value
    }
  }
#else
  enum YAMLRows {
    static func iterator(
      over data: Data, path: String, naming: RowNaming
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
