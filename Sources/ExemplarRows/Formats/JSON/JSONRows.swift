import ExemplarCore
import Foundation

extension RowFormat {
  static let json = RowFormat(
    endings: ["json"],
    .text { bytes, path, shape in
      try JSONRows.iterator(over: bytes, path: path, shape)
    }, mayHoldMarks: { reader, _, _ in try mayHoldJSONMarks(reader) })
}

extension RowSource {
  /// The rows of a JSON file: an array of objects, whose key `name` names the row; an object of
  /// objects, whose keys name the rows; or an object of plain values, each of which is a row's
  /// `value`.
  ///
  /// - Parameters: - name: The name of the file, with or without `.json`. - bundle: The bundle of
  ///   the file. By default, it is searched for in the resources of the module that declares the
  ///     outline, then beside the file that declares it.
  /// - path: The path to the rows, if they are not at the top: `"testGroups.tests"`. - columns: The
  /// names of the columns, if rows are arrays. - naming: How rows are named: by the key `name`, or
  /// by columns; and whether they must have names. - repeats: The treatment of rows with the same
  /// name. - skipping: The elements that are not rows, such as comments: ``RowSkipping/strings``,
  /// those under some keys, or those for
  ///     which a closure is true.
  /// - duplicateKeys: The value of a duplicate key in an object; by default, the row fails.
  public static func json(
    _ name: String, in bundle: Bundle? = nil, each path: RowPath = .top,
    columns: String..., named naming: RowNaming = .optional, repeats: RowRepeats = .refused,
    skipping: RowSkipping = [], duplicateKeys: DuplicateKeys = .refused
  ) -> RowSource {
    RowSource(
      .json, .named(name, in: bundle),
      RowShape(
        path: path, columns: columns, naming: naming, repeats: repeats, skipping: skipping,
        duplicateKeys: duplicateKeys))
  }

  /// The rows of the JSON file at a URL.
  public static func json(
    _ url: URL, each path: RowPath = .top, columns: String...,
    named naming: RowNaming = .optional, repeats: RowRepeats = .refused, skipping: RowSkipping = [],
    duplicateKeys: DuplicateKeys = .refused
  ) -> RowSource {
    RowSource(
      .json, .at(url),
      RowShape(
        path: path, columns: columns, naming: naming, repeats: repeats, skipping: skipping,
        duplicateKeys: duplicateKeys))
  }

  /// The rows of a JSON text, as of a file.
  ///
  /// - Parameter path: The name of the text in messages.
  public static func json(
    text: String, path: String, each rows: RowPath = .top, columns: String...,
    named naming: RowNaming = .optional, repeats: RowRepeats = .refused, skipping: RowSkipping = [],
    duplicateKeys: DuplicateKeys = .refused
  ) -> RowSource {
    RowSource(
      .json, text: text, path: path,
      RowShape(
        path: rows, columns: columns, naming: naming, repeats: repeats, skipping: skipping,
        duplicateKeys: duplicateKeys))
  }
}

/// Walks over the rows of a JSON text, reading one at a time.
enum JSONRows {
  private enum State { case inArray, inObject, ended }

  static func iterator(
    over bytes: [UInt8], path: String, _ shape: RowShape
  ) throws -> RowIterator {
    var scanner = try JSONScanner(bytes, path: path)
    scanner.duplicateKeys = shape.duplicateKeys
    guard let first = scanner.peek() else {
      throw AuthoringMistake(
        "The file is empty; expected an array or an object of rows.",
        at: Place(path: path, line: 1, column: 1))
    }
    if !shape.path.steps.isEmpty {
      return try RowsAtPath.iterator(over: JSONTree(scanner), at: scanner.position, shape)
    }
    var maker = RowMaker(shape)
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
          ? try element(&scanner, &maker) : try entry(&scanner, maker)
      } catch {
        state = .ended
        throw error
      }
    }
  }

  /// Skips the separator between two rows. Returns `true` after the last row.
  private static func isOver(
    _ scanner: inout JSONScanner, isArray: Bool, isFirst: Bool
  ) throws -> Bool {
    let close: Unicode.Scalar = isArray ? "]" : "}"
    if scanner.consume(close) {
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
    _ scanner: inout JSONScanner, _ maker: inout RowMaker
  ) throws -> RowResult {
    _ = scanner.peek()
    let place = scanner.place
    let value = try scanner.value()
    if let duplicate = scanner.popDuplicate() { return .mistake(duplicate, named: nil) }
    return maker.element(value, at: place)
  }

  private static func entry(
    _ scanner: inout JSONScanner, _ maker: RowMaker
  ) throws -> RowResult {
    let (key, place) = try scanner.key()
    let value = try scanner.value()
    if let duplicate = scanner.popDuplicate() { return .mistake(duplicate, named: key) }
    return maker.entry(value, named: key, at: place)
  }
}
