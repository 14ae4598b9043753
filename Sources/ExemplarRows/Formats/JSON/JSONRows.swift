import ExemplarCore
import Foundation

extension RowFormat {
  static let json = RowFormat(
    fileExtensions: ["json"], syntax: "json",
    .file { reader, shape, _ in
      let path = reader.path
      var scanner = try JSONScanner(reader.readRest(ofText: true), path: path)
      scanner.duplicateKeys = shape.duplicateKeys
      guard let first = scanner.peek() else {
        throw UsageError(
          "The file is empty; expected an array or an object of rows.",
          at: Place(path: path, line: 1, column: 1))
      }
      let isArray = first == UInt8(ascii: "[")
      guard shape.path.steps.isEmpty, isArray || first == UInt8(ascii: "{") else {
        defer { withExtendedLifetime(scanner.text) {} }
        let root = try scanner.node(shape.path.steps[...])
        let failure = scanner.failure ?? scanner.mistake(after: first)
        return try RowsAtPath.iterator(at: root, shape, failure: failure)
      }
      let root = RowNode(content: isArray ? .array([]) : .object([]), place: scanner.place)
      scanner.advance()
      var isFirst = true
      return try RowsAtPath.iterator(at: root, shape) {
        defer { isFirst = false }
        if let row = try scanner.member(ofArray: isArray, isFirst: isFirst) { return row }
        if let mistake = scanner.mistake(after: first) { throw mistake }
        return nil
      }
    }, mayHoldMarks: { reader, _, _ in try mayHoldJSONMarks(reader) })

  /// Whether a JSON text has a key that decides what runs. The same word in a value is data.
  static func mayHoldJSONMarks(_ reader: ByteReader) throws -> Bool {
    let keys = RowMetadata.keysForPlanning.map { "\"\($0)\"" }
    // A letter that is written as its number may be one of a key.
    return try reader.mentions(anyOf: keys + ["\\u00"]) { rest in
      guard let next = rest.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
        // The rest may be in what is not read yet.
        return true
      }
      return next == UInt8(ascii: ":") || [UInt8(ascii: "6"), UInt8(ascii: "7")].contains(next)
    }
  }
}

extension RowSource {
  /// The rows of a JSON file: an array of objects, whose key `name` names the row; an object of
  /// objects, whose keys name the rows; or an object of plain values, each of which is a row's
  /// `value`.
  ///
  /// - Parameters:
  ///   - input: The name of the file, a URL, or a text.
  ///   - path: The path to the rows, if they are not at the top: `"testGroups.tests"`.
  ///   - columns: The names of the columns, if rows are arrays.
  ///   - naming: How rows are named: by the key `name`, or by columns; and whether they must have
  ///     names.
  ///   - repeats: The treatment of rows with the same name.
  ///   - skipping: The elements that are not rows, such as comments: ``RowSkipping/strings``, those
  ///     under some keys, or those for which a closure is true.
  ///   - duplicateKeys: The value of a duplicate key in an object; by default, the row fails.
  public static func json(
    _ input: RowInput, each path: RowPath = [], columns: String...,
    named naming: RowNaming = [], repeats: RowRepeats = .refused,
    skipping: RowSkipping = [], duplicateKeys: DuplicateKeys = .refused
  ) -> RowSource {
    RowSource(
      .json, input,
      RowShape(
        path: path, columns: columns, naming: naming, repeats: repeats, skipping: skipping,
        duplicateKeys: duplicateKeys))
  }
}
