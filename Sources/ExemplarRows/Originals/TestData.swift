import ExemplarCore
import Foundation

/// The file `testdata` in a folder, which adds to the folder's contents.
enum TestData {
  static let stem = "testdata"
  /// How the file may end.
  static let fileExtensions = ["plist", "json", "yaml", "yml"]
  static let words = "testdata.plist, testdata.json or testdata.yaml"

  /// The keyed values in the file of the folder, if there is one, as written in the file at `path`.
  ///
  /// Throws ``UsageError`` if it cannot be read, holds something else, or there are two.
  static func fields(
    of listing: FolderListing, path: (URL, Data) -> String
  ) throws -> (fields: RowFields, entry: FolderListing.Entry)? {
    let found = listing.entries.filter(\.isTestData)
    guard let entry = found.first else { return nil }
    if found.count > 1 {
      let names = found.map(\.name).joined(separator: " and ")
      throw UsageError(
        "There are \(names); put everything into one of them.",
        at: Place(path: path(entry.url, Data())))
    }
    let data: Data
    do {
      data = try RowFile.read(entry.url)
    } catch let mistake as UsageError {
      throw mistake.moved(to: Place(path: path(entry.url, Data())))
    }
    let path = path(entry.url, data)
    let value = try value(of: data, fileExtension: entry.fileExtension, path: path).written(
      in: path)
    guard case .object(let fields) = value.content else {
      throw UsageError(
        "Expected keys and values in \(entry.name), found \(value.kind).",
        at: Place(path: path, line: Int(value.line), column: Int(value.column)))
    }
    return (fields, entry)
  }

  /// The value that a data file holds, in the format that its name ends with.
  private static func value(of data: Data, fileExtension: String, path: String) throws -> RowValue {
    switch fileExtension {
    case "plist": try PropertyList.value(of: data, path: path)
    case "yaml", "yml": try YAMLValue.value(of: data, path: path)
    default: try JSONScanner.value(of: data, path: path)
    }
  }
}

extension FolderListing.Entry {
  /// Whether this is the data file of its folder.
  var isTestData: Bool { stem == TestData.stem && TestData.fileExtensions.contains(fileExtension) }
}
