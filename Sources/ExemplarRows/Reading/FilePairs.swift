import ExemplarCore
import Foundation

/// Finds, for files that match a pattern, the files that belong to them.
struct FilePairs {
  /// The text before and after the name in the last part of the pattern, for each alternative in
  /// braces.
  private let own: [Ends]
  private let partner: (folder: String, ends: Ends)
  private let text: String

  /// The parts before and after a `*`.
  private struct Ends: Equatable {
    let prefix: String
    let suffix: String

    /// The part of a matching name that `*` stands for. An accent may be a separate character
    /// there, but not here.
    func stem(of name: String) -> String {
      guard name.utf8.starts(with: prefix.utf8),
        name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
      else { return String(name.dropFirst(prefix.count).dropLast(suffix.count)) }
      return
        String(
          decoding: name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count),
          as: UTF8.self)
    }

    func matches(_ name: String) -> Bool {
      name.utf8.count >= prefix.utf8.count + suffix.utf8.count && name.hasPrefix(prefix)
        && name.hasSuffix(suffix)
    }
  }

  /// Throws ``UsageError`` if `*` does not stand for one name in both.
  init(_ pattern: String, with text: String, at place: Place) throws {
    let names = Set(PatternBraces.alternatives(of: pattern[...]).map(\.lastPathPart)).sorted()
    let own = names.compactMap { Self.ends(of: $0) }
    let partnerName = text.split(separator: "/").last.map(String.init) ?? ""
    guard own.count == names.count, let ends = Self.ends(of: partnerName),
      !text.dropLast(partnerName.count).contains("*"), !text.hasPrefix("/"), !text.hasSuffix("/")
    else {
      throw UsageError(
        "Of \(pattern) and \(text), the last part of each needs one * for the name of the files, as "
          + "in .files(\"pages/*.md\", with: \"*.html\").", at: place)
    }
    if own.contains(ends), text == partnerName {
      throw UsageError(
        "Each file that matches \(text) would be its own partner; name another folder or extension.",
        at: place)
    }
    self.own = own
    self.text = text
    partner = (String(text.dropLast(partnerName.count)), ends)
  }

  private static func ends(of name: String) -> Ends? {
    let parts = name.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count == 2, !name.contains(where: { "?[{".contains($0) }) else { return nil }
    return Ends(prefix: String(parts[0]), suffix: String(parts[1]))
  }

  func paired(
    _ row: RowResult, _ file: FolderListing.Entry, in folder: FileRows.Folder
  ) -> RowResult {
    guard case .success(let row) = row else { return row }
    let stem = stem(of: file.name)
    func location(_ name: String, in folder: String) -> String {
      let path = folder + partner.folder + name
      return partner.folder.isEmpty
        ? path : URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL.path
    }
    func find(_ name: String) -> FileKind { FileKind(atPath: location(name, in: file.folder)) }
    var name = partnerName(for: stem)
    var kind = find(name)
    let whole = partnerName(for: file.name)
    if kind == .nothing, find(whole) == .file { (name, kind) = (whole, .file) }
    let path = location(name, in: file.folder)
    let original = location(name, in: folder.originalPath(of: ""))
    var content = row.content
    content.name = stem.nonEmpty
    content.fields = fields(
      file.fileExtension, RowValue(.file(path: file.path)), name.fileExtension,
      RowValue(.file(path: path), path: original), path)
    if kind == .file { return .success(Row(content)) }
    let problem = kind == .nothing ? "is not there" : "is no file"
    var invalid = InvalidRow(
      UsageError(
        "\(partner.folder)\(name), the partner of \(file.name), \(problem).", at: row.place),
      named: stem, in: row.ownSuites)
    if kind == .nothing { invalid.row = Row(content) }
    return .failure(invalid)
  }

  private func partnerName(for stem: String) -> String {
    partner.ends.prefix + stem + partner.ends.suffix
  }

  /// The part of the name of a file that matches the star of the pattern.
  private func stem(of name: String) -> String {
    (own.count == 1 ? own[0] : own.first { $0.matches(name) } ?? own[0]).stem(of: name)
  }

  /// The names that the file of a partner may have: the star of the partner stands for a part of
  /// it, or for all.
  private func files(of stem: String) -> [String] {
    (own.contains { $0.matches(stem) } ? [stem] : []) + own.map { $0.prefix + stem + $0.suffix }
  }

  /// The values of a row: a file under `value` and its extension, and its partner.
  private func fields(
    _ fileExtension: String, _ file: RowValue, _ partnerExtension: String, _ partner: RowValue,
    _ path: String
  ) -> RowFields {
    var fields = RowFields([("value", file), (fileExtension, file)])
    if !fields.add(partner, for: partnerExtension) { _ = fields.add(partner, for: key(of: path)) }
    return fields
  }

  /// The key of a partner that ends as its file does.
  private func key(of path: String) -> String {
    let words = (partner.ends.prefix + partner.ends.suffix).split { !$0.isLetter && !$0.isNumber }
    return words.dropLast().first.map(String.init)
      ?? URL(filePath: path).deletingLastPathComponent().lastPathComponent
  }

  /// The folder with the partners of the files in a folder.
  func partners(of folder: URL) -> URL {
    folder.appendingPathComponent(partner.folder).standardizedFileURL
  }

  /// The errors of partners without files.
  ///
  /// - Parameters:
  ///   - known: The names of the files that were found.
  ///   - all: All names in the files' folders.
  ///   - folder: The first of these folders.
  ///   - isWanted: Whether a file of that name would be found if it existed.
  func orphans(
    of known: Set<String>, among all: Set<String>, in folder: FileRows.Folder,
    isWanted: (String) -> Bool
  ) -> [(name: String, mistake: UsageError)] {
    let entries = (try? FolderListing(partners(of: folder.url)))?.entries ?? []
    return entries.compactMap { entry in
      guard partner.ends.matches(entry.name), entry.kind == .file,
        // The partner of one file may match as a file itself.
        !(partner.folder.isEmpty && known.contains(entry.name))
      else { return nil }
      let stem = partner.ends.stem(of: entry.name)
      let files = files(of: stem)
      // A file that is there and does not match the pattern is not this source's.
      guard let file = files.first(where: isWanted), !all.contains(stem),
        !files.contains(where: known.contains)
      else { return nil }
      let original = folder.original.appendingPathComponent(partner.folder + entry.name)
      return (
        stem,
        UsageError(
          "\(file), to which \(partner.folder)\(entry.name) belongs, is not there.",
          at: Place(path: original.standardized.path))
      )
    }
  }
}
