import Foundation

// Where rows come from, by name: files of every format, the default source, files as rows, code and
// sequences.

extension RowFormat {
  /// All formats, in the order in which a default source looks for their files.
  static let all: [RowFormat] = [.propertyList, .testSuite, .json, .yaml, .csv, .tsv, .jsonLines]
}

extension RowSource {
  /// The formats of files and folders by the extensions of their names.
  static let formats: [(fileExtension: String, source: @Sendable (URL, RowShape) -> RowSource)] =
    RowFormat.all.flatMap { format in
      format.fileExtensions.map { ($0, { @Sendable in RowSource(format, .url($0), $1) }) }
    }

  /// The extensions of names of files that hold rows.
  package static var fileExtensions: [String] { formats.map(\.fileExtension) }

  /// The rows of a file, or of a folder, whose name determines the format; `nil` for other names.
  package static func file(
    _ url: URL, each path: RowPath = [], skipping: RowSkipping = [],
    missing: MissingCells = .refused
  ) -> RowSource? {
    let fileExtension = url.pathExtension.lowercased()
    return formats.first { $0.fileExtension == fileExtension }?
      .source(url, RowShape(path: path, skipping: skipping, missing: missing))
  }
}
