import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// Expected values that no example needs any more, after a run of everything in which everything succeeded.
///
/// A golden file belongs to the source file whose name its folder has, beside others that this or an earlier run compared.
/// It stays if an example of that source did not simply pass, or if it may be of another platform, unless an earlier run
/// here needed it.
struct ObsoleteValues {
  private let confirmed: ConfirmedValues
  private let earlier: ConfirmedValues.Files
  private let root: PackageRoot
  private let begin: Double

  /// - Parameters:
  ///   - earlier: The files and columns that an earlier run of everything on this platform confirmed.
  ///   - begin: When the run began, in seconds since 1970: it knows nothing of files that were written later.
  init(
    _ confirmed: ConfirmedValues, since earlier: ConfirmedValues.Files = [:], in root: PackageRoot,
    begin: Double
  ) {
    // Shards can have run in different folders, so that one file has several paths.
    func here(_ path: String) -> String { root.path(of: path) ?? path }
    (self.confirmed, self.earlier) = (confirmed.moved(here), earlier.moved(here))
    (self.root, self.begin) = (root, begin)
  }

  /// The note about a run; `nil` unless everything has run and succeeded.
  static func issue(
    of results: RunResultsReport, atEnd end: RunSummary, in root: PackageRoot
  ) -> IssueRecorded? {
    results.confirmed(atEnd: end).flatMap {
      ObsoleteValues($0.now, since: $0.before, in: root, begin: $0.begin).issue
    }
  }

  /// The note about the values of a run that several records have together.
  static func issue(
    ofMerged runs: [RecordedRun], _ facts: RunFacts, in root: PackageRoot
  ) -> IssueRecorded? {
    let parts = runs.flatMap(\.repetitions)
    guard runs.haveEverything(of: facts), parts.allSatisfy({ $0.summary?.isSuccess == true })
    else { return nil }
    var confirmed = ConfirmedValues()
    for part in parts { confirmed.add(part.confirmed) }
    let begin = runs.map(\.creation).min() ?? 0
    return ObsoleteValues(confirmed, in: root, begin: begin).issue
  }

  /// The note about them, which fails nothing.
  var issue: IssueRecorded? {
    let values = goldens + columns
    if values.isEmpty { return nil }
    let limit = 10
    let names = values.prefix(limit).map { value in
      let path = value.place.relative(to: ReportContext.directory).path
      return "  "
        + (value.site == .file ? path : "the column \u{201C}\(value.name)\u{201D} of \(path)")
    }
    let message =
      ["No example has compared \(values.count.counted("expected value")):"] + names
      + [DisplayText.more(values.count - limit, before: "  ")].filter { !$0.isEmpty }
      + ["See them with exemplar review --obsolete, which deletes those that you name."]
    var issue = Issue(message.joined(separator: "\n"), phase: .planning, isWarning: true)
    issue.obsolete = values
    return IssueRecorded(id: nil, issue: issue)
  }

  // MARK: Golden files

  private var goldens: [ReviewedValue] {
    // Paths may differ by case on a file system that ignores it.
    let (known, undecided) = (
      Set(confirmed.files.keys.map { $0.lowercased() }),
      Set(confirmed.undecided.map { $0.lowercased() })
    )
    // Other folders of that name may have other contents.
    let folders = Set(
      confirmed.files.merging(earlier, uniquingKeysWith: { $0.union($1) }).lazy
        .filter { $0.value.contains("") && root.path(of: $0.key) != nil }
        .map { Self.folder(ofGolden: $0.key) })
    return folders.sorted().flatMap { folder in
      Self.names(in: folder + "/Goldens", .typeDirectory).flatMap { stem -> [ReviewedValue] in
        if undecided.contains("\(folder)/\(stem).swift".lowercased()) { return [] }
        let names = Self.names(in: "\(folder)/Goldens/\(stem)", .typeRegular).filter { name in
          Self.isGolden(name)
            && !known.contains("\(folder)/Goldens/\(stem)/\(name)".lowercased())
        }
        if names.isEmpty { return [] }
        let linked = linked(in: folder)
        return names.filter { name in
          earlier["\(folder)/Goldens/\(stem)/\(name)"] != nil
            || !Self.mayBeOfAnotherPlatform(name, source: "\(folder)/\(stem).swift")
        }.compactMap { value(ofFileAt: "\(folder)/Goldens/\(stem)/\($0)", unlessIn: linked) }
      }
    }
  }

  /// The files to which links lead that the run followed below a folder.
  private func linked(in folder: String) -> Set<String> {
    Set(
      confirmed.files.keys.lazy.filter { $0.hasPrefix(folder + "/Goldens/") }
        .map { FileTarget($0).path })
  }

  private func value(ofFileAt path: String, unlessIn linked: Set<String>) -> ReviewedValue? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let date = attributes?[.modificationDate] as? Date, date.timeIntervalSince1970 < begin,
      !linked.contains(FileTarget(path).path)
    else { return nil }
    return .obsolete(
      .file, path, named: URL(fileURLWithPath: path).lastPathComponent,
      digest: ReviewedFiles.File(path).digest)
  }

  /// The folder of the source files: that around `Goldens/CartSpec/a-cart.prints.txt`.
  private static func folder(ofGolden path: String) -> String {
    (0..<3).reduce(URL(fileURLWithPath: path)) { url, _ in url.deletingLastPathComponent() }.path
  }

  /// The names of the folders, or of the files, in a folder: no links.
  private static func names(in folder: String, _ type: FileAttributeType) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      return attributes?[.type] as? FileAttributeType == type
    }
  }

  /// Whether a file has a name such as those of golden files: `a-cart.prints-a-receipt.txt`.
  private static func isGolden(_ name: String) -> Bool {
    name.wholeMatch(of: /[a-z0-9_-][a-z0-9._-]*\.[a-z0-9._-]*\.[a-z0-9]+/) != nil
  }

  /// Whether an example that another platform alone has, or that other options of the build have, may need a golden file.
  private static func mayBeOfAnotherPlatform(_ name: String, source: String) -> Bool {
    let words = Set(name.split { ".-_".contains($0) }.map(String.init))
    let others = Platform.known.filter { $0 != .current }
    if others.contains(where: { words.contains($0.name.lowercased()) }) { return true }
    let code = (try? String(contentsOfFile: source, encoding: .utf8)) ?? ""
    return code.textLines.contains { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("#if") }
  }

  // MARK: Columns

  private var columns: [ReviewedValue] {
    let undecided = confirmed.undecided.map { try? String(contentsOfFile: $0, encoding: .utf8) }
    return earlier.sorted { $0.key < $1.key }.flatMap { path, names -> [ReviewedValue] in
      let lost = names.subtracting(confirmed.files[path] ?? [])
        .filter { !$0.isEmpty }.sorted()
      guard !lost.isEmpty, root.path(of: path) != nil,
        let text = try? String(contentsOfFile: path, encoding: .utf8)
      else { return [] }
      // The example that compares it may have been skipped.
      let missing = lost.filter { name in
        text.contains(name) && undecided.allSatisfy { $0?.contains("\"\(name)\"") == false }
      }
      return missing.map { name in
        .obsolete(.value, path, named: name, digest: ReviewedFiles.File(path).digest)
      }
    }
  }
}

extension [RecordedRun] {
  /// The findings about a run that several records have together: examples that no longer exist, and obsolete values.
  func findings(
    _ facts: RunFacts, since baseline: Baseline?, in root: PackageRoot
  ) -> [IssueRecorded] {
    [
      baseline?.issue(ofMerged: self, facts),
      ObsoleteValues.issue(ofMerged: self, facts, in: root),
    ].compactMap(\.self)
  }
}
