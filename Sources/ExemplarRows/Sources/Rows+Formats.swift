import Foundation

// The formats by name. Any other source is read by `Rows(source)`.

extension Rows {
  /// The rows of a JSON file; see ``RowSource/json(_:in:named:)``.
  public static func json(
    _ name: String, in bundle: Bundle? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) throws -> Rows {
    try Rows(.json(name, in: bundle), fileID: fileID, filePath: filePath, line: line)
  }

  /// The rows of a file of JSON Lines; see ``RowSource/jsonLines(_:in:named:)``.
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

  /// The rows of a YAML file; see ``RowSource/yaml(_:in:named:)``.
  public static func yaml(
    _ name: String, in bundle: Bundle? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) throws -> Rows {
    try Rows(.yaml(name, in: bundle), fileID: fileID, filePath: filePath, line: line)
  }
}
