import ExemplarCore
import Foundation

extension RowSource {
  /// The rows of a JSON file: an array of objects, whose key `name` names the row; an object of
  /// objects, whose keys name the rows; or an object of plain values, each of which is a row's
  /// `value`.
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without `.json`.
  ///   - bundle: Where the file is; without one it is looked for in the resources of the module that
  ///     declares the outline, then beside the file that declares it.
  ///   - naming: Whether every row of an array must have a name.
  public static func json(
    _ name: String, in bundle: Bundle? = nil, named naming: RowNaming = .optional
  ) -> RowSource {
    json(DataFile.named(name, in: bundle), naming)
  }

  /// The rows of the JSON file at a URL.
  public static func json(_ url: URL, named naming: RowNaming = .optional) -> RowSource {
    json(DataFile.at(url), naming)
  }

  private static func json(_ file: DataFile, _ naming: RowNaming) -> RowSource {
    RowSource(file, extensions: ["json"]) { url, site in
      try JSONRows.iterator(
        over: RowFile.readText(url), path: RowFile.original(of: url, for: site).path,
        naming: naming)
    }
  }

  /// The rows of a JSON text, as if it stood in a file.
  ///
  /// - Parameter path: What messages call the text.
  public static func json(
    text: String, path: String, named naming: RowNaming = .optional
  ) -> RowSource {
    RowSource(path) { _ in
      try JSONRows.iterator(over: [UInt8](text.utf8), path: path, naming: naming)
    }
  }
}

/// Whether the rows of a source must have names.
public enum RowNaming: Sendable, Hashable {
  /// A row without a name is called by its position, `#3`.
  case optional
  /// A row without a name is a failing example.
  case required

  /// The mistake that the key of a row is empty and so names nothing, if names are required.
  func mistake(ofKey key: String, at place: Place) -> AuthoringMistake? {
    guard self == .required, key.isEmpty else { return nil }
    return AuthoringMistake("The row has no name; its key is empty.", at: place)
  }
}

/// Walks over the rows of a JSON text, reading one at a time.
enum JSONRows {
  private enum State { case inArray, inObject, ended }

  static func iterator(
    over bytes: [UInt8], path: String, naming: RowNaming
  ) throws -> RowIterator {
    var scanner = try JSONScanner(bytes, path: path)
    guard let first = scanner.peek() else {
      throw AuthoringMistake(
        "The file is empty; expected an array or an object of rows.",
        at: Place(path: path, line: 1, column: 1))
    }
    var state: State
    switch first {
    case UInt8(ascii: "["): state = .inArray
    case UInt8(ascii: "{"): state = .inObject
    default:
      let place = scanner.place
      let value = try scanner.value()
      throw AuthoringMistake(
        "Expected an array or an object of rows, found \(value.kind).", at: place)
    }
    scanner.advance()
    var isFirst = true
    return RowIterator {
      guard state != .ended else { return nil }
      let isArray = state == .inArray
      do {
        if try isOver(&scanner, isArray: isArray, isFirst: isFirst) {
          state = .ended
          return nil
        }
        isFirst = false
        return isArray
          ? try element(&scanner, naming: naming) : try entry(&scanner, naming: naming)
      } catch {
        state = .ended
        throw error
      }
    }
  }

  /// Takes what stands between two rows; `true` if the last row is behind.
  private static func isOver(
    _ scanner: inout JSONScanner, isArray: Bool, isFirst: Bool
  ) throws -> Bool {
    let close: Character = isArray ? "]" : "}"
    if scanner.take(close) {
      switch scanner.peek() {
      case nil: return true
      case UInt8(ascii: "{") where !isArray:
        throw AuthoringMistake(
          "A second object follows the first one. A file with an object on each line is JSON Lines: "
            + "give its name the ending .jsonl, and read it with .jsonLines.", at: scanner.place)
      default: throw scanner.unexpected("the end of the file")
      }
    }
    if !isFirst { try scanner.expect(",", "or \u{201C}\(close)\u{201D} after a row") }
    return false
  }

  private static func element(
    _ scanner: inout JSONScanner, naming: RowNaming
  ) throws -> SourcedRow {
    _ = scanner.peek()
    let place = scanner.place
    let value = try scanner.value()
    if let duplicate = scanner.takeDuplicate() { return .mistake(duplicate, named: nil) }
    return row(of: value, at: place, naming: naming)
  }

  /// The row that an object is, which its key `name` names.
  static func row(of value: RowValue, at place: Place, naming: RowNaming) -> SourcedRow {
    guard case .object(let fields) = value.content else {
      return .mistake(
        AuthoringMistake("Expected an object as a row, found \(value.kind).", at: place),
        named: nil)
    }
    let row = Row(name: nil, fields: fields, place: place)
    guard let name = fields["name"], name.text?.isEmpty != true else {
      if naming == .optional { return .row(row) }
      return .mistake(
        AuthoringMistake(
          "The row has no name; expected a text under \u{201C}name\u{201D}.", at: place),
        named: nil)
    }
    guard let name = name.text else {
      return .mistake(
        AuthoringMistake(
          "The name of a row must be text, found \(name.kind).", at: row.place(of: name)),
        named: nil)
    }
    return .row(Row(name: name, fields: fields, place: place))
  }

  private static func entry(
    _ scanner: inout JSONScanner, naming: RowNaming
  ) throws -> SourcedRow {
    let (key, place) = try scanner.key()
    let value = try scanner.value()
    if let duplicate = scanner.takeDuplicate() { return .mistake(duplicate, named: key) }
    if let mistake = naming.mistake(ofKey: key, at: place) { return .mistake(mistake, named: nil) }
    guard case .object(let fields) = value.content else {
      var fields = RowFields()
      _ = fields.add(value, for: "value")
      return .row(Row(name: key, fields: fields, place: place))
    }
    return .row(Row(name: key, fields: fields, place: place))
  }
}
