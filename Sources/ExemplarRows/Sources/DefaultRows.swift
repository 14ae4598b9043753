import ExemplarCore
import Foundation

// Default sources: the data of a type lies in a resource that is named as the type.

extension RowSource {
  /// The rows of the resource that is named as the type around the outline; outside of a type, as the
  /// file that declares the outline.
  ///
  /// It is looked for as ``named(after:)`` says.
  public static var `default`: RowSource {
    let open: @Sendable (DeclarationSite) throws -> RowIterator = {
      try rows(of: $0.subject).rowsNow(for: $0)
    }
    return RowSource(
      "default", mayHaveMetadata: { await rows(of: $0.subject).mayHaveMarks(for: $0) }, open: open,
      openNow: open, mayWarn: true)
  }

  /// The rows of the resource that is named as a type: the source of an outline that names none.
  ///
  /// The first of these is read, in the resources of the module, or else beside the file that
  /// declares the outline: `.plist`, `.testsuite`, `.json`, `.yaml`, `.yml`, `.csv`, `.tsv`, `.jsonl`,
  /// `.ndjson`. If there are others, a warning names them.
  public static func named(after type: String) -> RowSource { rows(of: type) }

  private static func rows(of type: String) -> RowSource {
    let open: @Sendable (DeclarationSite) throws -> RowIterator = { site in
      let found = try DefaultRows(type, site)
      var rows = try found.source.rowsNow(for: site)
      if let warning = found.warning { rows.warnings.append(warning) }
      return rows
    }
    return RowSource(
      type,
      mayHaveMetadata: { site in
        guard let found = try? DefaultRows(type, site) else { return false }
        return await found.source.mayHaveMarks(for: site)
      }, open: open, openNow: open, mayWarn: true)
  }
}

extension DeclarationSite {
  /// What a default source is named after.
  fileprivate var subject: String {
    type ?? URL(fileURLWithPath: place.path).deletingPathExtension().lastPathComponent
  }
}

/// The resource that a default source has found.
private struct DefaultRows {
  let source: RowSource
  /// The warning that there are others.
  let warning: AuthoringMistake?

  /// Throws ``AuthoringMistake`` that says what was looked for, and where, if there is nothing.
  init(_ type: String, _ site: DeclarationSite) throws {
    let folders = FileSearch.folders(for: site)
    var found: [(url: URL, source: RowSource)] = []
    for folder in folders {
      for (ending, source) in RowSource.formats {
        let url = try FileSearch.file(named: "\(type).\(ending)", in: folder)
        // Rows without a name are no rows of a default source: the frameworks that had one knew rows by
        // their names.
        if let url { found.append((url, source(url, .required))) }
      }
    }
    guard let first = found.first else { throw Self.nothing(type, folders, site) }
    source = first.source
    // A resource is there twice, where it was written and where the build has copied it.
    let ending = first.url.pathExtension.lowercased()
    let others = found.filter { $0.url.pathExtension.lowercased() != ending }.map(\.url.path)
    warning =
      others.isEmpty
      ? nil
      : AuthoringMistake(
        "The rows are those of \(first.url.lastPathComponent). These are not read, though they have "
          + "the name as well:" + others.map { "\n  \($0)" }.joined()
          + "\nRemove them, or name the source of the outline.", at: site.place)
  }

  private static func nothing(
    _ type: String, _ folders: [URL], _ site: DeclarationSite
  ) -> AuthoringMistake {
    let endings = RowSource.formats.map { ".\($0.ending)" }
    let names = folders.flatMap { folder -> [String] in
      (try? FolderListing(folder))?.entries.filter { endings.contains("." + $0.ending) }.map(\.name)
        ?? []
    }
    let near = Suggestions.near(type, in: names, limit: 2) { name in
      [String(name.prefix { $0 != "." })]
    }
    return AuthoringMistake(
      "There is no file of rows that is named as \(type): \(type)\(endings[0]), or with one of "
        + "\(endings.dropFirst().joined(separator: ", "))." + Suggestions.question(near)
        + " Looked in:"
        + folders.map { "\n  \($0.path)" }.joined()
        + "\nA resource has to be listed in Package.swift to be found in the module's resources.",
      at: site.place)
  }
}
