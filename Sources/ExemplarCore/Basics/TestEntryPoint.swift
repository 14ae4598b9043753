/// A file that replaces the entry point that SwiftPM generates for the tests of a package. Packages needed one before
/// Swift 5.5.
///
/// With such a file, `swift test` runs tests of XCTest only, and no tests of Swift Testing, so no specs.
package enum TestEntryPoint {
  package static let fileNames = ["XCTMain.swift", "LinuxMain.swift"]

  /// The path of such a file at the root of a package, or in a folder at the root.
  ///
  /// - Parameter entries: Lists the names in a folder, given its path from the root.
  package static func path(entries: (_ folder: String) -> [String]) -> String? {
    let root = entries("")
    if let name = fileNames.first(where: root.contains) { return name }
    for folder in root.sorted() where !folder.hasPrefix(".") {
      let names = entries(folder)
      if let name = fileNames.first(where: names.contains) { return "\(folder)/\(name)" }
    }
    return nil
  }

  /// The explanation for a file, and the remedy.
  package static func problem(of path: String?) -> String {
    let file = path ?? fileNames.joined(separator: " or ")
    return
      "\(file) keeps the specs from running: because of it, SwiftPM runs tests of XCTest only, and no tests "
      + "of Swift Testing. Delete the file. SwiftPM finds all tests without it."
  }
}
