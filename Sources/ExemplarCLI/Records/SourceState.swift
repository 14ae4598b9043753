import ExemplarCore
import Foundation

/// The state of the sources that a run tested: runs with equal states ran the same code.
///
/// Changes that are not committed change the commit's state too, since they make a new build.
struct SourceState: Codable, Hashable {
  /// The commit that is checked out; `nil` outside of a repository of Git.
  var commit: String?
  /// When the last of the test programs was built, in seconds since 1970.
  var build: Double

  init(commit: String?, build: Double) {
    self.commit = commit
    self.build = build
  }

  /// The state of a package whose tests were built; `nil` if the programs cannot be found.
  init?(ofPackageAt path: String, _ programs: [URL]) {
    let dates = programs.compactMap { program in
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: program.resolvingSymlinksInPath().path)
      return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
    }
    guard let build = dates.max() else { return nil }
    self.init(commit: Self.commit(checkedOutAround: path), build: build)
  }

  /// The commit that is checked out around a folder, from the files of Git.
  static func commit(checkedOutAround path: String) -> String? {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent(".git").path) {
      if folder.path == "/" { return nil }
      folder.deleteLastPathComponent()
    }
    var git = folder.appendingPathComponent(".git")
    // A worktree or a submodule has a file with the path of its folder.
    if let link = line(of: git), link.hasPrefix("gitdir: ") {
      git = URL(fileURLWithPath: String(link.dropFirst(8)), relativeTo: folder)
    }
    guard let head = line(of: git.appendingPathComponent("HEAD")) else { return nil }
    guard head.hasPrefix("ref: ") else { return head }
    let branch = String(head.dropFirst(5))
    // Worktrees share branches, most of which are in one file after a while.
    let shared = line(of: git.appendingPathComponent("commondir")).map {
      URL(fileURLWithPath: $0, relativeTo: URL(fileURLWithPath: git.path + "/"))
    }
    for folder in [git, shared].compactMap(\.self) {
      if let commit = line(of: folder.appendingPathComponent(branch)) { return commit }
      let packed = try? String(
        contentsOf: folder.appendingPathComponent("packed-refs"), encoding: .utf8)
      let entry = packed?.split(separator: "\n").first { $0.hasSuffix(" " + branch) }
      if let entry { return String(entry.prefix { $0 != " " }) }
    }
    return nil
  }

  private static func line(of file: URL) -> String? {
    (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").first.map(String.init)
  }

  // MARK: The record

  private static func file(in folder: URL) -> URL { folder.appendingPathComponent("source.json") }

  /// Reads the state from the folder of a run.
  init?(in folder: URL) {
    guard let data = FileManager.default.contents(atPath: Self.file(in: folder).path),
      let state = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = state
  }

  /// Writes the state into the folder of a run, whose result does not depend on it.
  func write(in folder: URL) {
    try? JSONEncoder().encode(self).write(to: Self.file(in: folder))
  }
}
