import ExemplarCore
import Foundation

/// The files in a repository that differ from the commit in which a branch began, whether or not the changes are committed.
struct GitChanges {
  /// The commit as the user names it.
  let name: String
  /// The commit that files are compared with: the last one that this one and the current one have in common.
  let base: String
  /// The root of the work tree.
  let top: String
  private(set) var changes: [FileChange] = []
  private var git: Git { Git(in: top) }

  /// The end of a sentence about the changes.
  var text: String { "changed since \(name) (\(base.prefix(8)))" }

  /// - Parameters:
  ///   - name: A commit.
  ///   - package: The folder of a package in the work tree.
  ///   - unrelated: Patterns of Git for files that do not count.
  ///   - isOutput: Whether an untracked file does not count, since a tool has written it.
  ///
  /// Throws ``UsageError`` if there is no such work tree, or no such commit.
  init(
    since name: String, of package: String, except unrelated: [String] = [],
    ignoring isOutput: (String) -> Bool = { _ in false }
  ) async throws {
    let git = Git(in: package)
    guard let top = await git.top else {
      throw UsageError(
        Git.isThere
          ? "--changed compares files with a commit of Git, and \(package) is in no work tree of Git. Leave it out."
          : "--changed compares files with a commit of Git, and there is no git on the PATH. Install it."
      )
    }
    (self.name, self.top) = (name, top)
    base = try await Self.base(of: name, git)
    let paths = ["--", ":(top)"] + unrelated.map { ":(top,exclude)\($0)" }
    let diff = [
      "diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-color",
    ]
    let others = ["ls-files", "--others", "--exclude-standard", "-z"]
    guard
      let tracked = await self.git.list(diff + ["--ignore-submodules=none", base] + paths),
      let untracked = await self.git.list(others + paths)
    else {
      throw Self.mistake(name)
    }
    for index in stride(from: 0, to: tracked.count - 1, by: 2) {
      let kind = Self.kind(tracked[index].split(separator: " "))
      changes.append(FileChange(path: "\(top)/\(tracked[index + 1])", kind: kind))
    }
    for file in untracked where !Self.isHidden(file) && !isOutput("\(top)/\(file)") {
      let isFolder = file.hasSuffix("/")
      changes.append(
        FileChange(
          path: "\(top)/\(isFolder ? String(file.dropLast()) : file)",
          kind: isFolder ? .repository : .added))
    }
  }

  private static func mistake(_ name: String) -> UsageError {
    UsageError(
      "Git could not list the files that have changed since \(name). git status shows the reason.")
  }

  /// The commit that files are compared with.
  private static func base(of name: String, _ git: Git) async throws -> String {
    let isShallow = await git.line(["rev-parse", "--is-shallow-repository"]) == "true"
    let advice =
      " This clone is shallow. Fetch more of its history, by git fetch --unshallow, or with fetch-depth: 0 of "
      + "actions/checkout."
    let commit = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]
    guard let hash = await git.line(commit) else {
      throw UsageError(
        "Git knows no commit “\(name)” here."
          + (isShallow ? advice : " Fetch it, or name another one."))
    }
    guard let bases = await git.line(["merge-base", hash, "HEAD"]) else {
      throw UsageError(
        "The current commit and “\(name)” have none in common." + (isShallow ? advice : ""))
    }
    return bases
  }

  /// The kind of a change by the two modes, the two hashes and the letter that Git prints.
  private static func kind(_ fields: [Substring]) -> FileChange.Kind {
    if fields.prefix(2).contains(where: { $0.hasSuffix("160000") }) { return .repository }
    return switch fields.last?.first {
    case "A": .added
    case "D": .removed
    default: .changed
    }
  }

  /// Whether a path leads to a file of an editor or a tool.
  private static func isHidden(_ path: String) -> Bool {
    path.split(separator: "/").contains { WatchedFiles.isHidden(String($0)) }
  }

  /// Adds what Git does not show: files in the folders of targets that it ignores, and other repositories with packages
  /// that this one depends on. Reads the earlier texts of row files. Throws ``UsageError`` if Git fails.
  ///
  /// - Parameter packages: The folders of the packages on this machine that this one depends on.
  mutating func complete(for targets: TestTargets, packages: [URL]) async throws {
    let folders = targets.folders.filter { $0.hasPrefix(top + "/") }
    let ignored = ["ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--"]
    let files =
      folders.isEmpty ? [] : await git.list(["--literal-pathspecs"] + ignored + folders)
    guard let files else { throw Self.mistake(name) }
    for file in files where !Self.isHidden(file) {
      changes.append(FileChange(path: "\(top)/\(file)", kind: .changed))
    }
    for package in packages where await Git(in: package.path).top != top {
      changes.append(FileChange(path: package.path, kind: .repository))
    }
    for (index, change) in changes.enumerated()
    where change.mayHaveLinesOfRows && targets.target(ofFileAt: change.path)?.isTest == true {
      changes[index].before = await git.output([
        "cat-file", "--filters", "\(base):\(WatchPlan.relative(change.path, to: top))",
      ])
    }
  }
}
