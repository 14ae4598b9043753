import Foundation

// The formats by name, in their plain shapes. Any other source is read by `Rows(source)`:
// `Rows(.json("shelves", each: "books"))`.

extension Rows {
  /// The rows of a JSON file with its rows at its top.
  public static func json(
    _ name: String, in bundle: Bundle? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) throws -> Rows {
    try Rows(.json(name, in: bundle), fileID: fileID, filePath: filePath, line: line)
  }

  /// The rows of a file of JSON Lines.
  public static func jsonLines(
    _ name: String, in bundle: Bundle? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) throws -> Rows {
    try Rows(.jsonLines(name, in: bundle), fileID: fileID, filePath: filePath, line: line)
  }

  /// The rows of a CSV file.
  public static func csv(
    _ name: String, in bundle: Bundle? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) throws -> Rows {
    try Rows(.csv(name, in: bundle), fileID: fileID, filePath: filePath, line: line)
  }

  /// The rows of a TSV file.
  public static func tsv(
    _ name: String, in bundle: Bundle? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) throws -> Rows {
    try Rows(.tsv(name, in: bundle), fileID: fileID, filePath: filePath, line: line)
  }

  /// The rows of a YAML file with its rows at its top.
  public static func yaml(
    _ name: String, in bundle: Bundle? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) throws -> Rows {
    try Rows(.yaml(name, in: bundle), fileID: fileID, filePath: filePath, line: line)
  }
}
