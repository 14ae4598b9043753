import ExemplarCore
import Foundation

/// Finds, for files that match a pattern, the files that belong to them.
struct FilePairs {
  /// What stands before and after the name in the last part of the pattern.
  private let own: Ends
  private let partner: (folder: String, ends: Ends)
  private let text: String
  /// The keys of the pair before: those of the next are the same as a rule.
  private var keys = FieldKeys.value

  /// What stands before and after a `*`.
  private struct Ends: Equatable {
    let prefix: String
    let suffix: String

    /// What the `*` stands for in a name that matches. An accent may be a character of its own there, and none
    /// here.
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
    partner = (String(text.dropLast(partnerName.count)), ends)
  }

  private static func ends(of name: String) -> Ends? {
    let parts = name.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count == 2, !name.contains("?"), !name.contains("[") else { return nil }
    return Ends(prefix: String(parts[0]), suffix: String(parts[1]))
  }

  /// Whether files and their partners stand in one folder.
  var isInFolder: Bool { partner.folder.isEmpty }

  /// The row of a file with its partner.
  ///
  /// - Parameter kinds: What stands in the folder of the file, where partners stand there too.
  mutating func paired(
    _ row: RowOrMistake, _ file: FolderListing.Entry, among kinds: [String: FileKind],
    in folder: FileRows.Folder
  ) -> RowOrMistake {
    guard case .row(let row) = row else { return row }
    let stem = own.stem(of: file.name)
    let name = partner.ends.prefix + stem + partner.ends.suffix
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
    var parts = row.parts
    parts.name = stem.nonEmpty
    parts.fields = fields(
      file.ending, RowValue(.file(path: file.path)), name.fileEnding,
      RowValue(.file(path: url), path: original), url)
    return .row(Row(parts))
  }

  /// The values of a row: a file under `value` and its ending, and its partner.
  private mutating func fields(
    _ ending: String, _ file: RowValue, _ partnerEnding: String, _ partner: RowValue,
    _ path: String
  ) -> RowFields {
    let known = keys.keys
    if known.count == 3, known[1] == ending, known[2] == partnerEnding {
      return RowFields([file, file, partner], keys)
    }
    var fields = RowFields([file], FieldKeys.value)
    let isOwn = fields.add(file, for: ending)
    if fields.add(partner, for: partnerEnding) {
      if isOwn { keys = fields.table }
    } else {
      _ = fields.add(partner, for: key(of: path))
    }
    return fields
  }

  private static func standardized(_ path: String) -> String {
    URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL.path
  }

  /// The key of a partner that ends as its file does.
  private func key(of path: String) -> String {
    let words = (partner.ends.prefix + partner.ends.suffix).split { !$0.isLetter && !$0.isNumber }
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
      guard partner.ends.matches(entry.name), entry.kind == .file,
        // The partner of one file may match as a file itself.
        !(partner.folder.isEmpty && known.contains(entry.name))
      else { return nil }
      let stem = partner.ends.stem(of: entry.name)
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
