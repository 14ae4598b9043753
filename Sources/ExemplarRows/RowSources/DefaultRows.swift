import ExemplarCore
import Foundation

// Default sources: the data of a type lies in a resource that is named as the type.

extension RowSource {
  /// The rows of the resource that is named after the type around the outline, or, outside of a
  /// type, after the file that declares the outline.
  ///
  /// The first of these is read, in the resources of the module, or else beside the file that
  /// declares the outline: `.plist`, `.testsuite`, `.json`, `.yaml`, `.yml`, `.csv`, `.tsv`, `.jsonl`,
  /// `.ndjson`. If there are others, a warning names them. If a class inherits the outline, the name
  /// of that class comes first, then those of its superclasses.
  public static var `default`: RowSource { rows("default") { $0.subjects } }

  /// Whether there is a file for ``default``.
  package static func hasDefault(for site: DeclarationSite) -> Bool {
    // An error shows that there is a file.
    do { return try DefaultRows.found(site.subjects).isEmpty == false } catch { return true }
  }

  /// The rows of the resource that is named as a type, found as ``default`` finds its own.
  package static func named(after type: String) -> RowSource {
    rows(type) { [(type, $0)] }
  }

  private static func rows(
    _ name: String, of subjects: @escaping @Sendable (DeclarationSite) -> [DefaultRows.Subject]
  ) -> RowSource {
    var source = RowSource(
      name,
      mayHaveMetadata: { site in
        guard let found = try? DefaultRows(subjects(site), site) else { return false }
        return await found.source.mayHaveMetadata(site)
      }
    ) { site in
      let found = try DefaultRows(subjects(site), site)
      var rows = try found.source.opening(site)()
      if let warning = found.warning { rows.warnings.append(warning) }
      return rows
    }
    source.mayWarn = true
    source.mayHold = { file, site in
      (try? DefaultRows(subjects(site), site))?.source.mayHold(file, site) ?? true
    }
    // The frameworks that had such sources knew no metadata.
    return source.withoutMetadata
  }
}

extension DeclarationSite {
  /// The names of a default source, the nearest first.
  fileprivate var subjects: [DefaultRows.Subject] {
    (types.isEmpty ? [self] : types).map { site in
      let file = URL(fileURLWithPath: site.place.path).deletingPathExtension().lastPathComponent
      return (site.type ?? file, site)
    }
  }
}

/// The resource that a default source has found.
struct DefaultRows {
  let source: RowSource
  /// The warning that there are others.
  let warning: UsageError?

  /// A name of a default source, and the declaration from which it is searched for.
  typealias Subject = (name: String, site: DeclarationSite)

  /// The files for the first of the subjects that has some.
  static func found(_ subjects: [Subject]) throws -> [(url: URL, source: RowSource)] {
    for subject in subjects {
      var found: [(url: URL, source: RowSource)] = []
      for folder in FileSearch.folders(for: subject.site) {
        for (fileExtension, source) in RowSource.formats {
          let url = try FileSearch.file(named: "\(subject.name).\(fileExtension)", in: folder)
          // Rows without a name are errors in a default source: the frameworks that had one
          // identified rows by their names.
          if let url { found.append((url, source(url, RowShape(naming: .required)))) }
        }
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Throws ``UsageError`` with the searched names and folders if there is nothing.
  init(_ subjects: [Subject], _ site: DeclarationSite) throws {
    let found = try Self.found(subjects)
    guard let first = found.first else { throw Self.nothing(subjects, site) }
    source = first.source
    // A resource is there twice, where it was written and where the build has copied it.
    let fileExtension = first.url.pathExtension.lowercased()
    let others = found.filter { $0.url.pathExtension.lowercased() != fileExtension }.map(\.url.path)
    warning =
      others.isEmpty
      ? nil
      : UsageError(
        "The rows are those of \(first.url.lastPathComponent). These are not read, though they have "
          + "the name as well:" + others.map { "\n  \($0)" }.joined()
          + "\nRemove them, or name the source of the outline.", at: site.place)
  }

  private static func nothing(_ subjects: [Subject], _ site: DeclarationSite) -> UsageError {
    var folders: [URL] = []
    for folder in subjects.flatMap({ FileSearch.folders(for: $0.site) })
    where !folders.contains(folder) {
      folders.append(folder)
    }
    let fileExtensions = RowSource.formats.map { ".\($0.fileExtension)" }
    let names = folders.flatMap { folder -> [String] in
      (try? FolderListing(folder))?.entries.filter {
        fileExtensions.contains("." + $0.fileExtension)
      }.map(\.name)
        ?? []
    }
    let near = subjects.flatMap { subject in
      Suggestions.near(subject.name, in: names, limit: 2) { name in
        [String(name.prefix { $0 != "." })]
      }
    }
    let types = subjects.map(\.name)
    let spelled = types.flatMap { type in fileExtensions.map { type + $0 } }
    let first = types.map { "\($0)\(fileExtensions[0])" }.joined(separator: " or ")
    return UsageError(
      "There is no row file named after \(types.joined(separator: " or ")): \(first), or with one of "
        + "\(fileExtensions.dropFirst().joined(separator: ", "))." + Suggestions.question(near)
        + FileSearch.elsewhere(spelled, folders) + " Looked in:"
        + folders.map { "\n  \($0.path)" }.joined()
        + "\nA resource has to be listed in Package.swift to be found in the module's resources.",
      at: site.place)
  }
}
