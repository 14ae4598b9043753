import ExemplarCore
import Foundation

/// A format in which rows are written: how the names of its files end, and how one is opened.
///
/// A format knows neither where files are looked for nor who asks for the rows. All of them are listed
/// in `RowFormat.all`.
struct RowFormat: Sendable {
  /// The endings of names, in lower case and without the dot, the most usual first.
  let endings: [String]
  let opening: Opening

  /// How rows are read.
  enum Opening: Sendable {
    /// From a file, a piece at a time, in memory that does not grow with the file.
    case stream(@Sendable (ByteReader, RowShape, DeclarationSite) throws -> RowIterator)
    /// From a file that is read as a whole; `path` is its name in messages.
    case content(@Sendable (Data, _ path: String, RowShape) throws -> RowIterator)
    /// From a file of UTF-8 without NUL characters, which is read as a whole, but not beyond the first
    /// of these.
    case text(@Sendable ([UInt8], _ path: String, RowShape) throws -> RowIterator)
    /// From a folder; `original` is the folder as a person would edit it. The names of its folders
    /// name the rows.
    case folder(@Sendable (URL, _ original: URL) throws -> RowIterator)
  }

  /// Whether rows of a file may have metadata that decides what runs, as far as that can be
  /// determined without reading them.
  let mayHoldMarks: @Sendable (ByteReader, RowShape, DeclarationSite) throws -> Bool

  /// - Parameter mayHoldMarks: By default, whether one of the words occurs anywhere in the file.
  init(
    endings: [String], _ opening: Opening,
    mayHoldMarks: @escaping @Sendable (ByteReader, RowShape, DeclarationSite) throws -> Bool = {
      reader, _, _ in try reader.mentions(anyOf: RowMetadata.keysForPlanning)
    }
  ) {
    self.endings = endings
    self.opening = opening
    self.mayHoldMarks = mayHoldMarks
  }

  /// Opens the file or the folder at `url`.
  fileprivate func open(
    _ url: URL, _ shape: RowShape, for site: DeclarationSite
  ) throws -> RowIterator {
    var rows: RowIterator
    switch opening {
    case .stream(let open):
      let path = FileSearch.original(of: url, for: site).path
      rows = try open(ByteReader(url, path: path), shape, site)
    case .content(let open):
      let data = try RowFile.read(url)
      rows = try open(data, FileSearch.original(of: url, data, for: site).path, shape)
    case .text(let open):
      let path = FileSearch.original(of: url, for: site).path
      rows = try open(RowFile.readText(url), path, shape)
    case .folder(let open):
      return try open(url, FileSearch.originalFolder(of: url, for: site))
    }
    if let stale = FileSearch.staleness(of: url, for: site) { rows.warnings.append(stale) }
    return rows
  }
}

extension RowSource {
  /// The rows of a file, or of a folder, in some format.
  init(_ format: RowFormat, _ file: DataFile, _ shape: RowShape) {
    let locate: @Sendable (DeclarationSite) throws -> URL = {
      try file.locate(extensions: format.endings, for: $0)
    }
    let open: @Sendable (DeclarationSite) throws -> RowIterator = { site in
      try shape.path.check(for: site.place)
      let rows =
        if let patterns = try RowsOfFiles.patterns(of: file, format.endings, for: site) {
          try RowsOfFiles.iterator(over: patterns, for: site) {
            try format.open($0, shape, for: site)
          }
        } else {
          try format.open(try locate(site), shape, for: site)
        }
      return rows.skipping(as: shape, of: file.name, at: site.place).named(
        as: shape, of: file.name, at: site.place)
    }
    switch format.opening {
    case .stream, .content, .text:
      self.init(
        file.name,
        mayHaveMetadata: { site in
          let patterns = try? RowsOfFiles.patterns(of: file, format.endings, for: site)
          let urls =
            patterns.map { RowsOfFiles.files(of: $0, for: site) } ?? (try? [locate(site)]) ?? []
          if shape.columns.contains(where: RowMetadata.keysForPlanning.contains) { return true }
          // A file that cannot be read is opened to report its error.
          return urls.contains { url in
            (try? format.mayHoldMarks(ByteReader(url, path: url.path), shape, site)) ?? true
          }
        }, open: open)
      mayWarn = true
    // The metadata of rows in a folder is unknown before they are read.
    case .folder: self.init(file.name, open: open)
    }
  }

  /// The rows of a text, as of a file.
  init(_ format: RowFormat, text: String, path: String, _ shape: RowShape) {
    self.init(path) { site in
      try shape.path.check(for: site.place)
      let rows: RowIterator =
        switch format.opening {
        case .stream(let open):
          try open(ByteReader(Array(text.utf8), path: path), shape, site)
        case .content(let open): try open(Data(text.utf8), path, shape)
        case .text(let open): try open(Array(text.utf8), path, shape)
        case .folder:
          throw AuthoringMistake(
            "Rows of this format are a folder, not a text.", at: site.place)
        }
      return rows.skipping(as: shape, of: path, at: site.place).named(
        as: shape, of: path, at: site.place)
    }
  }
}
