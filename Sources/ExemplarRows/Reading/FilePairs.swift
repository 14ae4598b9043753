import ExemplarCore
import Foundation

/// Finds, for files that match a pattern, the files that belong to them.
struct FilePairs {
  /// What stands before and after the name in the last part of the pattern.
  private let own: (prefix: String, suffix: String)
  private let partner: (folder: String, prefix: String, suffix: String)
  private let text: String

  /// Throws ``AuthoringMistake`` if `*` does not stand for one name in both.
  init(_ pattern: PathPattern, with text: String, at place: Place) throws {
    let name = pattern.text.split(separator: "/").last.map(String.init) ?? ""
    let partnerName = text.split(separator: "/").last.map(String.init) ?? ""
    guard let own = Self.ends(of: name), let ends = Self.ends(of: partnerName),
      !text.dropLast(partnerName.count).contains("*"), !text.hasPrefix("/"), !text.hasSuffix("/")
    else {
      throw AuthoringMistake(
        "Of \(pattern.text) and \(text), the last part of each needs one * for the name of the files, as "
          + "in .files(\"pages/*.md\", with: \"*.html\").", at: place)
    }
    if own == ends, text == partnerName {
      throw AuthoringMistake(
        "Each file that matches \(text) would be its own partner; name another folder or ending.",
        at: place)
    }
    self.own = own
    self.text = text
    partner = (String(text.dropLast(partnerName.count)), ends.prefix, ends.suffix)
  }

  private static func ends(of name: String) -> (prefix: String, suffix: String)? {
    let parts = name.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count == 2, !name.contains("?"), !name.contains("[") else { return nil }
    return (String(parts[0]), String(parts[1]))
  }

  /// Whether files and their partners stand in one folder.
  var isInFolder: Bool { partner.folder.isEmpty }

  /// The row of a file with its partner.
  ///
  /// - Parameter kinds: What stands in the folder of the file, where partners stand there too.
  func paired(
    _ row: RowOrMistake, _ file: FolderListing.Entry, among kinds: [String: FileKind],
    in folder: FileRows.Folder
  ) -> RowOrMistake {
    guard case .row(var row) = row else { return row }
    let stem = String(file.name.dropFirst(own.prefix.count).dropLast(own.suffix.count))
    row.name = stem
    let name = partner.prefix + stem + partner.suffix
    let path = partner.folder + name
    var (url, original) = (
      file.folder + path, folder.originalPath(of: path)
    )
    if !isInFolder { (url, original) = (Self.standardized(url), Self.standardized(original)) }
    let kind = isInFolder ? kinds[name] ?? .nothing : FileKind(atPath: url)
    guard kind == .file else {
      let problem = kind == .nothing ? "is not there" : "is no file"
      return .mistake(
        AuthoringMistake("\(path), the partner of \(file.name), \(problem).", at: row.place),
        named: stem, in: row.ownSuites)
    }
    let ending = name.fileEnding
    let value = RowValue(.file(path: url), path: original)
    _ = row.own.add(RowValue(.file(path: file.path)), for: file.ending)
    if !row.own.add(value, for: ending) { _ = row.own.add(value, for: key(of: url)) }
    return .row(row)
  }

  private static func standardized(_ path: String) -> String {
    URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL.path
  }

  /// The key of a partner that ends as its file does.
  private func key(of path: String) -> String {
    let words = (partner.prefix + partner.suffix).split { !$0.isLetter && !$0.isNumber }
    return words.dropLast().first.map(String.init)
      ?? URL(filePath: path).deletingLastPathComponent().lastPathComponent
  }

  /// Whether the files of several folders have their partners in one.
  var sharesPartners: Bool { partner.folder.split(separator: "/").contains("..") }

  /// The folder in which the partners of the files in a folder stand.
  func partners(of folder: URL) -> URL {
    folder.appendingPathComponent(partner.folder).standardizedFileURL
  }

  /// What is wrong where partners stand without their files.
  ///
  /// - Parameters:
  ///   - known: The names of the files that were found.
  ///   - beside: What stands in the folder of the files.
  ///   - isWanted: Whether a file of a name would be found, if it was there.
  func orphans(
    of known: Set<String>, among beside: [FolderListing.Entry], in folder: URL, _ original: URL,
    isWanted: (String) -> Bool
  ) -> [(name: String, mistake: AuthoringMistake)] {
    let entries =
      partner.folder.isEmpty ? beside : (try? FolderListing(partners(of: folder)))?.entries ?? []
    return entries.compactMap { entry in
      guard entry.name.hasPrefix(partner.prefix), entry.name.hasSuffix(partner.suffix),
        entry.name.utf8.count >= partner.prefix.utf8.count + partner.suffix.utf8.count,
        entry.kind == .file,
        // The partner of one file may match as a file itself.
        !(partner.folder.isEmpty && known.contains(entry.name))
      else { return nil }
      let stem = String(entry.name.dropFirst(partner.prefix.count).dropLast(partner.suffix.count))
      let file = own.prefix + stem + own.suffix
      if known.contains(file) || !isWanted(file) { return nil }
      return (
        stem,
        AuthoringMistake(
          "\(file), to which \(partner.folder)\(entry.name) belongs, is not there.",
          at: Place(
            path: original.appendingPathComponent(partner.folder + entry.name).standardized.path))
      )
    }
  }
}
