import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The evidence of the sources that tests were built from: a file beside the programs, which each build writes.
///
/// Its digests decide, whatever the dates of the files: a checkout, a copy and a change that was taken back have dates
/// that say nothing. For programs that something else has built since, dates alone decide, those of folders too.
struct BuiltSources: Codable, Equatable {
  /// The folder of the package.
  var package: String
  /// The options of the build that may decide about code.
  var options: [String]
  /// The programs that were built, each with its size and its date.
  var programs: [String: String]
  /// The digests of the files that the build reads; empty for one that changed meanwhile.
  var files: [String: String]

  /// The file with it, beside the programs.
  private static func file(for targets: TestTargets, in folder: URL) -> URL {
    folder.appendingPathComponent("\(targets.package).exemplar-build.json")
  }

  /// The evidence of a build that has just finished.
  ///
  /// - Parameters:
  ///   - digest: The sources, after the build.
  ///   - copied: The files and folders that the build copies.
  ///   - begin: When the build began, in seconds since 1970. A file that has changed since may not be what was built.
  init(
    _ targets: TestTargets, options: [String], _ digest: SourceDigest, programs: [URL],
    copied: [String], in folder: URL, since begin: Double
  ) {
    (package, self.options) = (targets.path, options.withoutFolder)
    self.programs = Self.stamps(of: programs, targets, in: folder)
    files = Dictionary(
      uniqueKeysWithValues: Self.inputs(digest, copied: copied, in: folder).map { path, digest in
        // SwiftPM may write this one when it builds.
        let isOld =
          path.hasSuffix("/Package.resolved")
          || (stat.ofFile(at: path)?.change ?? .infinity) < begin
        return (path, isOld ? digest ?? "" : "")
      })
  }

  /// Whether no source has changed while it was built.
  var isCertain: Bool { !files.values.contains("") }

  /// The evidence of the last build in a folder of programs; `nil` without one, and if it is damaged.
  init?(of targets: TestTargets, in folder: URL) {
    guard
      let data = FileManager.default.contents(atPath: Self.file(for: targets, in: folder).path),
      let built = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = built
  }

  /// Writes it beside the programs.
  func write(for targets: TestTargets, in folder: URL) {
    if Self(of: targets, in: folder) == self { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Without it, dates decide.
    guard let data = try? encoder.encode(self) else { return }
    try? FileTarget(Self.file(for: targets, in: folder).path).write(data)
  }

  /// Why programs are not those of the sources, as the end of a sentence about them; `nil` if nothing shows that.
  ///
  /// - Parameters:
  ///   - digest: The sources as they are.
  ///   - plan: The plan of the last build in the folder, if it is of the package.
  static func difference(
    of programs: [URL], _ targets: TestTargets, options: [String], _ digest: SourceDigest,
    plan: BuildPlan?, in folder: URL
  ) -> String? {
    let copied = (plan?.copied ?? []) + targets.resources
    let options = options.withoutFolder
    guard let built = BuiltSources(of: targets, in: folder),
      built.programs == stamps(of: programs, targets, in: folder)
    else {
      if !options.isEmpty {
        return "cannot be shown to be built with \(options.joined(separator: " "))"
      }
      let files = inputs(digest, copied: copied, in: folder).keys
      return text(
        of: missing(copied) + newer(than: programs, files.sorted(), digest.folders + copied),
        in: targets.path)
    }
    if BuildPlan.resolved(built.package) != BuildPlan.resolved(targets.path) {
      return "were built from the package at \(built.package)"
    }
    if built.options != options {
      func list(_ options: [String]) -> String {
        options.isEmpty ? "no options" : options.joined(separator: " ")
      }
      return "were built with \(list(built.options)), not with \(list(options))"
    }
    let now = inputs(digest, copied: copied + built.files.keys, in: folder)
    return text(of: built.changes(to: now), in: targets.path)
  }

  private func changes(to now: [String: String?]) -> [String] {
    Set(files.keys).union(now.keys).sorted().compactMap { path in
      guard let before = files[path] else { return "\(path) was added" }
      guard let digest = now[path] else { return "\(path) was removed" }
      return before == digest ? nil : "\(path) was changed"
    }
  }

  private static func newer(
    than programs: [URL], _ files: [String], _ folders: [String]
  ) -> [String] {
    let built = programs.compactMap { stat.ofFile(at: $0.testCode.path)?.contentChange }.min() ?? 0
    func isNewer(_ path: String) -> Bool {
      stat.ofFile(at: path).map { $0.change > built } ?? false
    }
    let changed = files.filter(isNewer)
    let others = Set(folders).sorted().filter { folder in
      isNewer(folder) && !changed.contains { $0 == folder || $0.hasPrefix(folder + "/") }
    }
    return changed.map { "\($0) was changed" }
      + others.map { "a file in \($0) was added, removed or renamed" }
  }

  private static func missing(_ copied: [String]) -> [String] {
    copied.filter { !FileManager.default.fileExists(atPath: $0) }.map { "\($0) was removed" }
  }

  /// The end of a sentence that names the first findings.
  private static func text(of findings: [String], in package: String) -> String? {
    guard !findings.isEmpty else { return nil }
    let shown = findings.prefix(3).map { $0.replacing(package + "/", with: "") }
    let rest = findings.count > 3 ? ["\(findings.count - 3) more"] : []
    let all = shown + rest
    return "are older than the sources: " + all.dropLast().joined(separator: ", ")
      + (all.count > 1 ? " and " : "") + all[all.count - 1]
  }

  /// The files among the sources that a build reads, with their digests. A row file that no build copies is read when
  /// the tests run, unless plugins may read it.
  private static func inputs(
    _ digest: SourceDigest, copied: [String], in folder: URL
  ) -> [String: String?] {
    let plugins = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("plugins/outputs").path
    let hasPlugins =
      (try? FileManager.default.contentsOfDirectory(atPath: plugins))?.isEmpty == false
    let copied = Set(copied.map(BuildPlan.resolved))
    return digest.files.filter { path, _ in
      let file = URL(fileURLWithPath: path)
      if file.lastPathComponent == ConfigurationFile.name { return false }
      return hasPlugins || file.lastPathComponent == "Package.resolved"
        || CommandFiles.codeExtensions.contains(file.pathExtension)
        || sequence(first: path, next: \.parentFolder).contains(where: copied.contains)
    }
  }

  /// The size and the date of each program and library of the package, in seconds: archives and caches drop the rest.
  private static func stamps(
    of programs: [URL], _ targets: TestTargets, in folder: URL
  ) -> [String: String] {
    let others = folder.libraries + targets.programs.map(folder.appendingPathComponent)
    return Dictionary(
      (programs + programs.map(\.testCode) + others).compactMap { file in
        guard let status = stat.ofFile(at: file.path), status.st_mode & S_IFMT == S_IFREG else {
          return nil
        }
        return (file.lastPathComponent, "\(status.st_size) \(Int(status.contentChange))")
      }, uniquingKeysWith: { $1 })
  }
}

extension String {
  /// The path of the folder that a path is in; `nil` for the root.
  fileprivate var parentFolder: String? {
    lastIndex(of: "/").flatMap { $0 == startIndex ? nil : String(self[..<$0]) }
  }
}
