import ExemplarCore
import Foundation

extension TestSuiteFolder {
  func row(_ entry: FolderListing.Entry) -> RowResult {
    do {
      return .success(try read(entry))
    } catch {
      return .mistake(UsageError(wrapping: error), named: entry.name, in: suites)
    }
  }

  private func read(_ entry: FolderListing.Entry) throws -> Row {
    let place = Place(path: path(of: entry.url))
    if case let kind = entry.kind, kind != .folder {
      throw UsageError(
        "\(entry.name) is \(kind.words(at: entry.path)); a folder is expected for each row."
          + (kind == .nothing ? "" : Self.hint(for: entry)), at: place)
    }
    if (url.resolvedPath + "/").hasPrefix(entry.url.resolvedPath + "/") {
      throw UsageError(
        "\(entry.name) is a link to a folder that it is in. Remove the link.", at: place)
    }
    let listing = try FolderListing(entry.url, path: place.path)
    var row = Row(
      name: entry.name, fields: RowFields(), place: place, suites: suites, url: entry.url)
    let files = try addFiles(listing, to: &row)
    var settings = settings
    if let (fields, file) = try dataFile(of: listing) {
      for key in fields.keys {
        guard let value = fields[key] else { continue }
        if key == SuiteLayout.settingsKey {
          settings = try value.settings(over: self.settings, in: place.path)
        } else if !row.content.fields.add(value, for: key) {
          throw UsageError(
            "\u{201C}\(key)\u{201D} is both in \(file.name) and the file \(files[key] ?? key). "
              + "Remove one of them, or rename it.", at: row.place(of: value))
        }
      }
    }
    row.content.fields.add(settings: settings)
    return row
  }

  private static func hint(for entry: FolderListing.Entry) -> String {
    if entry.stem.lowercased() == Self.dataStem {
      return " Values and settings for the rows of a suite go in \(Self.dataWords)."
    }
    return " Put it into the folder of a row; if it is not data, begin its name with a dot."
  }

  /// Adds a value for each file; the names of the files by their keys.
  private func addFiles(
    _ listing: FolderListing, to row: inout Row
  ) throws -> [String: String] {
    let entries = listing.entries.filter { !$0.isTestData }
    var stems: [String: Int] = [:]
    for entry in entries { stems[entry.stem, default: 0] += 1 }
    let names = Set(entries.map(\.name))
    var files: [String: String] = [:]
    for entry in entries {
      let kind = entry.kind
      let path = self.path(of: entry.url)
      // A folder's name has no extension.
      let isAmbiguous = stems[entry.stem] != 1 || kind == .folder
      let key = isAmbiguous || names.contains(entry.stem) ? entry.name : entry.stem
      try check(entry, kind, key: key, at: Place(path: path))
      _ = row.content.fields.add(RowValue(.file(path: entry.path), path: path), for: key)
      files[key] = entry.name
    }
    return files
  }

  private func check(
    _ entry: FolderListing.Entry, _ kind: FileKind, key: String, at place: Place
  ) throws {
    if entry.fileExtension == Self.fileExtension {
      throw UsageError(
        "\(entry.name) is in the folder of a row, where nothing would run it. Give the folder "
          + "around it the extension .\(Self.fileExtension) too, or move it.", at: place)
    }
    if key == SuiteLayout.settingsKey {
      throw UsageError(
        "\(entry.name) has the name of the settings, which go in \(Self.dataWords). Rename it.",
        at: place)
    }
    if entry.stem.lowercased() == Self.dataStem {
      throw UsageError(
        "\(entry.name) cannot be read; values go in \(Self.dataWords).", at: place)
    }
    if kind != .folder, let problem = entry.problem(as: kind) {
      throw UsageError(problem, at: place)
    }
  }
}
