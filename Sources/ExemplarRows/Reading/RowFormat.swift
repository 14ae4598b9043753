import ExemplarCore
import Foundation

/// A format of rows: the extensions of its files, and how a file is opened.
///
/// A format depends neither on the search for files nor on the code that reads the rows. `RowFormat.all`
/// lists all formats.
struct RowFormat: Sendable {
  /// The extensions of names, in lower case and without the dot, the most usual first.
  let fileExtensions: [String]
  let opening: Opening
  /// Whether keys may be metadata if the author does not ask for it.
  let hasMetadata: Bool
  /// How values are written in its files, for ``ValueWriter``; empty if only people can.
  let syntax: String

  enum Opening: Sendable {
    /// From a file, or a text.
    case file(@Sendable (ByteReader, RowShape, DeclarationSite) throws -> RowCursor<RowResult>)
    /// From a folder; `original` is the folder as a person would edit it. The names of its folders
    /// name the rows.
    case folder(@Sendable (URL, _ original: URL) throws -> RowCursor<RowResult>)
  }

  /// Whether rows of a file may have metadata that decides what runs, as far as that can be
  /// determined without reading them.
  let mayHoldMarks: @Sendable (ByteReader, RowShape, DeclarationSite) throws -> Bool

  /// - Parameter mayHoldMarks: By default, whether one of the words occurs anywhere in the file.
  init(
    fileExtensions: [String], hasMetadata: Bool = true, syntax: String = "", _ opening: Opening,
    mayHoldMarks: @escaping @Sendable (ByteReader, RowShape, DeclarationSite) throws -> Bool = {
      reader, _, _ in try reader.mentions(anyOf: RowMetadata.keysForPlanning)
    }
  ) {
    self.fileExtensions = fileExtensions
    self.opening = opening
    self.hasMetadata = hasMetadata
    self.syntax = syntax
    self.mayHoldMarks = mayHoldMarks
  }

  /// Opens a text, or the file or the folder that an input names.
  fileprivate func open(
    _ input: RowInput, _ shape: RowShape, for site: DeclarationSite
  ) throws -> RowCursor<RowResult> {
    if case .text(let text, let path) = input.content, case .file(let open) = opening {
      return try Self.tryingPaths(shape) {
        try open(ByteReader(Array(text.utf8), path: path, named: input.code(for: site)), $0, site)
      }
    }
    guard let patterns = try RowsOfFiles.patterns(of: input, fileExtensions, for: site) else {
      let url = try input.locate(extensions: fileExtensions, for: site)
      return try open(url, named: input, shape, for: site)
    }
    return try RowsOfFiles.iterator(over: patterns, for: site) {
      try open($0, named: input, shape, for: site)
    }
  }

  /// The rows at the first path of a shape that leads to some.
  private static func tryingPaths(
    _ shape: RowShape, _ open: (RowShape) throws -> RowCursor<RowResult>
  ) throws -> RowCursor<RowResult> {
    var shape = shape
    let paths = shape.path.alternatives
    for path in paths.dropLast() {
      (shape.path, shape.triesPath) = (path, true)
      do {
        let rows = try open(shape)
        var first = try rows.nextNow()
        return RowCursor<RowResult>(warnings: rows.warnings) {
          defer { first = nil }
          return try first ?? rows.nextNow()
        }
      } catch is NoRowsAtPath {}
    }
    (shape.path, shape.triesPath) = (paths[paths.count - 1], false)
    return try open(shape)
  }

  private func open(
    _ url: URL, named input: RowInput, _ shape: RowShape, for site: DeclarationSite
  ) throws -> RowCursor<RowResult> {
    var rows: RowCursor<RowResult>
    switch opening {
    case .file(let open):
      let path = FileSearch.original(of: url, for: site).path
      ReadFiles.record(url, as: path, syntax: syntax)
      rows = try Self.tryingPaths(shape) {
        try open(ByteReader(url, path: path, named: input.code(for: site)), $0, site)
      }
    case .folder(let open):
      return try open(url, FileSearch.original(of: url, for: site, isFolder: true))
    }
    if let stale = FileSearch.staleness(of: url, for: site) { rows.warnings.append(stale) }
    return rows
  }
}

extension RowFormat {
  /// Whether the rows of an input may have metadata that decides what runs.
  fileprivate func mayHaveMetadata(
    _ input: RowInput, _ shape: RowShape, for site: DeclarationSite
  ) -> Bool {
    if shape.columns.contains(where: RowMetadata.keysForPlanning.contains) { return true }
    if case .text = input.content { return true }
    // The metadata of rows in a folder is unknown before they are read.
    if case .folder = opening { return true }
    let patterns = try? RowsOfFiles.patterns(of: input, fileExtensions, for: site)
    let urls =
      patterns.map { RowsOfFiles.files(of: $0, for: site) }
      ?? (try? [input.locate(extensions: fileExtensions, for: site)]) ?? []
    // A file that cannot be read is opened to report its error.
    return urls.contains { url in
      (try? mayHoldMarks(ByteReader(url, path: url.path), shape, site)) ?? true
    }
  }
}

extension RowSource {
  /// The rows of a file, a folder or a text in some format.
  init(_ format: RowFormat, _ input: RowInput, _ shape: RowShape = RowShape()) {
    self.init(
      input.name, mayHaveMetadata: { format.mayHaveMetadata(input, shape, for: $0) }
    ) { site in
      try shape.path.check(for: site.place)
      return try format.open(input, shape, for: site)
        .skipping(as: shape, of: input.name, at: site.place)
        .named(shape.naming, shape.repeats, of: input.name, at: site.place)
    }
    self = taking(metadata: format.hasMetadata, isAsked: false)
    if case .folder = format.opening { return }
    mayHold = { file, _ in input.mayBe(file, extensions: format.fileExtensions) }
    if case .text = input.content { return }
    mayWarn = true
  }
}
