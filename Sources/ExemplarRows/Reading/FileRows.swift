import ExemplarCore
import Foundation

/// Walks over the files that match patterns; one folder is read at a time.
struct FileRows {
  /// A folder whose files and folders are still to be passed.
  struct Folder {
    let url: URL
    /// The folder as a person would edit it.
    let original: URL
    /// The folders on the way to it, after the fixed part of the patterns.
    var suites: [RowSuite] = []
    var patterns: [PathPattern]
    /// The folders around it, without links.
    var above: [String] = []

    /// A file in the folder, as a person would edit it.
    func originalPath(of name: String) -> String {
      original.path + (original.path.hasSuffix("/") ? "" : "/") + name
    }

    /// Whether one of the patterns matches a file of a name in it.
    func matches(_ name: String) -> Bool {
      patterns.contains { $0.matches(suites.map(\.name) + [name]) }
    }
  }

  /// The rows of the folders that were read.
  private var rows: ArraySlice<RowResult> = []
  /// The folders that are still to be read, the next one last.
  private var folders: [Folder]
  private var matched: Set<String> = []
  private var patterns: [PathPattern] = []
  private let site: DeclarationSite
  /// The patterns of files that are left out, and the number of these files so far.
  private let exclusions: [PathPattern]
  private var excluded = 0

  private let pairs: FilePairs?
  /// The folders with partners, by their paths: the first folder whose files have their partners there, and the
  /// names in all those folders.
  private var partners: [String: (folder: Folder, files: Set<String>, all: Set<String>)] = [:]

  init(_ patterns: [PathPattern], for site: DeclarationSite, _ pairs: FilePairs? = nil) throws {
    self.init(open: try Self.trees(of: patterns, for: site), site, pairs)
  }

  private init(open folders: [Folder], _ site: DeclarationSite, _ pairs: FilePairs? = nil) {
    self.pairs = pairs
    self.folders = folders.reversed()
    self.site = site
    exclusions = site.exclusions.flatMap(PathPattern.excluding)
    for pattern in folders.flatMap(\.patterns)
    where !patterns.contains(where: { $0.text == pattern.text }) {
      patterns.append(pattern)
    }
  }

  /// The folder of the fixed part of a pattern: the first that has a file for it, else the last.
  private static func folder(of pattern: PathPattern, for site: DeclarationSite) throws -> URL {
    let name = pattern.folder.isEmpty ? "." : pattern.folder
    let first = try FileSearch.locate(name, extensions: [], for: site)
    let all =
      name.hasPrefix("/")
      ? [first]
      : FileSearch.folders(for: site).map { $0.appendingPathComponent(name) }
        .filter { FileKind(at: $0) == .folder }
    // Looking for files takes as long as reading their folder, which comes next.
    let found =
      all.count == 1
      ? all.first
      : all.first { url in
        var rows = FileRows(open: [Folder(url: url, original: url, patterns: [pattern])], site)
        return rows.following() != nil
      }
    return (found ?? all.last ?? first).standardizedFileURL
  }

  /// The folders of the fixed parts, each with the patterns that begin there.
  private static func trees(of patterns: [PathPattern], for site: DeclarationSite) throws
    -> [Folder]
  {
    var trees: [Folder] = []
    if let pattern = patterns.dropFirst(PatternBraces.limit).first {
      throw UsageError(
        "The pattern \(pattern.text) stands for more than \(PatternBraces.limit) others. Use fewer "
          + "braces.", at: site.place)
    }
    for pattern in patterns {
      if pattern.parts.isEmpty {
        throw UsageError("A pattern for files is empty.", at: site.place)
      }
      let url = try folder(of: pattern, for: site)
      if let index = trees.firstIndex(where: { $0.url == url }) {
        trees[index].patterns.append(pattern)
      } else {
        let original = FileSearch.original(of: url, for: site, isFolder: true)
        trees.append(Folder(url: url, original: original, patterns: [pattern]))
      }
    }
    return trees
  }

  /// The next row. Throws at the end for the patterns that no file matches.
  mutating func next() throws -> RowResult? {
    if let row = following() { return row }
    let missed = patterns.filter { !matched.contains($0.text) }
    if missed.isEmpty { return nil }
    matched = Set(patterns.map(\.text))
    let apart =
      excluded == 0 ? "" : ", apart from \(excluded) that \(excluded == 1 ? "is" : "are") excluded"
    throw UsageError(
      missed.map { "No file matches \($0.text)\(apart)." }.joined(separator: " ")
        + Self.hint(missed, site),
      at: site.place)
  }

  private mutating func following() -> RowResult? {
    while true {
      if let row = rows.popFirst() { return row }
      if let folder = folders.popLast() {
        read(folder)
      } else if partners.isEmpty {
        return nil
      } else {
        reportOrphans()
      }
    }
  }

  /// Reports partners without files, which only all folders together can show.
  private mutating func reportOrphans() {
    for (_, (folder, files, all)) in partners.sorted(by: { $0.key < $1.key }) {
      let orphans = pairs?.orphans(of: files, among: all, in: folder) { name in
        folder.matches(name) && !isExcluded(name, in: folder)
      }
      rows += (orphans ?? []).map { .mistake($0.mistake, named: $0.name, in: folder.suites) }
    }
    partners = [:]
  }

  /// Adds the files of a folder to the rows, and puts its folders before the remaining ones.
  private mutating func read(_ folder: Folder) {
    let place = Place(path: folder.original.path)
    let listing: FolderListing
    let resolved: String
    do {
      resolved = folder.url.resolvedPath
      if folder.above.contains(resolved) {
        throw UsageError(
          "\(folder.url.lastPathComponent) is a link to a folder that it is in. Remove the link."
        )
      }
      listing = try FolderListing(folder.url)
    } catch {
      let mistake = UsageError(wrapping: error).moved(to: place)
      return rows.append(.mistake(mistake, named: "files", in: folder.suites))
    }
    var files: [(entry: FolderListing.Entry, kind: FileKind)] = []
    var inner: [Folder] = []
    let names = folder.suites.map(\.name)
    let open = folder.patterns.map { ($0, parts: $0.openParts(below: names)) }
    for entry in listing.entries {
      let kind = entry.kind
      let patterns = open.filter { $0.0.matches(entry.name, at: $0.parts) }.map(\.0.text)
      if isExcluded(entry.name, in: folder) {
        excluded += patterns.isEmpty ? 0 : 1
      } else if kind == .folder {
        let inside = names + [entry.name]
        let patterns = folder.patterns.filter { !$0.openParts(below: inside).isEmpty }
        if patterns.isEmpty { continue }
        let original = folder.original.appendingPathComponent(entry.name)
        let suite = RowSuite(entry.name, at: Place(path: original.path))
        inner.append(
          Folder(
            url: entry.url, original: original, suites: folder.suites + [suite], patterns: patterns,
            above: folder.above + [resolved]))
      } else if !patterns.isEmpty {
        matched.formUnion(patterns)
        files.append((entry, kind))
      }
    }
    folders += inner.reversed()
    var counts: [String: Int] = [:]
    for file in files { counts[file.entry.stem, default: 0] += 1 }
    rows += files.map { file, kind in
      let name = counts[file.stem] == 1 ? file.stem : file.name
      let row = Self.row(file, kind, named: name, in: folder)
      return pairs?.paired(row, file, in: folder) ?? row
    }
    guard let pairs else { return }
    let key = pairs.partners(of: folder.url).path
    partners[key, default: (folder, [], [])].files.formUnion(files.map(\.entry.name))
    partners[key]?.all.formUnion(listing.entries.map(\.name))
  }

  private func isExcluded(_ name: String, in folder: Folder) -> Bool {
    guard !exclusions.isEmpty else { return false }
    let path = folder.patterns.first?.folder.split(separator: "/").map(String.init) ?? []
    return exclusions.contains { $0.matches(path + folder.suites.map(\.name) + [name]) }
  }

  private static func row(
    _ file: FolderListing.Entry, _ kind: FileKind, named name: String, in folder: Folder
  ) -> RowResult {
    let place = Place(path: folder.originalPath(of: file.name))
    if let problem = file.problem(as: kind) {
      return .mistake(UsageError(problem, at: place), named: name, in: folder.suites)
    }
    return .success(
      Row(
        RowContent(
          name: name.nonEmpty, fields: RowValue(.file(path: file.path)).fieldsOfRow, place: place,
          suites: folder.suites, location: RowValue(.file(path: file.path)))))
  }

  /// Which files there are where the patterns begin.
  private static func hint(_ patterns: [PathPattern], _ site: DeclarationSite) -> String {
    var text = ""
    for pattern in patterns {
      guard let folder = try? folder(of: pattern, for: site),
        let entries = (try? FolderListing(folder))?.entries
      else { continue }
      let names = entries.prefix(5).map(\.name).joined(separator: ", ")
      let more = entries.count > 5 ? " and \(entries.count - 5) more" : ""
      text += " In \(folder.path) there is \(entries.isEmpty ? "nothing" : names + more)."
    }
    return text
  }
}
