import ExemplarCore
import Foundation

/// Walks over the files that match patterns; one folder is read at a time.
struct FileRows {
  /// A folder whose files and folders are still to be passed.
  struct Folder {
    let url: URL
    /// The folder as a person would edit it.
    let original: URL
    var suites: [RowSuite] = []
    /// The patterns, each with the number of its next parts: what is left of it from here on.
    var rests: [PathPattern.Rest]
    /// The folders around it, without links.
    var above: [String] = []
    /// The way to it from where files are looked for.
    let path: [String]

    /// A file in the folder, as a person would edit it.
    func originalPath(of name: String) -> String {
      original.path + (original.path.hasSuffix("/") ? "" : "/") + name
    }
  }
  /// A row, or a folder that is still to be read.
  private typealias Step = (row: RowResult?, folder: Folder?)

  /// The remaining steps, the next one last.
  private var steps: [Step]
  private var matched: Set<String> = []
  private var patterns: [PathPattern] = []
  private let site: DeclarationSite
  /// The patterns of files that are left out, and the number of these files so far.
  private let exclusions: [PathPattern]
  private var excluded = 0

  /// How files find their partners, if they have some.
  private let pairs: FilePairs?
  /// Folders in which the files of several folders have their partners, by their paths: the first of those
  /// folders, and the names of the files in all of them.
  private var shared: [String: (folder: Folder, files: Set<String>)] = [:]

  init(open folders: [Folder], _ site: DeclarationSite, _ pairs: FilePairs? = nil) {
    self.pairs = pairs
    steps = folders.map { (nil, $0) }
    self.site = site
    exclusions = site.exclusions.flatMap(PathPattern.excluding)
    for pattern in folders.reversed().flatMap(\.rests).map(\.pattern)
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
        let folder = Folder(
          url: url, original: url, rests: [pattern.whole], path: pattern.folder.pathParts)
        var rows = FileRows(open: [folder], site)
        return rows.following() != nil
      }
    return (found ?? all.last ?? first).standardizedFileURL
  }

  /// The folders of the fixed parts, each with the patterns that begin there.
  static func trees(of patterns: [PathPattern], for site: DeclarationSite) throws -> [Folder] {
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
        trees[index].rests.append(pattern.whole)
      } else {
        let original = FileSearch.original(of: url, for: site, isFolder: true)
        trees.append(
          Folder(
            url: url, original: original, rests: [pattern.whole], path: pattern.folder.pathParts))
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
    while let step = steps.popLast() {
      if let row = step.row { return row }
      if let folder = step.folder { read(folder) }
      if steps.isEmpty { reportOrphansOfShared() }
    }
    return nil
  }

  /// Reports partners without files if only all folders together can show them.
  private mutating func reportOrphansOfShared() {
    for (_, (folder, files)) in shared.sorted(by: { $0.key < $1.key }).reversed() {
      steps += orphans(of: files, among: [], in: folder).reversed()
    }
    shared = [:]
  }

  private func orphans(
    of files: Set<String>, among beside: [FolderListing.Entry], in folder: Folder
  ) -> [Step] {
    let orphans = pairs?.orphans(of: files, among: beside, in: folder.url, folder.original) {
      name in
      folder.rests.contains { $0.matchesFile(name) } && !isExcluded(name, in: folder)
    }
    return (orphans ?? []).map {
      (.mistake($0.mistake, named: $0.name, in: folder.suites), nil)
    }
  }

  /// Inserts the contents of a folder before the remaining steps.
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
      return steps.append((.mistake(mistake, named: "files", in: folder.suites), nil))
    }
    var files: [(entry: FolderListing.Entry, kind: FileKind)] = []
    var folders: [Step] = []
    for entry in listing.entries {
      let kind = entry.kind
      if isExcluded(entry.name, in: folder) {
        if folder.rests.contains(where: { $0.matchesFile(entry.name) }) { excluded += 1 }
        continue
      }
      if kind == .folder {
        let rests = Set(folder.rests.flatMap { $0.inFolder(entry.name) })
        if !rests.isEmpty { folders.append((nil, folder.inner(entry, rests, in: resolved))) }
        continue
      }
      let patterns = folder.rests.filter { $0.matchesFile(entry.name) }.map(\.pattern.text)
      if patterns.isEmpty { continue }
      matched.formUnion(patterns)
      files.append((entry, kind))
    }
    let stems = files.map(\.entry.stem)
    var counts: [String: Int] = [:]
    for stem in stems { counts[stem, default: 0] += 1 }
    var kinds: [String: FileKind] = [:]
    if pairs?.isInFolder == true { for file in listing.entries { kinds[file.name] = file.kind } }
    let rows = zip(files, stems).map { file, stem -> Step in
      let row = Self.row(
        file.entry, file.kind, named: counts[stem] == 1 ? stem : file.entry.name, in: folder)
      return (pairs?.paired(row, file.entry, among: kinds, in: folder) ?? row, nil)
    }
    let names = Set(files.map(\.entry.name))
    var orphans: [Step] = []
    if let pairs, pairs.sharesPartners {
      shared[pairs.partners(of: folder.url).path, default: (folder, [])].files.formUnion(names)
    } else {
      orphans = self.orphans(of: names, among: listing.entries, in: folder)
    }
    steps += (rows + orphans + folders).reversed()
  }

  private func isExcluded(_ name: String, in folder: Folder) -> Bool {
    !exclusions.isEmpty && exclusions.contains { $0.matches(folder.path + [name]) }
  }

  private static func row(
    _ file: FolderListing.Entry, _ kind: FileKind, named name: String, in folder: Folder
  ) -> RowResult {
    let place = Place(path: folder.originalPath(of: file.name))
    let problem =
      kind != .file
      ? "\(file.name) is \(kind.words(at: file.path)); a file is needed."
      : file.isReadable
        ? nil : "\(file.name) cannot be read: there is no permission to do so."
    if let problem {
      return .mistake(UsageError(problem, at: place), named: name, in: folder.suites)
    }
    return .success(
      Row(
        RowParts(
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

extension FileRows.Folder {
  /// - Parameter resolved: This folder, without links.
  fileprivate func inner(
    _ entry: FolderListing.Entry, _ rests: Set<PathPattern.Rest>, in resolved: String
  ) -> Self {
    let original = original.appendingPathComponent(entry.name)
    return Self(
      url: entry.url, original: original,
      suites: suites + [RowSuite(entry.name, at: Place(path: original.path))],
      rests: Array(rests), above: above + [resolved], path: path + [entry.name])
  }
}

extension String {
  /// The names in a path.
  fileprivate var pathParts: [String] { split(separator: "/").map(String.init) }
}
