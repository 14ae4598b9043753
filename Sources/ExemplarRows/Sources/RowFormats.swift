import Foundation

extension RowSource {
  /// The formats of files and folders by the endings of their names, in the order in which a default
  /// source looks for them.
  static let formats: [(ending: String, source: @Sendable (URL, RowNaming) -> RowSource)] = [
    ("plist", { .plist($0, named: $1) }),
    // Folders call their rows by the names of folders, so all of those have names.
    (TestSuiteFolder.ending, { url, _ in .testSuite(url) }),
    ("json", { .json($0, named: $1) }),
    ("yaml", { .yaml($0, named: $1) }),
    ("yml", { .yaml($0, named: $1) }),
    ("csv", { .csv($0, named: $1) }),
    ("tsv", { .tsv($0, named: $1) }),
    ("jsonl", { .jsonLines($0, named: $1) }),
    ("ndjson", { .jsonLines($0, named: $1) }),
  ]

  /// The endings of names of files that hold rows.
  public static var fileExtensions: [String] { formats.map(\.ending) }

  /// The rows of a file, or of a folder, whose name tells the format; `nil` if it does not.
  public static func file(_ url: URL) -> RowSource? {
    let ending = url.pathExtension.lowercased()
    return formats.first { $0.ending == ending }?.source(url, .optional)
  }
}
